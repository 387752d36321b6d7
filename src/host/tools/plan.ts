/**
 * Finds the smallest change that makes a switch count: nothing, taking back what was decided before, or deciding.
 * Where none of these would, the switch is refused and the file that stands against it is named.
 */

import { Refusal } from './refusal.js';
import { describeProblem, type SettingsFiles, type View } from './settings-files.js';
import type { Surroundings } from './surroundings.js';
import type { EntryRef, Scope, SettingsFile, SwitchRule, Tool } from './tool.js';

/** A switch to be made; undefined forgets what was decided. */
export interface Wish {
  readonly entry: EntryRef;
  readonly scope: Scope;
  readonly enabled: boolean | undefined;
}

/** New texts by path. */
type Changes = ReadonlyMap<string, string | undefined>;

interface Desk {
  readonly tool: Tool;
  readonly files: SettingsFiles;
  readonly view: View;
  readonly rule: SwitchRule;
  readonly scope: Scope;
  /** The files of the scope that may be written, weakest first. */
  readonly writable: readonly SettingsFile[];
}

const noSwitch: Record<Scope, string> = {
  workspace: 'for one repository',
  global: 'for all repositories',
};

function openDesk(tool: Tool, files: SettingsFiles, { entry, scope }: Wish, around: Surroundings): Desk {
  const rule = tool.ruleFor(entry, around);
  if (typeof rule === 'string') throw new Refusal(rule);
  const view = files.of(entry.kind);
  const writable = view.files.filter((file) => file.scope === scope && file.use !== 'read');
  if (writable.length === 0) {
    throw new Refusal(`${tool.title} keeps no switch of ${entry.kind}s ${noSwitch[scope]}`);
  }
  for (const { path } of writable) {
    const problem = files.problemOf(path);
    if (problem !== undefined) throw new Refusal(describeProblem(problem));
  }
  return { tool, files, view, rule, scope, writable };
}

/** Takes back what the scope says of the entry, all of it or only what is against the wish. */
function takeBack(
  { files, view, rule, writable }: Desk,
  isMeant: (own: boolean) => boolean,
): Map<string, string | undefined> {
  const changes = new Map<string, string | undefined>();
  for (const file of writable) {
    const own = rule.own(view.contents[view.files.indexOf(file)]);
    if (own !== undefined && isMeant(own))
      changes.set(file.path, rule.write(files.textOf(file.path), undefined));
  }
  return changes;
}

/** Puts the decision into the strongest file that is there, or else into the one to make. */
function decide({ files, rule, writable }: Desk, enabled: boolean): [path: string, text: string | undefined] {
  const existing = writable.findLast(({ path }) => files.textOf(path) !== undefined);
  const target = existing ?? writable.find(({ use }) => use === 'make') ?? writable[0];
  const path = target?.path ?? '';
  return [path, rule.write(files.textOf(path), enabled)];
}

function verdictWith({ tool, view, rule }: Desk, changes: Changes) {
  const contents = view.files.map(({ path }, at) => {
    if (!changes.has(path)) return view.contents[at];
    const text = changes.get(path);
    return text === undefined ? undefined : tool.parse(text);
  });
  return rule.decide(contents);
}

/** True if a file of the scope, whoever wrote it, has the entry off. */
const isSaidOff = ({ view, rule, scope }: Desk): boolean =>
  view.files.some((file, at) => file.scope === scope && rule.own(view.contents[at]) === false);

/** What has to change for the decision to count. A scope in which an entry is switched off says so itself. */
function changesFor(desk: Desk, enabled: boolean, mustCount: boolean): Changes {
  const isSo = desk.rule.decide(desk.view.contents).enabled === enabled;
  if (isSo && (enabled || isSaidOff(desk))) return new Map();
  const changes = takeBack(desk, (own) => own !== enabled);
  if (changes.size > 0 && verdictWith(desk, changes).enabled === enabled) return changes;
  changes.set(...decide(desk, enabled));
  const { enabled: result, by } = verdictWith(desk, changes);
  if (result === enabled || !mustCount) return changes;
  const file = by === undefined ? undefined : desk.view.files[by]?.path;
  throw new Refusal(`${file ?? desk.tool.title} keeps it ${enabled ? 'off' : 'on'}`);
}

/**
 * Notes in the files what has to change for the wish. Answers the paths, or throws a Refusal; a wish that need not
 * count is noted even if another scope decides.
 */
export function plan(
  tool: Tool,
  files: SettingsFiles,
  wish: Wish,
  around: Surroundings,
  mustCount: boolean,
): string[] {
  const desk = openDesk(tool, files, wish, around);
  const { enabled } = wish;
  const changes = enabled === undefined ? takeBack(desk, () => true) : changesFor(desk, enabled, mustCount);
  for (const [path, text] of changes) files.stage(path, text);
  return [...changes.keys()];
}
