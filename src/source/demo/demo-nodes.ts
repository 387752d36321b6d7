/** The nodes of a demo session, without their switches: what discovery would find. */

import type { Problem } from '../../protocol/problem-codes.js';
import { type SkillpickMeta, skillpickMeta } from '../../protocol/skillpick-meta.js';
import type { ChildCustomization, Customization, TextRange } from '../../protocol/types.js';
import { demoUri } from './demo-batches.js';
import type { DemoEntry, DemoPlace, DemoTool } from './demo-entry.js';
import { type DemoTop, type DemoWorld, isPlace } from './demo-world.js';

/** Characters for each token, as hosts estimate them. */
const charsPerToken = 4;

function rangeOf({ line }: DemoEntry): { range?: TextRange } {
  if (line === undefined) return {};
  const start = { line: line - 1, character: 0 };
  return { range: { start, end: { line: line + 2, character: 0 } } };
}

/** Returns the details, with an estimate of the tokens of a skill or agent. */
function detailsOf({ type, name, description = '', details }: DemoEntry): Pick<SkillpickMeta, 'details'> {
  if (type !== 'skill' && type !== 'agent') return details === undefined ? {} : { details };
  return { details: { ...details, tokens: Math.ceil((name.length + description.length) / charsPerToken) } };
}

/** Returns the id of the first entry of the same type and name, if this is another one. */
function duplicateIn(world: DemoWorld, { id, type, name }: DemoEntry): Pick<SkillpickMeta, 'duplicateOf'> {
  const first = world.items.find((item) => item.entry && item.type === type && item.name === name);
  return first === undefined || first.id === id ? {} : { duplicateOf: first.id };
}

function entryNode(entry: DemoEntry, place: DemoPlace | undefined, world: DemoWorld): ChildCustomization {
  const { type, id, name, description, path, noUser, noModel, server, event, globs } = entry;
  const node = {
    type,
    id,
    uri: demoUri(path),
    name,
    ...(description !== undefined && { description }),
    ...(noUser && { disableUserInvocation: true }),
    ...(noModel && { disableModelInvocation: true }),
    ...(server && { state: server }),
    ...(event !== undefined && { event }),
    ...(globs && { globs }),
    ...rangeOf(entry),
    _meta: skillpickMeta({ from: place?.from ?? 'repo', ...detailsOf(entry), ...duplicateIn(world, entry) }),
  };
  // A command has no type of its own in the protocol's union, which newer hosts may extend.
  return node as ChildCustomization;
}

function problemsIn({ path, problems = [] }: DemoPlace): Problem[] {
  return problems.map(({ file, line, code, severity, message }) => ({
    uri: demoUri(`${path}/${file}`),
    line,
    code,
    severity,
    message,
  }));
}

function placeNode(
  place: DemoPlace,
  entries: readonly DemoEntry[] | undefined,
  world: DemoWorld,
): Customization {
  const { id, type, name, path, from, contents, version, isWritable, load } = place;
  const problems = problemsIn(place);
  const node = {
    type,
    id,
    uri: demoUri(path),
    name,
    ...(type === 'directory' && { contents: contents ?? 'skill', writable: isWritable === true }),
    ...(version !== undefined && { version }),
    ...((load ?? entries) && { load: load ?? { kind: 'loaded' } }),
    ...(entries && { children: entries.map((entry) => entryNode(entry, place, world)) }),
    _meta: skillpickMeta({ from, ...(problems.length > 0 && { problems }) }),
  };
  return node as Customization;
}

/** What a session shows: everything, or what one tool reads of the user's own. */
export interface DemoView {
  readonly tools: readonly DemoTool[];
  readonly isWhole: boolean;
}

function topNode(top: DemoTop, { tools, isWhole }: DemoView, world: DemoWorld): Customization[] {
  if (!isPlace(top)) return isWhole ? [entryNode(top, undefined, world) as Customization] : [];
  if (isWhole) return [placeNode(top, top.entries, world)];
  if (top.from === 'repo') return [];
  const isRead = (entry: DemoEntry) => world.item(entry)?.tools.some((tool) => tools.includes(tool));
  const entries = top.entries?.filter(isRead);
  return entries?.length ? [placeNode(top, entries, world)] : [];
}

/** Returns the nodes of a session. */
export function demoNodes(world: DemoWorld, view: DemoView): Customization[] {
  return world.tops.flatMap((top) => topNode(top, view, world));
}
