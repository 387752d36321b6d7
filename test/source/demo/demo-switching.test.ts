import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Entry, listEntries } from '../../../src/entries/entries.js';
import { toolScopes } from '../../../src/protocol/scopes.js';
import type { SessionSource, SwitchRequest, ToggleOutcome } from '../../../src/source/session-source.js';
import { openDemo } from '../../support/demo-session.js';
import { quiet } from '../../support/fake-clock.js';

const entriesOf = (source: SessionSource): Entry[] =>
  listEntries(source.getView().state, source.host).entries;

const entryNamed = (source: SessionSource, name: string): Entry =>
  entriesOf(source).find((entry) => entry.name === name)!;

const standing = (source: SessionSource, name: string, tool: string) =>
  entryNamed(source, name).tools.find(({ id }) => id === tool);

function request(source: SessionSource, name: string, change: Partial<SwitchRequest> = {}): SwitchRequest {
  return { id: entryNamed(source, name).id, enabled: false, scope: 'workspace', ...change };
}

async function switchOne(source: SessionSource, name: string, change?: Partial<SwitchRequest>) {
  const outcome = await source.switch([request(source, name, change)])[0]!;
  await quiet();
  return outcome;
}

/** Returns the result of a switch that was confirmed. */
function resultOf(outcome: ToggleOutcome) {
  if (outcome.kind !== 'confirmed' || outcome.result === undefined) throw new Error(JSON.stringify(outcome));
  return outcome.result;
}

describe('a switch in the demo', () => {
  it('is made in every tool that reads the entry, and names its files', async () => {
    const { source } = await openDemo();
    const result = resultOf(await switchOne(source, 'api-review'));
    expect(result.batch).toEqual(expect.any(String));
    expect(
      result.tools.map(({ id, outcome, scope, isNew, obeysFrom }) => [id, outcome, scope, isNew, obeysFrom]),
    ).toEqual([
      ['codex', 'changed', 'workspace', false, 'restart'],
      ['copilot', 'changed', 'workspace', true, 'restart'],
      ['gemini', 'changed', 'workspace', false, 'restart'],
      ['opencode', 'changed', 'workspace', false, 'restart'],
    ]);
    expect(result.tools[3]).toMatchObject({
      file: '/demo/my-repo/opencode.json',
      reason: 'counts for everyone who has this repository',
    });
    expect(entryNamed(source, 'api-review')).toMatchObject({ enabled: false, isMixed: false });
  });

  it.each([
    ['workspace', '/demo/my-repo/.claude/settings.local.json'],
    ['shared', '/demo/my-repo/.claude/settings.json'],
    ['global', '/demo/home/.claude/settings.json'],
  ] as const)('for %s is kept in %s, in one tool alone', async (scope, file) => {
    const { source } = await openDemo();
    const result = resultOf(await switchOne(source, 'code-review', { scope, tools: ['claude'] }));
    expect(result.tools).toEqual([
      expect.objectContaining({ id: 'claude', outcome: 'changed', scope, file, obeysFrom: 'next-prompt' }),
    ]);
    const { why } = standing(source, 'code-review', 'claude')!;
    expect(why).toMatchObject({ file, text: 'skillOverrides.code-review = "off"' });
    const lines = (await source.files.read(`file://${file}`)).split('\n');
    expect(lines[why!.line! - 1]).toContain('"code-review": "off"');
    expect(standing(source, 'code-review', 'copilot')).toMatchObject({ enabled: true });
  });

  it('makes a file that is not there yet, and its undo removes it', async () => {
    const { source } = await openDemo();
    const file = '/demo/home/.config/opencode/opencode.json';
    expect(await source.files.stat(`file://${file}`)).toBeUndefined();
    const result = resultOf(await switchOne(source, 'daily-notes', { scope: 'global', tools: ['opencode'] }));
    expect(result.tools[0]).toMatchObject({ file, isNew: true });
    expect(await source.files.read(`file://${file}`)).toContain('"daily-notes": "deny"');
    await source.undo(result.batch!);
    expect(await source.files.stat(`file://${file}`)).toBeUndefined();
  });

  it('is kept by skillpick if no tool reads the entry', async () => {
    const { source } = await openDemo();
    const { own, batch } = resultOf(await switchOne(source, 'kilo-setup'));
    expect(own).toEqual({ outcome: 'changed', removed: [] });
    expect(entryNamed(source, 'kilo-setup')).toMatchObject({ enabled: false, isKept: true });
    await source.undo(batch!);
    await quiet();
    expect(entryNamed(source, 'kilo-setup').enabled).toBe(true);
    expect(await switchOne(source, 'kilo-setup', { scope: 'shared' })).toMatchObject({ kind: 'rejected' });
  });

  it('leaves out a tool that switches only for all repositories, unless that is asked for', async () => {
    const { source } = await openDemo();
    const reason = 'Codex only switches it by name, for all repositories';
    const here = resultOf(await switchOne(source, 'regex'));
    expect(here.tools.find(({ id }) => id === 'codex')).toMatchObject({ outcome: 'left-out', reason });
    expect(standing(source, 'regex', 'codex')).toMatchObject({ enabled: true, note: reason });
    const also = [{ tool: 'codex', scope: 'global', enabled: false }] as const;
    const both = resultOf(await switchOne(source, 'brainstorm', { also }));
    expect(both.tools.find(({ id }) => id === 'codex')).toMatchObject({
      outcome: 'changed',
      scope: 'global',
    });
    const alone = await switchOne(source, 'interview', { tools: ['codex'] });
    expect(alone).toMatchObject({ kind: 'rejected', reason });
  });

  it('changes entries of the same name along', async () => {
    const { source } = await openDemo();
    const result = resultOf(await switchOne(source, 'deploy'));
    expect(result.also).toEqual(['/demo/home/.claude/skills/deploy/SKILL.md']);
    expect(result.alsoIn).toEqual(['claude', 'opencode']);
    const deploys = entriesOf(source).filter(({ name }) => name === 'deploy');
    expect(deploys.map(({ enabled }) => enabled)).toEqual([false, false]);
    const undone = await source.undo(result.batch!);
    expect(undone).toMatchObject({ result: { also: result.also } });
  });

  it('of a folder switches its entries, and of a plugin its own setting', async () => {
    const { source } = await openDemo();
    const { containers } = listEntries(source.getView().state, source.host);
    const named = (name: string) => containers.find((one) => one.name === name)!.id;
    const folder = { id: named('~/.claude/agents'), enabled: false, scope: 'workspace' } as const;
    const plugin = { id: named('data-kit'), enabled: false, scope: 'workspace', tools: ['claude'] } as const;
    const outcomes = await Promise.all(source.switch([folder, plugin]));
    expect(outcomes.map(({ kind }) => kind)).toEqual(['confirmed', 'confirmed']);
    await quiet();
    expect(entryNamed(source, 'librarian').enabled).toBe(false);
    expect(standing(source, 'query', 'claude')).toMatchObject({ enabled: false });
    expect(standing(source, 'query', 'claude')?.why?.text).toBe('enabledPlugins.data-kit@acme = false');
    expect(standing(source, 'query', 'copilot')).toMatchObject({ enabled: true });
  });

  it('writes nothing where the setting of a wider scope says so already', async () => {
    const { source } = await openDemo();
    const inClaude = { tools: ['claude'] };
    const outcomes = async (enabled: boolean) =>
      resultOf(await switchOne(source, 'logging', { ...inClaude, enabled })).tools.map(
        ({ outcome }) => outcome,
      );
    expect(await outcomes(false)).toEqual(['unchanged']);
    expect(await outcomes(true)).toEqual(['changed']);
    expect(standing(source, 'logging', 'claude')?.why?.text).toBe('skillOverrides.logging = "on"');
    expect(await outcomes(false)).toEqual(['changed']);
    expect(standing(source, 'logging', 'claude')?.why?.file).toBe('/demo/my-repo/.claude/settings.json');
  });

  it('leaves out a tool that cannot switch on again what is off in a wider scope', async () => {
    const { source } = await openDemo();
    const result = resultOf(await switchOne(source, 'release-check', { enabled: true }));
    expect(result.tools.find(({ id }) => id === 'copilot')).toMatchObject({
      outcome: 'left-out',
      reason: expect.stringContaining('it is off in /demo/my-repo/.github/copilot/settings.json'),
    });
    expect(entryNamed(source, 'release-check').isMixed).toBe(true);
  });

  it('is forgotten by a reset, which names the setting that it removed', async () => {
    const { source } = await openDemo();
    const result = resultOf(await switchOne(source, 'logging', { enabled: null, scope: undefined }));
    expect(result.tools.find(({ id }) => id === 'claude')?.removed).toEqual([
      { file: '/demo/my-repo/.claude/settings.json', text: '"logging": "off"' },
    ]);
    expect(entryNamed(source, 'logging').isMixed).toBe(false);
  });

  it('is planned without a change', async () => {
    const { source } = await openDemo();
    const before = source.getView().state;
    const outcome = await source.plan([request(source, 'api-review'), request(source, 'locked-down')]);
    if (outcome.kind !== 'confirmed') throw new Error(outcome.reason);
    const [first, second] = outcome.result.planned;
    expect(first).toMatchObject({
      batch: null,
      tools: expect.arrayContaining([expect.objectContaining({ outcome: 'planned' })]),
    });
    expect(second).toContain('managed settings decide');
    await quiet();
    expect(source.getView().state).toEqual(before);
  });
});

describe('a switch in the demo that goes wrong', () => {
  it('is refused with a reason', async () => {
    const { source } = await openDemo();
    expect(await switchOne(source, 'locked-down')).toMatchObject({
      kind: 'rejected',
      reason: 'managed settings decide: /etc/claude-code/managed-settings.json',
    });
    expect(entryNamed(source, 'locked-down').enabled).toBe(true);
  });

  it('has no effect, and the standing names the setting that is against it', async () => {
    const { source } = await openDemo();
    expect(await switchOne(source, 'house-style')).toMatchObject({ kind: 'ineffective', enabled: true });
    expect(standing(source, 'house-style', 'claude')?.why).toMatchObject({
      line: 3,
      text: expect.stringContaining('house-style'),
    });
  });

  it('is pending until it is confirmed a second later', async () => {
    const { source, clock } = await openDemo();
    const { id } = entryNamed(source, 'slow-to-settle');
    const [switching] = source.switch([request(source, 'slow-to-settle')]);
    await quiet();
    await clock.advance(900);
    expect([...source.getView().pending.keys()]).toEqual([id]);
    await clock.advance(100);
    expect(await switching).toMatchObject({ kind: 'confirmed', enabled: false });
    expect(source.getView().pending.size).toBe(0);
  });

  it('is never confirmed', async () => {
    const { source } = await openDemo({ timeoutMs: 100 });
    expect(await switchOne(source, 'never-confirms')).toMatchObject({ kind: 'unconfirmed', enabled: true });
    expect(entryNamed(source, 'never-confirms').enabled).toBe(true);
  });

  it('is forgotten a moment later, for two reasons in turn, and then kept', async () => {
    const { source, clock } = await openDemo();
    const causes: string[] = [];
    source.onForgotten(({ cause, switches }) => {
      causes.push(cause);
      expect(switches).toEqual([
        { id: entryNamed(source, 'forgetful').id, enabled: false, scope: 'workspace' },
      ]);
    });
    const kept: boolean[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await switchOne(source, 'forgetful');
      expect(entryNamed(source, 'forgetful').enabled).toBe(false);
      await clock.advance(2_000);
      kept.push(!entryNamed(source, 'forgetful').enabled);
    }
    expect(causes).toEqual(['list', 'unknown']);
    expect(kept).toEqual([false, false, true]);
  });
});

describe('an undo in the demo', () => {
  it('refuses what has another value since', async () => {
    const { source } = await openDemo();
    const inClaude = { tools: ['claude'] };
    const on = resultOf(await switchOne(source, 'logging', { ...inClaude, enabled: true }));
    await switchOne(source, 'logging', { ...inClaude, enabled: null, scope: 'shared' });
    await switchOne(source, 'logging', inClaude);
    expect(await source.undo(on.batch!)).toMatchObject({
      kind: 'confirmed',
      result: {
        batch: null,
        switches: [{ outcome: 'refused', name: 'logging', reason: 'the setting has changed since' }],
      },
    });
    expect(standing(source, 'logging', 'claude')).toMatchObject({ enabled: false });
  });

  it('of a batch that was never made is refused', async () => {
    const { source } = await openDemo();
    const reason = 'there is no batch "unknown" in the history';
    expect(await source.undo('unknown')).toEqual({ kind: 'rejected', reason });
    expect(await source.planUndo(['unknown'])).toEqual({ kind: 'rejected', reason });
  });

  it('takes back settings that a batch has written twice, the last one first', async () => {
    const { source } = await openDemo();
    const deploys = () => entriesOf(source).filter(({ name }) => name === 'deploy');
    const before = JSON.stringify(deploys().map(({ tools }) => tools));
    const batch = deploys().map(({ id }, at) => ({ id, enabled: at === 1, scope: 'workspace' }) as const);
    const [first] = await Promise.all(source.switch(batch));
    expect(resultOf(first!).also).toEqual([]);
    await source.undo(resultOf(first!).batch!);
    await quiet();
    expect(JSON.stringify(deploys().map(({ tools }) => tools))).toBe(before);
  });

  it('plans the undo of a batch after newer ones were taken back', async () => {
    const { source } = await openDemo();
    const off = resultOf(await switchOne(source, 'type-safety', { tools: ['claude'] }));
    const on = resultOf(await switchOne(source, 'type-safety', { tools: ['claude'], enabled: true }));
    const outcomes = async (batches: string[]) => {
      const planned = await source.planUndo(batches);
      return planned.kind === 'confirmed' ? planned.result.switches.map(({ outcome }) => outcome) : planned;
    };
    expect(await outcomes([off.batch!])).toEqual(['unchanged']);
    expect(await outcomes([on.batch!, off.batch!])).toEqual(['planned']);
  });

  it('puts everything back exactly, and an undo of the undos makes it again', {
    timeout: 60_000,
  }, async () => {
    const { source } = await openDemo();
    const ids = entriesOf(source)
      .filter(({ tools, name }) => tools.length > 0 && !/settle|confirms|forgetful/.test(name))
      .map(({ id }) => id);
    const files = () => {
      const used = entriesOf(source).flatMap(({ tools }) => tools.flatMap(({ why }) => why?.file ?? []));
      return Promise.all([...new Set(used)].sort().map(async (file) => source.files.read(`file://${file}`)));
    };
    const shown = async () => JSON.stringify([entriesOf(source).map(({ tools }) => tools), await files()]);
    const requests = fc.record({
      id: fc.constantFrom(...ids),
      enabled: fc.constantFrom(true, false, null),
      scope: fc.constantFrom(...toolScopes),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(requests, { minLength: 1, maxLength: 6 }), async (wanted) => {
        const before = await shown();
        const batches: string[] = [];
        for (const one of wanted) {
          const outcome = await source.switch([one])[0]!;
          if (outcome.kind === 'confirmed' && outcome.result?.batch) batches.push(outcome.result.batch);
        }
        await quiet();
        const after = await shown();
        const undos: string[] = [];
        for (const batch of batches.toReversed()) {
          const undone = await source.undo(batch);
          if (undone.kind === 'confirmed' && undone.result.batch) undos.push(undone.result.batch);
        }
        await quiet();
        expect(await shown()).toBe(before);
        for (const batch of undos.toReversed()) await source.undo(batch);
        await quiet();
        expect(await shown()).toBe(after);
      }),
      { numRuns: 60 },
    );
  });
});
