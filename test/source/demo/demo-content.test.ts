import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EntryList, listEntries } from '../../../src/entries/entries.js';
import { isUnobeyed, type ToolStanding } from '../../../src/entries/entry-flags.js';
import { kinds } from '../../../src/entries/kind-names.js';
import { type RowState, rowState, type ToolState, toolState } from '../../../src/entries/row-state.js';
import type { Severity } from '../../../src/protocol/problem-codes.js';
import type { ToolScope } from '../../../src/protocol/scopes.js';
import { demoConnector } from '../../../src/source/demo/demo-connector.js';
import { demoContent } from '../../../src/source/demo/demo-content.js';
import { demoTools, type Quirk } from '../../../src/source/demo/demo-entry.js';
import { isPlace } from '../../../src/source/demo/demo-world.js';
import type { SessionSource } from '../../../src/source/session-source.js';
import { startDemo } from '../../support/demo-session.js';

/** Every member of a union: the type checker refuses a table that lacks one. */
const all = <T extends string>(table: Record<T, true>): T[] => Object.keys(table) as T[];

// Only an ACP agent leaves open whether an entry is on.
const rowStates = all<Exclude<RowState, 'unknown'>>({
  on: true,
  off: true,
  mixed: true,
  'off-with-container': true,
  shadowed: true,
  refused: true,
  unread: true,
});
const toolStates = all<ToolState>({
  on: true,
  either: true,
  off: true,
  'off-with-container': true,
  shadowed: true,
  refused: true,
});
const severities = all<Severity>({ error: true, warning: true });
const quirks = all<Quirk>({
  refuses: true,
  'has-no-effect': true,
  forgets: true,
  'is-slow': true,
  'is-silent': true,
});
const loads = all({ loading: true, loaded: true, degraded: true, error: true });
const serverStates = all({ starting: true, ready: true, authRequired: true, error: true, stopped: true });

const sorted = (values: Iterable<unknown>): unknown[] => [...new Set(values)].sort();

let source: SessionSource;
let list: EntryList;
let standings: ToolStanding[];

beforeAll(async () => {
  source = (await startDemo()).source;
  list = listEntries(source.getView().state, source.host);
  standings = list.entries.flatMap(({ tools }) => tools);
});

afterAll(() => source.close());

describe('the demo', () => {
  it('is a session of all tools on skillpick’s own host, in a repository', () => {
    expect(source.host).toMatchObject({ kind: 'demo', name: 'demo', isOwn: true });
    expect(source.getView().state).toMatchObject({ title: 'my-repo', provider: 'agents' });
    expect(source.agents.map(({ provider }) => provider)).toEqual(['agents', ...demoTools]);
    expect(source.unreadCount).toBe(0);
  });

  it('has enough entries to scroll through, and not too many to read', () => {
    expect(list.entries.length).toBeGreaterThan(60);
    expect(list.entries.length).toBeLessThan(130);
  });

  it('shows every state of a row', () => {
    expect(sorted(list.entries.map(rowState))).toEqual(rowStates.sort());
  });

  it('shows every state in a tool, and an empty cell', () => {
    const states = list.entries.flatMap((entry) => entry.tools.map((tool) => toolState(tool, entry)));
    expect(sorted(states)).toEqual(toolStates.sort());
    expect(sorted(standings.map(({ id }) => id))).toEqual([...demoTools].sort());
    expect(list.entries.some(({ tools }) => tools.length > 0 && tools.length < demoTools.length)).toBe(true);
  });

  it('shows every state of a mark in one tool while another tool uses the entry', () => {
    const inOne = (is: (tool: ToolStanding) => boolean) =>
      list.entries.some(({ tools }) => tools.some(is) && tools.some((tool) => !is(tool) && tool.inEffect));
    expect(inOne(({ shadowedBy, inEffect }) => shadowedBy !== null && !inEffect)).toBe(true);
    expect(inOne(({ isRefused }) => isRefused)).toBe(true);
    expect(inOne(({ isFixed, note }) => isFixed && note !== null)).toBe(true);
    expect(inOne(({ enabled }) => !enabled)).toBe(true);
  });

  it('has an entry that is off and still used, with the reason', () => {
    const used = standings.filter((standing) => isUnobeyed(standing) && !standing.enabled);
    expect(used.map(({ note }) => note)).toEqual([expect.stringContaining('trust this folder')]);
  });

  it('has every type that a list can be limited to', () => {
    const types = [...list.entries, ...list.containers].map(({ type }) => type);
    expect(sorted(types)).toEqual(kinds.filter((kind) => kind !== 'all').sort());
  });

  it('has every combination of gates, for skills', () => {
    const skills = list.entries.filter(({ type }) => type === 'skill');
    const gates = skills.map(({ userInvocable, modelInvocable }) => `${userInvocable} ${modelInvocable}`);
    expect(sorted(gates)).toEqual(['false false', 'false true', 'true false', 'true true']);
  });

  it('has plugins in every load state, one that is not read yet, and an empty one', () => {
    const plugins = list.containers.filter(({ type }) => type === 'plugin');
    expect(sorted(plugins.map(({ load }) => load))).toEqual([...loads, null].sort());
    expect(plugins.find(({ load }) => load === 'error')?.message).toBe('plugin.json is not valid JSON');
    expect(plugins.find(({ load }) => load === null)?.children).toBeNull();
    expect(plugins.some(({ load, children }) => load === 'loaded' && children === 0)).toBe(true);
    expect(plugins.some(({ enabled }) => !enabled)).toBe(true);
  });

  it('has MCP servers in every state, one of them in no folder', () => {
    const servers = list.entries.filter(({ type }) => type === 'mcpServer');
    expect(sorted(servers.map(({ state }) => state))).toEqual(serverStates.sort());
    expect(servers.some(({ container }) => container === null)).toBe(true);
  });

  it('has problems of every severity, with and without a line, and one of the session', () => {
    expect(sorted(list.problems.map(({ severity }) => severity))).toEqual(severities.sort());
    expect(list.problems).toContainEqual(
      expect.objectContaining({
        uri: expect.stringMatching(/relay-setup\/SKILL\.md$/),
        line: 4,
        message: 'description is missing',
      }),
    );
    expect(list.problems.some(({ line }) => line === null)).toBe(true);
    expect(list.problems.some(({ code }) => code === 'name-not-folder')).toBe(true);
    expect(list.sessionProblems).toHaveLength(1);
  });

  it('has two folders of one name', () => {
    const names = list.containers.map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual(['.agents/skills']);
    expect(new Set(list.containers.map(({ uri }) => uri)).size).toBe(list.containers.length);
  });

  it('has two skills of one name, of which each tool uses its own', () => {
    const deploys = list.entries.filter(({ name }) => name === 'deploy');
    const used = (id: string) =>
      deploys
        .filter(({ tools }) => tools.some((tool) => tool.id === id && tool.inEffect))
        .map(({ from }) => from);
    expect([used('claude'), used('copilot'), used('opencode')]).toEqual([
      ['user'],
      ['repo'],
      ['repo', 'user'],
    ]);
    expect(deploys.map(({ duplicateOf }) => duplicateOf)).toEqual([null, deploys[0]!.id]);
  });

  it('has names and descriptions that are hard to draw', () => {
    const names = list.entries.map(({ name }) => name);
    const hard = {
      long: /^.{60,64}$/,
      wide: /[\u3040-\u30ff]/,
      joined: /\u200d/,
      rightToLeft: /[\u0590-\u05ff]/,
    };
    for (const pattern of Object.values(hard)) expect(names.some((name) => pattern.test(name))).toBe(true);
    expect(list.entries.some(({ description }) => (description?.length ?? 0) > 1_024)).toBe(true);
  });

  it('says how each tool invokes a skill', () => {
    const invokes = standings.map(({ invoke }) => invoke);
    expect(invokes).toEqual(
      expect.arrayContaining([
        '/release-notes',
        '$release-notes',
        '/data-kit:query',
        '$data-kit:query',
        null,
      ]),
    );
  });

  it('has tools that switch only for all repositories, and settings of every scope', () => {
    const scopes = standings.map(({ switchable }) => switchable.join());
    expect(sorted(scopes)).toEqual(['', 'global', 'workspace,shared,global']);
    const files = standings.flatMap(({ id, why }) => (id === 'claude' && why ? [why.file] : []));
    const wanted: Record<ToolScope, string> = {
      workspace: '/demo/my-repo/.claude/settings.local.json',
      shared: '/demo/my-repo/.claude/settings.json',
      global: '/demo/home/.claude/settings.json',
    };
    expect(files).toEqual(expect.arrayContaining(Object.values(wanted)));
  });

  it('has details: licences, tokens, allowed tools and models', () => {
    const fields = list.entries.flatMap(({ details }) => Object.keys(details));
    expect(fields).toEqual(
      expect.arrayContaining(['license', 'tokens', 'allowedTools', 'model', 'compatibility', 'argumentHint']),
    );
  });

  it('has an entry for every way in which a switch can go wrong', () => {
    const entries = demoContent.flatMap((top) => (isPlace(top) ? (top.entries ?? []) : [top]));
    expect(sorted(entries.flatMap(({ quirk }) => quirk ?? []))).toEqual(quirks.sort());
  });
});

describe('the demo’s files', () => {
  it('have a text for every entry and every problem in a file', async () => {
    const uris = [...list.entries, ...list.problems.filter(({ line }) => line !== null)].map(
      ({ uri }) => uri,
    );
    for (const uri of new Set(uris)) expect((await source.files.read(uri)).length).toBeGreaterThan(20);
  });

  it('have frontmatter, and a heading for the preview', async () => {
    for (const { uri, name } of list.entries.filter(({ type }) => type === 'skill' || type === 'agent'))
      expect(await source.files.read(uri)).toMatch(new RegExp(`^---\nname: ${name}\n[\\s\\S]*\n---\n\n# `));
  });

  it('have the deciding setting in the line that the standing names', async () => {
    const decided = list.entries.flatMap((entry) => entry.tools.map((tool) => ({ entry, why: tool.why })));
    const known = decided.filter(({ why }) => why !== null);
    expect(known.length).toBeGreaterThan(10);
    for (const { entry, why } of known) {
      const lines = (await source.files.read(`file://${why!.file}`)).split('\n');
      const names = [entry.name, entry.container?.name];
      const shown = lines.slice(why!.line! - 1, why!.line! + 1).join('\n');
      expect(names.some((name) => name !== undefined && shown.includes(name))).toBe(true);
    }
  });

  it('have the declaration of a server or hook in its line', async () => {
    for (const { uri, range, name } of list.entries) {
      const line = range && (await source.files.read(uri)).split('\n')[range.start.line];
      if (range !== null) expect(line).toContain(JSON.stringify(name));
    }
  });

  it('list the files next to a skill, and are on no disk', async () => {
    const { uri } = list.entries.find(({ name }) => name === 'release-notes')!;
    const directory = uri.replace(/\/SKILL\.md$/, '');
    expect(await source.files.list(directory)).toEqual([
      { name: 'SKILL.md', type: 'file' },
      { name: 'scripts', type: 'directory' },
      { name: 'templates', type: 'directory' },
    ]);
    const text = await source.files.read(`${directory}/scripts/collect.sh`);
    expect(await source.files.stat(`${directory}/scripts/collect.sh`)).toMatchObject({ size: text.length });
    expect(source.files.localPath(uri)).toBeUndefined();
    await expect(source.files.read(`${directory}/missing.md`)).rejects.toThrow('The demo has no such file.');
    await expect(source.files.list(`${directory}/missing`)).rejects.toThrow('The demo has no such file.');
    await expect(source.files.create(`${directory}/new.md`, '')).rejects.toThrow('takes no new files');
  });
});

it('does not keep the process running', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  const connector = demoConnector({ env: {} });
  expect(timers()).toBe(before);
  await connector.close?.();
});
