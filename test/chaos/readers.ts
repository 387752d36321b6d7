/** Reads the state of an entry from the settings files, without code of the host. */

import { pathToFileURL } from 'node:url';
import type { ChaosEntry, Scope, ToolId } from './entries.js';
import { settingsFiles } from './settings.js';
import type { World } from './world.js';

/** The state of an entry by tool, or in skillpick's own file if no tool reads the entry. */
export type ToolStates = Partial<Record<ToolId | 'kept', boolean>>;

type Json = Record<string, unknown> | undefined;
type Contents = Record<Scope, unknown>;

const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((node, key) => (node as Json)?.[key], value);

const listAt = (value: unknown, ...path: readonly string[]): unknown[] => {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
};

/** The content of a tool's files; undefined for one that is not there. */
function contentsOf(world: World, tool: ToolId): Contents {
  const read = (scope: Scope): unknown => {
    const file = settingsFiles.find((candidate) => candidate.tool === tool && candidate.scope === scope);
    const text = file === undefined ? undefined : world.read(file.path);
    return text === undefined ? undefined : file?.read(text);
  };
  return { workspace: read('workspace'), global: read('global') };
}

/** Returns the state of an entry in a tool's file, if it is mentioned. */
type Said = (content: unknown, entry: ChaosEntry, world: World) => boolean | undefined;

const offIf = (isOff: boolean): boolean | undefined => (isOff ? false : undefined);
const wordFlag = (word: unknown, off: string): boolean | undefined =>
  word === undefined ? undefined : word !== off;

const claude: Said = (content, { kind, name }) =>
  kind === 'skill'
    ? wordFlag(at(content, 'skillOverrides', name), 'off')
    : offIf(listAt(content, 'permissions', 'deny').includes(`Agent(${name})`));

const codex: Said = (content, { name, file }, world) => {
  const blocks = listAt(content, 'skills', 'config') as { path?: string; name?: string; enabled?: boolean }[];
  return blocks.findLast((block) => block.path === world.path(file) || block.name === name)?.enabled;
};

const copilot: Said = (content, { kind, name }) =>
  offIf(
    kind === 'skill'
      ? listAt(content, 'disabledSkills').includes(name)
      : listAt(content, 'subagents', 'disabledSubagents').includes(name),
  );

const gemini: Said = (content, { kind, name }) =>
  kind === 'skill'
    ? offIf(listAt(content, 'skills', 'disabled').includes(name))
    : (at(content, 'agents', 'overrides', name, 'enabled') as boolean | undefined);

const opencode: Said = (content, { kind, name }) => {
  if (kind === 'skill') return wordFlag(at(content, 'permission', 'skill', name), 'deny');
  const isDisabled = at(content, 'agent', name, 'disable') as boolean | undefined;
  return isDisabled === undefined ? undefined : !isDisabled;
};

const said: Record<ToolId, Said> = { claude, codex, copilot, gemini, opencode };

/** True if off in any file means off. Otherwise the workspace's file is stronger than the user's. */
const isUnion = (tool: ToolId, { kind }: ChaosEntry): boolean =>
  tool === 'copilot' || (kind === 'skill' ? tool === 'gemini' : tool === 'claude');

/** Returns the state of an entry in the file of one scope. */
export function saidIn(world: World, tool: ToolId, scope: Scope, entry: ChaosEntry): boolean | undefined {
  return said[tool](contentsOf(world, tool)[scope], entry, world);
}

function keptFlag(world: World, { file }: ChaosEntry): boolean {
  const text = world.read('../state/skillpick/switches.json');
  const kept: unknown = text === undefined ? undefined : JSON.parse(text);
  const uri = pathToFileURL(world.path(file)).href;
  const here = at(kept, 'workspaces', pathToFileURL(world.repository).href, uri);
  return ((here ?? at(kept, 'global', uri)) as boolean | undefined) ?? true;
}

/** Returns the state of every entry on disk. */
export function statesOnDisk(world: World, entries: readonly ChaosEntry[]): Map<string, ToolStates> {
  const read = new Map<ToolId, Contents>();
  const toolStatesOf = (entry: ChaosEntry): ToolStates => {
    if (entry.readers.length === 0) return { kept: keptFlag(world, entry) };
    const flags = entry.readers.map((tool) => {
      const contents = read.get(tool) ?? contentsOf(world, tool);
      read.set(tool, contents);
      const [here, everywhere] = (['workspace', 'global'] as const).map((scope) =>
        said[tool](contents[scope], entry, world),
      );
      const isOn = isUnion(tool, entry)
        ? here !== false && everywhere !== false
        : (here ?? everywhere ?? true);
      return [tool, isOn] as const;
    });
    return Object.fromEntries(flags);
  };
  return new Map(entries.map((entry) => [entry.name, toolStatesOf(entry)]));
}

/** True if it is on in any of its tools. */
export const isOn = (states: ToolStates): boolean => Object.values(states).some((flag) => flag);
