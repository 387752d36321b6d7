import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SessionStore, SwitchRequest, ToggleOutcome, UndoOutcome } from '../../../src/client/index.js';
import { listEntries } from '../../../src/entries/entries.js';
import { Host } from '../../../src/host/host.js';
import { HistoryFile, historyPath } from '../../../src/host/session/history-file.js';
import type { HistoryLine } from '../../../src/host/session/history-line.js';
import { switchesPath } from '../../../src/host/session/switches-file.js';
import type { SwitchResult, UndoResult } from '../../../src/protocol/switch-result.js';
import { connectInProcess, entryNamed } from '../../support/client-in-process.js';
import { makeTree, type Tree } from '../../support/host-tree.js';
import { ownHost } from '../../support/standing.js';

const homes = ['.claude', '.codex', '.copilot', '.gemini', '.config/opencode'];

/** Makes Gemini CLI trust the repository: it reads nothing in other folders. */
function trust({ home, cwd }: Tree): void {
  mkdirSync(join(home, '.gemini'), { recursive: true });
  writeFileSync(join(home, '.gemini/trustedFolders.json'), JSON.stringify({ [cwd]: 'TRUST_FOLDER' }));
}

/** A repository with these skills, which all tools read. */
function makeScene(...skills: string[]): Tree {
  const tree = makeTree();
  for (const home of homes) mkdirSync(join(tree.home, home), { recursive: true });
  trust(tree);
  for (const skill of skills) {
    tree.skill(skill);
    mkdirSync(join(tree.cwd, '.claude/skills'), { recursive: true });
    symlinkSync(`../../.agents/skills/${skill}`, join(tree.cwd, '.claude/skills', skill));
  }
  return tree;
}

async function openStore({ environment }: Tree, provider = 'agents'): Promise<SessionStore> {
  const { open } = await connectInProcess(new Host({ environment }));
  return open(provider);
}

/** The settings files of all tools; undefined for those that do not exist. */
function settingsOf({ cwd, home }: Tree): Record<string, string | undefined> {
  const files = [
    join(cwd, '.claude/settings.local.json'),
    join(cwd, '.claude/settings.json'),
    join(cwd, '.github/copilot/settings.local.json'),
    join(cwd, '.gemini/settings.json'),
    join(cwd, 'opencode.json'),
    join(home, '.claude/settings.json'),
    join(home, '.codex/config.toml'),
    join(home, '.copilot/settings.json'),
    join(home, '.gemini/settings.json'),
    join(home, '.config/opencode/opencode.json'),
  ];
  const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
  return Object.fromEntries(files.map((file) => [file, read(file)]));
}

const historyOf = ({ environment }: Tree): HistoryLine[] => new HistoryFile(historyPath(environment)).read();

function resultOf(outcome: ToggleOutcome | undefined): SwitchResult {
  if (outcome?.kind !== 'confirmed' || outcome.result === undefined)
    throw new Error(`not switched: ${JSON.stringify(outcome)}`);
  return outcome.result;
}

function undoneOf(outcome: UndoOutcome): UndoResult {
  if (outcome.kind !== 'confirmed') throw new Error(`not taken back: ${JSON.stringify(outcome)}`);
  return outcome.result;
}

type Wish = Omit<SwitchRequest, 'id'> & { name: string };

/** Switches entries by their names; returns the name of the batch. */
async function switchAll(store: SessionStore, ...wishes: Wish[]): Promise<string> {
  const { entries } = listEntries(store.getSnapshot().state, ownHost);
  const ids = new Map(entries.map(({ name, id }) => [name, id]));
  const batch = wishes.map(({ name, ...wish }) => ({ id: ids.get(name) ?? '', ...wish }));
  const results = (await Promise.all(store.switch(batch))).map(resultOf);
  const names = new Set(results.flatMap((result) => result.batch ?? []));
  expect(names.size).toBe(1);
  return [...names][0]!;
}

const off = (name: string, scope: Wish['scope'] = 'workspace'): Wish => ({ name, enabled: false, scope });
const on = (name: string, scope: Wish['scope'] = 'workspace'): Wish => ({ name, enabled: true, scope });

/** Switches, takes it back and makes it again, and expects the files to follow to the byte. */
async function expectRoundTrip(tree: Tree, ...wishes: Wish[]): Promise<void> {
  const store = await openStore(tree);
  const before = settingsOf(tree);
  const batch = await switchAll(store, ...wishes);
  const after = settingsOf(tree);
  expect(after).not.toEqual(before);
  const undone = undoneOf(await store.undo(batch));
  expect(settingsOf(tree)).toEqual(before);
  expect(new Set(undone.switches.map(({ outcome }) => outcome))).toEqual(new Set(['changed']));
  const redone = undoneOf(await store.undo(undone.batch ?? ''));
  expect(settingsOf(tree)).toEqual(after);
  expect(redone.undone).toBe(undone.batch);
}

describe('a switch that is taken back, and made again', () => {
  test.each(['workspace', 'shared', 'global'] as const)(
    'in files that it made, in scope %s',
    async (scope) => {
      await expectRoundTrip(makeScene('lint'), off('lint', scope));
    },
  );

  test('of a mixed entry brings every tool back to its own state', async () => {
    const tree = makeScene('lint');
    tree.write('.claude/settings.local.json', '{\n\t"skillOverrides": {\n\t\t"lint": "name-only"\n\t}\n}');
    tree.write('opencode.json', '{ "permission": { "skill": { "lint": "deny", "*": "ask" } } }\n');
    await expectRoundTrip(tree, off('lint'));
    await expectRoundTrip(tree, on('lint'));
  });

  test.each<[name: string, wishes: Wish[]]>([
    ['one entry on', [on('lint')]],
    ['several entries on', [on('docs'), on('lint'), on('test')]],
    ['one on and one off', [on('lint'), off('test', 'global')]],
  ])('in files with other settings: %s', async (_, wishes) => {
    const tree = makeScene('lint', 'docs', 'test');
    tree.write(
      '.claude/settings.local.json',
      '{\n  "skillOverrides": {\n    "docs": "off",\n    "lint": "off",\n    "test": "off"\n  },\n  "model": "x"\n}\n',
    );
    tree.write('.gemini/settings.json', '{"skills":{"disabled":["docs","lint","other"]},"a":1}');
    tree.write('opencode.json', '{\n  // mine\n  "permission": {"skill": {"lint": "deny"}},\n}\n');
    writeFileSync(
      join(tree.home, '.codex/config.toml'),
      `model = "x"\n\n# why\n[[skills.config]]\npath = "${tree.cwd}/.agents/skills/lint/SKILL.md"\nenabled = false\n\n[a]\nb = 1\n`,
    );
    await expectRoundTrip(tree, ...wishes);
  });

  test('of one tool alone', async () => {
    await expectRoundTrip(makeScene('lint'), { ...off('lint'), tools: ['opencode'] });
  });

  test('of a reset', async () => {
    const tree = makeScene('lint');
    tree.write('.claude/settings.local.json', '{"skillOverrides":{"lint":"user-invocable-only"}}');
    await expectRoundTrip(tree, { name: 'lint', enabled: null, scope: 'workspace' });
  });

  test('that skillpick keeps itself', async () => {
    const tree = makeScene();
    tree.write('CLAUDE.md', 'Be kind.');
    tree.write('.github/prompts/ask.prompt.md', '---\ndescription: Asks.\n---\n');
    const store = await openStore(tree);
    const batch = await switchAll(store, off('ask'));
    expect(historyOf(tree)).toMatchObject([
      { tool: null, scope: 'workspace', file: switchesPath(tree.environment), before: null, batch },
    ]);
    const undone = undoneOf(await store.undo(batch));
    await expect.poll(() => entryNamed(store, 'ask').enabled).toBe(true);
    expect(undone.switches).toMatchObject([{ id: 'skillpick', outcome: 'changed', name: 'ask' }]);
    undoneOf(await store.undo(undone.batch ?? ''));
    await expect.poll(() => entryNamed(store, 'ask').enabled).toBe(false);
  });
});

describe('the history', () => {
  test('has a line for each setting, with nothing else of the file', async () => {
    const tree = makeScene('lint');
    tree.write(
      '.claude/settings.local.json',
      '{"skillOverrides":{"lint":"name-only"},"env":{"KEY":"secret"}}',
    );
    const store = await openStore(tree);
    const batch = await switchAll(store, { ...off('lint'), tools: ['claude', 'opencode'] });
    const lines = historyOf(tree);
    expect(lines).toMatchObject([
      {
        batch,
        repository: tree.cwd,
        directory: tree.cwd,
        entry: { type: 'skill', name: 'lint' },
        tool: 'claude',
        scope: 'workspace',
        file: join(tree.cwd, '.claude/settings.local.json'),
        before: { text: '"lint":"name-only"', at: 0 },
        after: { text: '"lint":"off"', at: 0 },
      },
      { batch, tool: 'opencode', file: join(tree.cwd, 'opencode.json'), before: null },
    ]);
    expect(JSON.stringify(lines)).not.toContain('secret');
    expect(lines[0]?.time).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  test('has no line for a switch that changed nothing', async () => {
    const tree = makeScene('lint');
    const store = await openStore(tree);
    await switchAll(store, off('lint'));
    const count = historyOf(tree).length;
    const [outcome] = await Promise.all(store.switch([{ id: entryNamed(store, 'lint').id, ...off('lint') }]));
    expect(resultOf(outcome)).toMatchObject({ batch: null });
    expect(historyOf(tree)).toHaveLength(count);
  });

  test('names the batch that an undo took back', async () => {
    const tree = makeScene('lint');
    const store = await openStore(tree);
    const batch = await switchAll(store, off('lint'));
    const undone = undoneOf(await store.undo(batch));
    const lines = historyOf(tree).filter((line) => line.batch === undone.batch);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.every(({ undoes, after }) => undoes === batch && after === null)).toBe(true);
  });

  test('that cannot be written does not stop a switch, which says so', async () => {
    const tree = makeScene('lint');
    mkdirSync(historyPath(tree.environment), { recursive: true });
    const store = await openStore(tree);
    const [outcome] = await Promise.all(store.switch([{ id: entryNamed(store, 'lint').id, ...off('lint') }]));
    const { batch, tools } = resultOf(outcome);
    expect(batch).toBeNull();
    expect(tools.find(({ id }) => id === 'claude')).toMatchObject({
      outcome: 'changed',
      reason: expect.stringContaining('it cannot be taken back, because the history could not be written'),
    });
  });
});

test('the result of a switch has the setting that it replaced, and its file', async () => {
  const tree = makeScene('lint');
  tree.write('.claude/settings.local.json', '{"skillOverrides":{"lint":"name-only"}}');
  const store = await openStore(tree);
  const [outcome] = await Promise.all(store.switch([{ id: entryNamed(store, 'lint').id, ...off('lint') }]));
  const { tools } = resultOf(outcome);
  expect(tools.find(({ id }) => id === 'claude')).toMatchObject({
    file: join(tree.cwd, '.claude/settings.local.json'),
    isNew: false,
    before: '"lint":"name-only"',
  });
  expect(tools.find(({ id }) => id === 'opencode')).toMatchObject({ isNew: true, before: null });
});

describe('the plan of an undo', () => {
  const plannedIn = async (store: SessionStore, ...batches: string[]) =>
    undoneOf(await store.planUndo(batches)).switches.map(({ id, name, outcome }) => [id, name, outcome]);
  const only = (name: string, enabled: boolean): Wish => ({
    name,
    enabled,
    scope: 'workspace',
    tools: ['claude'],
  });

  test('writes nothing, and names what the undo refuses', async () => {
    const tree = makeScene('lint', 'docs');
    const store = await openStore(tree);
    const batch = await switchAll(store, only('lint', false), only('docs', false));
    const file = join(tree.cwd, '.claude/settings.local.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"lint": "off"', '"lint": "name-only"'));
    const [settings, history] = [settingsOf(tree), historyOf(tree)];
    expect((await plannedIn(store, batch)).toSorted()).toEqual([
      ['claude', 'docs', 'planned'],
      ['claude', 'lint', 'refused'],
    ]);
    expect(settingsOf(tree)).toEqual(settings);
    expect(historyOf(tree)).toEqual(history);
  });

  test('counts on newer batches that are taken back first', async () => {
    const tree = makeScene('lint');
    const file = join(tree.cwd, '.claude/settings.local.json');
    writeFileSync(file, '{"skillOverrides":{"lint":"name-only"}}');
    const store = await openStore(tree);
    const first = await switchAll(store, only('lint', false));
    const second = await switchAll(store, only('lint', true));
    expect(await plannedIn(store, first)).toEqual([['claude', 'lint', 'refused']]);
    expect(await plannedIn(store, second, first)).toEqual([['claude', 'lint', 'planned']]);
  });

  test('covers what skillpick keeps itself', async () => {
    const tree = makeTree();
    tree.skill('alone');
    const store = await openStore(tree);
    const batch = await switchAll(store, off('alone'));
    expect(await plannedIn(store, batch)).toEqual([['skillpick', 'alone', 'planned']]);
    expect(entryNamed(store, 'alone').enabled).toBe(false);
    await store.reset(entryNamed(store, 'alone').id, 'workspace');
    expect(await plannedIn(store, batch)).toEqual([['skillpick', 'alone', 'unchanged']]);
  });

  test('of an unknown batch is refused', async () => {
    const store = await openStore(makeScene('lint'));
    const reason = 'there is no batch "x" in the history';
    expect(await store.planUndo(['x'])).toEqual({ kind: 'rejected', reason });
    const noNames = 'the batches to take back have no valid names';
    expect(await store.planUndo(['a b'])).toEqual({ kind: 'rejected', reason: noNames });
    expect(await store.planUndo([])).toEqual({ kind: 'rejected', reason: noNames });
  });
});

describe('an undo refuses', () => {
  test('by name what someone has changed since, and puts the rest back', async () => {
    const tree = makeScene('lint', 'docs');
    const store = await openStore(tree);
    const batch = await switchAll(store, off('lint'), off('docs'));
    const file = join(tree.cwd, '.claude/settings.local.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"lint": "off"', '"lint": "user-invocable-only"'));
    const { switches } = undoneOf(await store.undo(batch));
    const refused = switches.filter(({ outcome }) => outcome === 'refused');
    expect(refused).toMatchObject([
      {
        id: 'claude',
        name: 'lint',
        file,
        reason: `the setting in ${file} was changed since, and stays`,
      },
    ]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      skillOverrides: { lint: 'user-invocable-only' },
    });
    expect(existsSync(join(tree.cwd, 'opencode.json'))).toBe(false);
  });

  test('the same again, and puts it back once it reads as the switch left it', async () => {
    const tree = makeScene('lint');
    const store = await openStore(tree);
    const batch = await switchAll(store, off('lint'));
    const file = join(tree.cwd, '.claude/settings.local.json');
    const switched = readFileSync(file, 'utf8');
    writeFileSync(file, '{"skillOverrides":{"lint":"name-only"}}');
    await store.undo(batch);
    expect(undoneOf(await store.undo(batch)).switches).toMatchObject([{ id: 'claude', outcome: 'refused' }]);
    writeFileSync(file, switched);
    expect(undoneOf(await store.undo(batch)).switches).toMatchObject([{ id: 'claude', outcome: 'changed' }]);
    expect(existsSync(file)).toBe(false);
  });

  test('nothing because of blanks or other settings', async () => {
    const tree = makeScene('lint');
    const store = await openStore(tree);
    const batch = await switchAll(store, { ...off('lint'), tools: ['claude'] });
    const file = join(tree.cwd, '.claude/settings.local.json');
    writeFileSync(file, '{"model":"y","skillOverrides":{"other":"off","lint":"off"}}');
    undoneOf(await store.undo(batch));
    expect(readFileSync(file, 'utf8')).toBe('{"model":"y","skillOverrides":{"other":"off"}}');
  });

  test('a batch that is not in the history', async () => {
    const store = await openStore(makeScene('lint'));
    expect(await store.undo('nope')).toEqual({
      kind: 'rejected',
      reason: 'there is no batch "nope" in the history',
    });
  });

  test('an entry that is gone', async () => {
    const tree = makeScene('lint');
    const batch = await switchAll(await openStore(tree), { ...off('lint'), tools: ['claude'] });
    rmSync(join(tree.cwd, '.claude/skills'), { recursive: true });
    const { switches, batch: made } = undoneOf(await (await openStore(tree)).undo(batch));
    expect(switches).toMatchObject([{ outcome: 'refused', reason: 'Claude Code no longer reads it here' }]);
    expect(made).toBeNull();
  });

  test('a file that the tool could not read', async () => {
    const tree = makeScene('lint');
    const store = await openStore(tree);
    const batch = await switchAll(store, { ...off('lint'), tools: ['claude'] });
    const file = join(tree.cwd, '.claude/settings.local.json');
    writeFileSync(file, '{ broken');
    const { switches } = undoneOf(await store.undo(batch));
    expect(switches).toMatchObject([
      { outcome: 'refused', reason: expect.stringContaining('has a mistake') },
    ]);
    expect(readFileSync(file, 'utf8')).toBe('{ broken');
  });

  test('a setting that was recorded for another repository', async () => {
    const [tree, other] = [makeScene('lint'), makeScene('lint')];
    const environment = { ...other.environment, home: tree.home };
    const batch = await switchAll(await openStore(tree), { ...off('lint'), tools: ['claude'] });
    const store = await openStore({ ...other, environment });
    const { switches } = undoneOf(await store.undo(batch));
    expect(switches).toMatchObject([{ outcome: 'refused' }]);
    expect(existsSync(join(tree.cwd, '.claude/settings.local.json'))).toBe(true);
  });
});

test('an undo that is repeated changes nothing, and can still be taken back', async () => {
  const tree = makeScene('lint');
  const store = await openStore(tree);
  const batch = await switchAll(store, off('lint'));
  const after = settingsOf(tree);
  const first = undoneOf(await store.undo(batch));
  const second = undoneOf(await store.undo(batch));
  expect(new Set(second.switches.map(({ outcome }) => outcome))).toEqual(new Set(['unchanged']));
  expect(second.batch).toBe(first.batch);
  undoneOf(await store.undo(second.batch ?? ''));
  expect(settingsOf(tree)).toEqual(after);
});

test('a batch of one tool’s session is taken back in the session of all', async () => {
  const tree = makeScene('lint');
  const { open } = await connectInProcess(new Host({ environment: tree.environment }));
  const [one, all] = [await open('claude'), await open('agents')];
  const before = settingsOf(tree);
  const batch = await switchAll(one, off('lint'));
  undoneOf(await all.undo(batch));
  expect(settingsOf(tree)).toEqual(before);
  await expect.poll(() => entryNamed(one, 'lint').enabled).toBe(true);
});

test('hundreds of switches are taken back at once', async () => {
  const names = Array.from({ length: 300 }, (_, at) => `s${at}`);
  const tree = makeTree();
  trust(tree);
  for (const name of names) tree.skill(name);
  const store = await openStore(tree);
  const before = settingsOf(tree);
  const batch = await switchAll(store, ...names.map((name) => off(name)));
  const { switches } = undoneOf(await store.undo(batch));
  expect(switches).toHaveLength(names.length);
  expect(settingsOf(tree)).toEqual(before);
});

test('a directory that a switch made is removed with its file', async () => {
  const tree = makeScene('lint');
  const store = await openStore(tree);
  const batch = await switchAll(store, { ...off('lint'), tools: ['gemini'] });
  const file = join(tree.cwd, '.gemini/settings.json');
  expect(existsSync(file)).toBe(true);
  undoneOf(await store.undo(batch));
  expect(existsSync(dirname(file))).toBe(false);
});
