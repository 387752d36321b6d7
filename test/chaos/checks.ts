/** Checks a world and reports violated invariants. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Attempts } from './attempts.js';
import { type LibraryClient, toolStatesOf } from './client.js';
import { allEntries, type ChaosEntry, entries, type ToolId, toolIds } from './entries.js';
import { restOf } from './kept.js';
import { isOn, saidIn, type ToolStates } from './readers.js';
import type { Report } from './report.js';
import { settingsFiles } from './settings.js';
import type { World } from './world.js';

type Add = Report['add'];
type EntryStates = ReadonlyMap<string, ToolStates>;

const show = (value: unknown): string => JSON.stringify(value);

/** True if every file could be read. */
export function checkReadable(world: World, add: Add): boolean {
  let isReadable = true;
  for (const { path, read } of settingsFiles) {
    const text = world.read(path);
    try {
      if (text !== undefined) read(text);
    } catch (error) {
      isReadable = false;
      add('readable', `${path}: ${(error as Error).message}; it holds ${show(text)}`);
    }
  }
  return isReadable;
}

export function checkKept(world: World, add: Add): void {
  for (const file of settingsFiles) {
    const before = world.before.get(file.path);
    const [was, is] = [before, world.read(file.path)].map((text) => restOf(file, text, before));
    if (was !== is) add('kept', `${file.path}: it was ${was} and is ${is}`);
  }
}

/**
 * True if the tool has only settings for all repositories: Codex, which switches a skill by its path, and Copilot CLI
 * for agents.
 */
const isKeptGlobally = (tool: ToolId, { kind }: ChaosEntry): boolean =>
  tool === 'codex' || (tool === 'copilot' && kind === 'agent');

export function checkNarrow(world: World, add: Add): void {
  for (const entry of allEntries) {
    if (entry.scopes.length > 1) continue;
    const other = entry.scopes[0] === 'workspace' ? 'global' : 'workspace';
    for (const tool of toolIds) {
      if (other === 'global' && isKeptGlobally(tool, entry)) continue;
      const said = saidIn(world, tool, other, entry);
      if (said === undefined) continue;
      add(
        'narrow',
        `${entry.name} is only switched for ${entry.scopes[0]}, but the ${other} settings of ${tool} have it ${said ? 'on' : 'off'}`,
      );
    }
  }
}

/** Compares the files with the reported outcomes of the round. */
export function checkTrue(attempts: Attempts, before: EntryStates, now: EntryStates, add: Add): void {
  for (const entry of entries.filter(({ scopes }) => scopes.length === 1)) {
    for (const [tool, flag] of Object.entries(now.get(entry.name) ?? {})) {
      const mayBe = attempts.mayBe(entry, tool as ToolId, before.get(entry.name) ?? {});
      if (mayBe.has(flag)) continue;
      add(
        'true',
        `${entry.name} is ${flag ? 'on' : 'off'} in ${tool}, but should be ${mayBe.has(true) ? 'on' : 'off'} by what was said`,
      );
    }
  }
}

interface ListedEntry {
  name: string;
  enabled: boolean;
  tools: { id: string; enabled: boolean }[];
}

/** Compares the output of `list --json` with the files. */
export function checkListed(stdout: string, now: EntryStates, add: Add): void {
  const listed = new Map((JSON.parse(stdout).entries as ListedEntry[]).map((entry) => [entry.name, entry]));
  for (const [name, states] of now) {
    const entry = listed.get(name);
    const shown = entry && { enabled: entry.enabled, states: toolStatesOf(entry.tools, entry.enabled) };
    const expected = { enabled: isOn(states), states };
    if (!isDeepStrictEqual(shown, expected))
      add('listed', `${name}: listed as ${show(shown)}, but the files say ${show(expected)}`);
  }
}

/** Returns where a client shows something else than the files say. */
export function untruthsIn(client: LibraryClient, now: EntryStates): string[] {
  const view = client.view();
  return [...now].flatMap(([name, states]) => {
    const expected = { enabled: isOn(states), states };
    const seen = view.get(name);
    if (isDeepStrictEqual(seen, expected)) return [];
    return [`${client.name} sees ${name} as ${show(seen)}, but the files say ${show(expected)}`];
  });
}

export function checkRestored(world: World, add: Add): void {
  for (const { path } of settingsFiles) {
    const [was, is] = [world.before.get(path), world.read(path)];
    if (was !== is) add('restored', `${path}: it was ${show(was)} and is ${show(is)}`);
  }
}

/** The switches that skillpick keeps itself, and its lists of the settings files that it made. */
const ownFile =
  /^state\/skillpick\/(history\.jsonl|(switches|(claude|codex|copilot|gemini|opencode|qwen|kilo)-files)\.json)$/;

/** Returns new files, without skillpick's own. */
export function strayFiles(world: World): string[] {
  const added = world.files().filter((path) => !world.filesBefore.has(path));
  const known = new Set(settingsFiles.map(({ path }) => world.path(path)));
  return added.filter((path) => !known.has(path) && !ownFile.test(relative(world.root, path)));
}

/** Returns the processes that run in this home, on systems that report it. */
export function strayProcesses(world: World): string[] {
  if (!existsSync('/proc/self/environ')) return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const read = (pid: string, file: string): string => {
    try {
      return readFileSync(join('/proc', pid, file), 'utf8').replaceAll('\0', ' ');
    } catch {
      return '';
    }
  };
  return pids
    .filter((pid) => read(pid, 'environ').includes(`HOME=${world.home} `))
    .map((pid) => `${pid}: ${read(pid, 'cmdline')}`);
}
