/** Compares what a tool reports of a scene with what `skillpick list --json` says of it, and nothing else of ours. */

import { execFile } from 'node:child_process';
import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import type { ToolId } from '../../src/host/tools/tool.js';
import type { Scene, SceneOwner } from '../host/tools/scene.js';
import type { ReportedEntry, ToolCase } from './asker.js';
import { trustedScene } from './trusted-scene.js';

const kinds = ['skill', 'agent', 'mcpServer', 'plugin', 'rule', 'hook'];

/** The fields of the list that the comparison reads. */
interface ListedStanding {
  id: string;
  inEffect: boolean;
  shadowedBy: string | null;
  userInvocable: boolean | null;
  modelInvocable: boolean | null;
  invoke: string | null;
  note: string | null;
}

interface ListedEntry {
  id: string;
  type: string;
  name: string;
  uri: string;
  tools: ListedStanding[];
}

export interface ListedDocument {
  entries: ListedEntry[];
  problems: { uri: string; code: string | null }[];
}

/**
 * Makes the scene of a case. In texts, `<repository>` and `<home>` stand for the paths of the scene; in a variable, `~/x`
 * is a path in the home.
 */
export function sceneOf(
  { files, links = {}, cwd = '', env: wanted = {}, isBare }: ToolCase,
  owner?: SceneOwner,
): Scene {
  const env: Record<string, string> = {};
  const scene = trustedScene({ cwd, env, ...(owner !== undefined && { owner }) });
  const fill = (text: string) =>
    text.replaceAll('<repository>', scene.repository).replaceAll('<home>', scene.home);
  for (const [name, value] of Object.entries(wanted))
    env[name] = value.startsWith('~/') ? scene.path(value) : fill(value);
  if (isBare) rmSync(scene.path('.git'), { recursive: true });
  for (const [short, content] of Object.entries(files)) {
    mkdirSync(dirname(scene.path(short)), { recursive: true });
    writeFileSync(scene.path(short), typeof content === 'string' ? fill(content) : content);
  }
  for (const [short, target] of Object.entries(links)) {
    mkdirSync(dirname(scene.path(short)), { recursive: true });
    symlinkSync(scene.path(target), scene.path(short));
  }
  return scene;
}

/** Runs `skillpick list --json` with everything in the scene. */
export async function ourList(scene: Scene, id: ToolId): Promise<ListedDocument> {
  const { cwd, env } = scene.environment;
  const args = [inject('bin'), 'list', '--json', '--type', kinds.join(), '--local'];
  // A command of the tool's name makes the tool present.
  const commands = join(scene.folder, 'commands');
  mkdirSync(commands, { recursive: true });
  writeFileSync(join(commands, id), '', { mode: 0o755 });
  const own = { HOME: scene.home, USERPROFILE: scene.home, PATH: commands };
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd,
    env: { ...own, ...env },
    maxBuffer: 256 * 1024 * 1024,
  });
  return JSON.parse(stdout) as ListedDocument;
}

/** One entry as we list it, in this tool. */
interface OurEntry extends ListedStanding {
  readonly entryId: string;
  readonly kind: string;
  readonly path: string;
  /** The names that the tool may call it. */
  readonly names: readonly string[];
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function ourEntries({ entries }: ListedDocument, id: ToolId): OurEntry[] {
  return entries
    .filter(({ type }) => kinds.includes(type))
    .flatMap((entry) => {
      const standing = entry.tools.find((tool) => tool.id === id);
      if (standing === undefined) return [];
      const invoked = standing.invoke?.replace(/^[/$@]/, '');
      const names = [entry.name, ...(invoked === undefined ? [] : [invoked])];
      const path = entry.uri.startsWith('file:') ? realPath(fileURLToPath(entry.uri)) : entry.uri;
      return [{ ...standing, entryId: entry.id, kind: entry.type, path, names }];
    });
}

/** True if the tool's report is about this entry: by path if it names one, else by name. */
function isSame(our: OurEntry, { kind, name, path }: ReportedEntry): boolean {
  if (our.kind !== kind) return false;
  // A plugin is listed without the name of its marketplace.
  const called = kind === 'plugin' ? name.replace(/@.*$/, '') : name;
  if (path === undefined || kind === 'mcpServer') return our.names.includes(called);
  const [mine, theirs] = [our.path, realPath(path)];
  // A file may have hooks for several events. Its name may be part of theirs.
  if (kind === 'hook') return mine === theirs && our.names.some((one) => one.split(':').at(-1) === name);
  return mine === theirs || dirname(mine) === theirs;
}

const describeReported = ({ kind, name, path = '' }: ReportedEntry) => `${kind} ${name} ${path}`.trim();
const describeOurs = ({ kind, names, path, note }: OurEntry) =>
  `${kind} ${names[0]} ${path}${note === null ? '' : ` (${note})`}`;

function gateMistakes(our: OurEntry, reported: ReportedEntry): string[] {
  const compare = (gate: 'user' | 'model', mine: boolean | null) =>
    reported[gate] !== undefined && mine !== null && reported[gate] !== mine
      ? [`${describeOurs(our)}: ${gate} gate is ${mine ? 'open' : 'closed'} here, not in the tool`]
      : [];
  return [...compare('user', our.userInvocable), ...compare('model', our.modelInvocable)];
}

export interface Agreement {
  /** How many things we claim of the tool in the scene. */
  readonly claims: number;
  readonly mistakes: readonly string[];
}

/** Entries that the tool may use instead of each other, in any way, count once. */
function isEitherKnown(our: OurEntry, all: readonly OurEntry[], reported: readonly ReportedEntry[]): boolean {
  if (our.shadowedBy === null) return false;
  const rivals = all.filter(
    ({ kind, names }) => kind === our.kind && names.some((one) => our.names.includes(one)),
  );
  return rivals.some((rival) => reported.some((one) => one.isOn && isSame(rival, one)));
}

/** Compares a list with what the tool reports; a text means that the tool does not start there. */
export function compare(
  list: ListedDocument,
  id: ToolId,
  reported: readonly ReportedEntry[] | string,
): Agreement {
  if (typeof reported === 'string') {
    const isKnown =
      list.problems.some(({ code }) => code?.startsWith('settings-') || code === 'encoding-invalid') ||
      ourEntries(list, id).some(({ note }) => note?.includes('does not start'));
    return { claims: 1, mistakes: isKnown ? [] : [`the tool does not start: ${reported}`] };
  }
  const ours = ourEntries(list, id);
  const on = reported.filter(({ isOn }) => isOn);
  const used = ours.filter(({ inEffect }) => inEffect);
  const mistakes: string[] = [];
  for (const our of used) {
    const match = on.find((one) => isSame(our, one));
    if (match !== undefined) mistakes.push(...gateMistakes(our, match));
    else if (!isEitherKnown(our, used, on))
      mistakes.push(`${describeOurs(our)}: in effect here, not in the tool`);
  }
  for (const one of on) {
    if (!used.some((our) => isSame(our, one)))
      mistakes.push(`${describeReported(one)}: in effect in the tool, not here`);
  }
  return { claims: ours.length + on.length, mistakes };
}
