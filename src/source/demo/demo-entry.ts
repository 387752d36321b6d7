/** The form of the demo's content: folders, plugins and entries as plain data, and functions to write them down. */

import type { ProblemCode, Severity } from '../../protocol/problem-codes.js';
import type { ToolScope } from '../../protocol/scopes.js';
import type { Details, From } from '../../protocol/skillpick-meta.js';
import type { ToolId } from '../../protocol/tool-titles.js';
import type { CustomizationLoadState, McpServerState } from '../../protocol/types.js';

/** The tools of the demo, in the order of their columns. */
export const demoTools = ['claude', 'codex', 'copilot', 'gemini', 'opencode'] as const satisfies ToolId[];

export type DemoTool = (typeof demoTools)[number];

/** The directories of the demo. They exist on no disk. */
export const demoHome = '/demo/home';
export const demoRepository = '/demo/my-repo';

/** What is special about an entry in one tool. */
export interface Peculiarity {
  /** Why the tool does not load the file. */
  readonly refused?: string;
  /** Why the tool has no switch for it. */
  readonly fixed?: string;
  /** Why the tool uses it even when it is off. */
  readonly unobeyed?: string;
  /** Why the gates of the file do not count in this tool. */
  readonly ungated?: string;
  /** The settings file that keeps it on, whatever the others say. */
  readonly heldBy?: string;
}

/**
 * How an entry misbehaves when it is switched, to show what the picker says then.
 * @internal
 */
export type Quirk = 'refuses' | 'has-no-effect' | 'forgets' | 'is-slow' | 'is-silent';

/** A switch that is off from the start. */
interface InitialSwitch {
  readonly tool: DemoTool;
  readonly scope: ToolScope;
}

/** What an entry has beyond its name and description. */
export interface EntryTraits {
  /** The name of its directory or file, if that is not the entry's name. */
  readonly fileName?: string;
  /** The tools that read it, if not all that read its folder do. */
  readonly tools?: readonly DemoTool[];
  readonly noUser?: true;
  readonly noModel?: true;
  readonly details?: Details;
  readonly inTool?: Partial<Record<DemoTool, Peculiarity>>;
  readonly off?: readonly InitialSwitch[];
  readonly quirk?: Quirk;
  /** The text below the frontmatter. */
  readonly body?: string;
  /** The files next to it, by their path in its directory. */
  readonly bundled?: Readonly<Record<string, string>>;
  readonly server?: McpServerState;
  readonly event?: string;
  readonly globs?: string[];
}

/** An entry before its folder is known. */
export interface DemoDraft extends EntryTraits {
  readonly type: string;
  readonly name: string;
  readonly description?: string;
}

/** An entry in its place. */
export interface DemoEntry extends DemoDraft {
  readonly id: string;
  readonly path: string;
  /** The line of its declaration, counted from 1; undefined if the file holds nothing else. */
  readonly line: number | undefined;
}

/** A problem with a file of a folder. */
interface DemoProblem {
  /** Relative to the folder. */
  readonly file: string;
  readonly line: number | null;
  readonly code: ProblemCode;
  readonly severity: Severity;
  readonly message: string;
  /** The text of a file that is left out of the list. */
  readonly text?: string;
}

/** What is true of a folder or plugin as a whole. */
export interface PlaceTraits {
  readonly type: 'directory' | 'plugin';
  readonly name: string;
  readonly path: string;
  readonly from: From;
  readonly tools: readonly DemoTool[];
  /** The type of what a folder holds. */
  readonly contents?: string;
  readonly version?: string;
  readonly isWritable?: true;
  readonly load?: CustomizationLoadState;
  readonly problems?: readonly DemoProblem[];
  readonly off?: readonly InitialSwitch[];
}

/** A folder or plugin; without entries it has not been read yet. */
export interface DemoPlace extends PlaceTraits {
  readonly id: string;
  readonly entries: readonly DemoEntry[] | undefined;
}

/** Every draft of one type. */
const draft =
  (type: string) =>
  (name: string, description: string, traits: EntryTraits = {}): DemoDraft => ({
    type,
    name,
    description,
    ...traits,
  });

export const skill = draft('skill');
export const agent = draft('agent');
export const prompt = draft('prompt');
export const rule = draft('rule');
export const command = draft('command');

export const hook = (name: string, event: string, traits: EntryTraits = {}): DemoDraft => ({
  type: 'hook',
  name,
  event,
  ...traits,
});

export const server = (name: string, state: McpServerState, traits: EntryTraits = {}): DemoDraft => ({
  type: 'mcpServer',
  name,
  server: state,
  ...traits,
});

/** The subfolder of a plugin for each type. */
const subfolders: Readonly<Record<string, string>> = {
  skill: 'skills/',
  agent: 'agents/',
  command: 'commands/',
  prompt: 'prompts/',
  rule: 'rules/',
};

const isDeclared = (type: string): boolean => type === 'hook' || type === 'mcpServer';

function pathOf({ type, path }: PlaceTraits, entry: DemoDraft): string {
  const inPlugin = type === 'plugin';
  if (isDeclared(entry.type)) return inPlugin ? `${path}/.mcp.json` : path;
  const base = `${path}/${inPlugin ? (subfolders[entry.type] ?? '') : ''}${entry.fileName ?? entry.name}`;
  return entry.type === 'skill' ? `${base}/SKILL.md` : `${base}.md`;
}

/** Returns the entry in its place. `at` is its position among the declarations of the place. */
export function placed(place: PlaceTraits, entry: DemoDraft, at: number): DemoEntry {
  const path = pathOf(place, entry);
  // A declaration takes four lines, after the two that open the file.
  const line = isDeclared(entry.type) ? 3 + 4 * at : undefined;
  return { ...entry, path, line, id: `${entry.type}:${path}${line === undefined ? '' : `#${entry.name}`}` };
}

/** Returns a folder or plugin with its entries. */
export function place(traits: PlaceTraits, entries?: readonly DemoDraft[]): DemoPlace {
  return {
    ...traits,
    id: `${traits.type}:${traits.path}`,
    entries: entries?.map((entry, at) => {
      const declared = entries.slice(0, at).filter(({ type }) => isDeclared(type));
      return placed(traits, entry, declared.length);
    }),
  };
}
