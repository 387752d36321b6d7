import { describe, expect, it } from 'vitest';
import { invocationOf, noteOf, stateText, whyUnpickable } from '../../src/entries/describe.js';
import { type Entry, listEntries } from '../../src/entries/entries.js';
import { factsOf } from '../../src/entries/facts.js';
import { accepts, type Filter } from '../../src/entries/filter.js';
import { whyNotSwitched } from '../../src/entries/lists-only.js';
import { parseQuery } from '../../src/entries/query.js';
import { queryFilter } from '../../src/entries/query-filter.js';
import { countStates, countWords, rowState } from '../../src/entries/row-state.js';
import type { ToolStanding } from '../../src/protocol/tool-standing.js';
import { agent, extras, type Node, skill } from '../support/picker.js';
import { otherHost, standing } from '../support/standing.js';

const agentHost = { ...otherHost, listsOnly: true } as const;

const listed = (...customizations: Node[]) =>
  listEntries({ customizations } as unknown as Parameters<typeof listEntries>[0], agentHost).entries;

const linked = (changes: Partial<ToolStanding> = {}) =>
  extras({ tools: [standing('claude', { switchable: [], ...changes })] });

const entryOf = (node: Node): Entry => listed(node)[0]!;
const unknown = entryOf(skill('lint'));

describe('an entry whose state is not said', () => {
  it.each([
    ['a skill', skill('a')],
    ['an agent', agent('a')],
    ['a command', { ...skill('a'), type: 'command' }],
    ['one with the flag of a host', skill('a', { enabled: false })],
  ])('is neither on nor off: %s', (_what, node) => {
    const { enabled, effectiveEnabled, offBy, isMixed, isUnread, tools, enablement } = entryOf(node);
    expect({ enabled, effectiveEnabled, offBy }).toEqual({
      enabled: null,
      effectiveEnabled: null,
      offBy: null,
    });
    expect({ isMixed, isUnread, tools, enablement }).toEqual({
      ...{ isMixed: false, isUnread: false, tools: [], enablement: null },
    });
    expect(rowState(entryOf(node))).toBe('unknown');
  });

  it('has gates that are not known', () => {
    const { userInvocable, modelInvocable, gatesFrom, hasGates } = unknown;
    expect({ userInvocable, modelInvocable, gatesFrom, hasGates }).toEqual({
      ...{ userInvocable: null, modelInvocable: null, gatesFrom: null, hasGates: true },
    });
  });

  it('is described as that', () => {
    expect(stateText(unknown)).toBe('listed, but whether it is on is not said');
    expect(invocationOf(unknown)).toBe(
      'It is not known whether you can invoke it. It is not known whether the model may use it.',
    );
    expect(invocationOf(entryOf({ ...skill('a'), type: 'command' }))).toBe('');
    expect(factsOf(unknown, [unknown]).find(({ label }) => label === 'state')?.text).toBe(stateText(unknown));
    expect(factsOf(unknown, [unknown]).some(({ label }) => label === 'why')).toBe(false);
  });

  it('says in a note why it has no file', () => {
    const details = { notes: ['not in a folder we look into'] };
    expect(noteOf(entryOf(skill('a', extras({ details }))))).toMatch(/^Not in a folder we look into\. /);
  });

  it('can be chosen', () => {
    expect(whyUnpickable(unknown)).toBeNull();
  });

  it('is counted as not said', () => {
    const entries = listed(
      skill('a'),
      skill('b'),
      skill('c', linked()),
      skill('d', linked({ enabled: false })),
    );
    expect(countStates(entries)).toEqual({ on: 1, differ: 0, off: 1, shadowed: 0, broken: 0, unknown: 2 });
    expect(countWords(countStates(entries))).toEqual(['1 on', '1 off', '2 not said']);
    expect(countWords({ unknown: 0 })).toEqual([]);
  });
});

describe('an entry with a standing by the files', () => {
  it.each<[string, Partial<ToolStanding>, object]>([
    ['on', {}, { enabled: true, effectiveEnabled: true, offBy: null }],
    ['off', { enabled: false }, { enabled: false, effectiveEnabled: false, offBy: 'self' }],
    [
      'shadowed',
      { inEffect: false, shadowedBy: 'x' },
      { enabled: true, effectiveEnabled: false, offBy: null },
    ],
  ])('is believed: %s', (state, changes, expected) => {
    const entry = entryOf(skill('a', linked(changes)));
    expect(entry).toMatchObject(expected);
    expect(entry.tools).toMatchObject([{ id: 'claude' }]);
    expect([rowState(entry), stateText(entry)]).toEqual([state, `${state} in Claude Code`]);
  });

  it('has the gates that were sent with it', () => {
    const flags = { disableUserInvocation: true, disableModelInvocation: false };
    const { userInvocable, modelInvocable, gatesFrom } = entryOf(skill('a', { ...linked(), ...flags }));
    expect({ userInvocable, modelInvocable, gatesFrom }).toEqual({
      ...{ userInvocable: false, modelInvocable: true, gatesFrom: 'file' },
    });
  });

  it.each([
    ['on', {}, null],
    ['off', { enabled: false }, 'a cannot be chosen: it is off.'],
    ['for the model alone', { userInvocable: false }, 'a cannot be chosen: only the model may invoke it.'],
  ])('can be chosen or not: %s', (_what, changes, reason) => {
    expect(whyUnpickable(entryOf(skill('a', linked(changes))))).toBe(reason);
  });

  it('is not believed from a host that says what is on', () => {
    const [entry] = listEntries(
      { customizations: [skill('a', linked({ enabled: false }))] } as unknown as Parameters<
        typeof listEntries
      >[0],
      otherHost,
    ).entries;
    expect([entry!.tools, entry!.enabled]).toEqual([[], true]);
  });
});

describe('a filter', () => {
  const entries = listed(
    skill('unknown'),
    skill('on', linked()),
    skill('off', linked({ enabled: false })),
    skill('hidden', linked({ userInvocable: false, modelInvocable: false })),
    skill('licensed', extras({ details: { license: 'MIT' } })),
  );
  const namesBy = (filter: Partial<Filter>) =>
    entries.filter((entry) => accepts({ types: [], ...filter }, entry)).map(({ name }) => name);
  const namesFor = (query: string) => {
    const filter = queryFilter(parseQuery(query), { entries });
    return entries.flatMap((entry) => filter(entry)?.name ?? []);
  };

  it.each<[string, Partial<Filter>, string[]]>([
    ['--on', { state: 'on' }, ['on', 'hidden']],
    ['--off', { state: 'off' }, ['off']],
    ['--mixed', { isMixed: true }, []],
    ['--invocable user', { invocable: 'user' }, ['unknown', 'on', 'off', 'licensed']],
    ['--invocable model', { invocable: 'model' }, ['unknown', 'on', 'off', 'licensed']],
    ['--invocable both', { invocable: 'both' }, ['unknown', 'on', 'off', 'licensed']],
    ['--invocable none', { invocable: 'none' }, ['hidden']],
    ['--license mit', { license: 'mit' }, ['licensed']],
    ['none', {}, ['unknown', 'on', 'off', 'hidden', 'licensed']],
  ])('takes what is not said for neither on nor off: %s', (_option, filter, names) => {
    expect(namesBy(filter)).toEqual(names);
  });

  it.each([
    ['is:on', ['on', 'hidden']],
    ['is:off', ['off']],
    ['is:mixed', []],
    ['is:broken', []],
    ['tool:claude', ['on', 'off', 'hidden']],
  ])('in a query does so, too: %s', (query, names) => {
    expect(namesFor(query)).toEqual(names);
  });
});

describe('why an entry of an agent cannot be switched', () => {
  const reasonFor = (
    name: string,
    tools: ToolStanding[],
    uri = `file:///repo/.agents/skills/${name}/SKILL.md`,
  ) => whyNotSwitched({ name, tools, uri });

  it.each<[string, string, ToolStanding[], string]>([
    ['without a file', 'lint', [], 'ACP has no switch for lint.'],
    [
      'on',
      'lint',
      [standing('claude')],
      'ACP has no switch for lint. Claude Code has: skillpick disable lint --tool claude',
    ],
    [
      'off',
      'lint',
      [standing('codex', { enabled: false })],
      'ACP has no switch for lint. Codex has: skillpick enable lint --tool codex',
    ],
    [
      'without a switch in its tool',
      'lint',
      [standing('gemini', { isFixed: true })],
      'ACP has no switch for lint. Gemini CLI cannot switch it either: its details say why.',
    ],
    [
      'with a name that a shell would read',
      "it's $(x)",
      [standing('claude')],
      `ACP has no switch for it's $(x). Claude Code has: skillpick disable 'it'\\''s $(x)' --tool claude`,
    ],
  ])('names the switch of its tool: %s', (_what, name, tools, reason) => {
    expect(reasonFor(name, tools)).toBe(reason);
  });

  it('names its file if that has another name', () => {
    const uri = 'file:///repo/pack/skills/review/SKILL.md';
    expect(reasonFor('pack:review', [standing('claude')], uri)).toContain(
      'skillpick disable /repo/pack/skills/review/SKILL.md --tool claude',
    );
    expect(reasonFor('review', [standing('claude')], 'file:///repo/commands/review.md')).toContain(
      'skillpick disable review --tool',
    );
  });
});
