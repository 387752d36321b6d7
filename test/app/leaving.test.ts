import { describe, expect, it } from 'vitest';
import { changeLines, LeavingReport, unsettledTexts } from '../../src/app/leaving.js';
import type { Intent } from '../../src/picker/intents.js';
import type { JournalEntry } from '../../src/picker/made-switches.js';
import type { Model } from '../../src/picker/state.js';
import type { ToolResult, UndoneSwitch } from '../../src/protocol/switch-result.js';
import { directory, extras, modelOf, Picker, skill } from '../support/picker.js';
import { toolResult } from '../support/standing.js';

const embedded: Model['host'] = {
  kind: 'embedded',
  name: 'skillpick',
  protocolVersion: '0.9.0',
  isOwn: true,
};

type Tools = Record<string, boolean>;

const listing = (tools: Tools, changes: Partial<Model> = {}): Model =>
  modelOf(
    [
      directory('d', [
        skill('a', extras({ tools: Object.entries(tools).map(([id, enabled]) => ({ id, enabled })) })),
      ]),
    ],
    { host: embedded, ...changes },
  );

const settled = (wanted: boolean, ...tools: ToolResult[]): Intent => ({
  type: 'settled',
  results: [
    {
      id: 'a',
      name: 'a',
      wanted,
      outcome: { kind: 'confirmed', enabled: wanted, result: { batch: 'b', tools, also: [] } },
    },
  ],
});

const undone = (entry: JournalEntry, ...ids: string[]): Intent => {
  const switches = ids.map((id): UndoneSwitch => {
    return { ...toolResult(id), type: 'skill', name: 'a', uri: 'file:///repo/a' };
  });
  return {
    type: 'undone',
    entry,
    isRedo: false,
    outcome: { kind: 'confirmed', result: { batch: 'u', undone: 'b', switches, also: [] } },
  };
};

const reported = ({ state, model }: Picker): string[] => {
  const report = new LeavingReport();
  report.take(state, model, false);
  return report.lines;
};

/** A picker on our own host in which the entry was switched off, with these results. */
function afterSwitch(before: Tools, after: Tools, ...tools: ToolResult[]): Picker {
  const picker = new Picker(listing(before), { state: { scope: 'workspace' } });
  picker.send({ type: 'toggle' }, settled(false, ...tools));
  picker.model = listing(after);
  return picker;
}

const both = { claude: true, codex: true };
const neither = { claude: false, codex: false };

describe('the report on leaving our own host', () => {
  it('names each tool that was switched, and where', () => {
    const global = toolResult('codex', { scope: 'global', obeysFrom: 'restart' });
    expect(reported(afterSwitch(both, neither, toolResult('claude'), global))).toEqual([
      'Switched off in Claude Code for this repo, in Codex everywhere: a.',
      'Restart Codex to see it.',
    ]);
  });

  it('names an entry of which a tool was left out', () => {
    const picker = afterSwitch(
      both,
      { ...both, claude: false },
      toolResult('claude'),
      toolResult('codex', { outcome: 'left-out' }),
    );
    expect(reported(picker)).toEqual(['Switched off in Claude Code for this repo: a.']);
  });

  it('does not name a tool that someone else has switched since', () => {
    const picker = afterSwitch(
      both,
      { claude: true, codex: false },
      toolResult('claude'),
      toolResult('codex'),
    );
    expect(reported(picker)).toEqual(['Switched off in Codex for this repo: a.']);
  });

  it('does not name a switch that was taken back in another session', () => {
    const picker = afterSwitch(both, neither, toolResult('claude'), toolResult('codex'));
    const report = new LeavingReport();
    report.take(picker.state, picker.model, true);
    picker.model = listing({ claude: false });
    picker.send({ type: 'opened', scope: 'workspace', keepsHistory: true });
    expect(reported(picker)).toEqual(['Switched off in Claude Code, Codex for this repo: a.']);
    const [effect] = picker.send({ type: 'undo' });
    if (effect?.type !== 'undo') throw new Error('no undo');
    picker.send(undone(effect.entry, 'claude', 'codex'));
    picker.model = listing({ claude: true });
    report.take(picker.state, picker.model, false);
    expect(report.lines).toEqual([]);
  });

  it('names the tools of which an undo put back only some', () => {
    const picker = afterSwitch(both, neither, toolResult('claude'), toolResult('codex'));
    const [effect] = picker.send({ type: 'undo' });
    if (effect?.type !== 'undo') throw new Error('no undo');
    picker.send(undone(effect.entry, 'claude'));
    picker.model = listing({ claude: true, codex: false });
    expect(reported(picker)).toEqual(['Switched off in Codex for this repo: a.']);
  });

  it('names what skillpick keeps itself', () => {
    const kept = (enabled: boolean) =>
      modelOf([directory('d', [skill('a', { enabled })])], { host: embedded });
    const picker = new Picker(kept(true), { state: { scope: 'workspace' } });
    picker.send({ type: 'toggle' });
    picker.model = kept(false);
    expect(reported(picker)).toEqual(['Switched off for this repo: a.']);
  });
});

describe('the report on leaving another host', () => {
  it('says how long the changes hold', () => {
    const plain = (enabled: boolean) => modelOf([directory('d', [skill('a', { enabled })])]);
    const picker = new Picker(plain(true));
    picker.send({ type: 'toggle' });
    picker.model = plain(false);
    expect(reported(picker)).toEqual([
      'Switched off: a.',
      'This holds for this session only, and until the host next reads its files.',
    ]);
  });
});

describe('the lines about changes', () => {
  const change = (name: string, after: boolean, where = '') => ({ name, after, where });

  it.each([
    [[], []],
    [
      [change('a', true), change('b', false), change('c', false)],
      ['Switched on: a.', 'Switched off: b, c.'],
    ],
    [
      [
        change('a', false, 'for this repo'),
        change('b', false, 'everywhere'),
        change('c', false, 'for this repo'),
      ],
      ['Switched off for this repo: a, c.', 'Switched off everywhere: b.'],
    ],
    [
      Array.from({ length: 25 }, (_, index) => change(`s${index}`, false)),
      [`Switched off: ${Array.from({ length: 19 }, (_, index) => `s${index}`).join(', ')} and 6 more.`],
    ],
  ])('name the entries that changed in the same way: %#', (changes, lines) => {
    expect(changeLines(changes)).toEqual(lines);
  });
});

describe('switches without an outcome', () => {
  it.each([
    [{}, []],
    [{ a: false }, ['Asked to switch off, but not confirmed by the host: a.']],
    [
      { a: true, b: false, c: false, d: null },
      [
        'Asked to switch on, but not confirmed by the host: a.',
        'Asked to switch off, but not confirmed by the host: b, c.',
      ],
    ],
  ])('are named by the value wanted last: %o', (wanted, texts) => {
    const unsettled = Object.entries(wanted).map(([name, value]) => ({ name, wanted: value }));
    expect(unsettledTexts(unsettled)).toEqual(texts);
  });
});
