import { describe, expect, it } from 'vitest';
import { LeavingReport, unsettledTexts } from '../../src/app/leaving.js';
import type { Intent } from '../../src/picker/intents.js';
import type { JournalEntry } from '../../src/picker/made-switches.js';
import type { Model } from '../../src/picker/state.js';
import type { ToolResult, UndoneSwitch } from '../../src/protocol/switch-result.js';
import { directory, extras, modelOf, Picker, plugin, skill } from '../support/picker.js';
import { standing, toolResult } from '../support/standing.js';

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
  report.leave(state, model);
  return report.lines(state, model);
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
      'a: off in Claude Code · this repo; off in Codex · everywhere',
      'Restart Codex to see it.',
    ]);
  });

  it('says of the demo only that no file was changed', () => {
    const demo = { host: { ...embedded, kind: 'demo' } } as const;
    const picker = afterSwitch(both, neither, toolResult('claude'), toolResult('codex'));
    picker.model = listing(neither, demo);
    expect(reported(picker)).toEqual(['That was a demo: no file was changed.']);
    picker.model = listing(both, demo);
    expect(reported(picker)).toEqual([]);
  });

  it('says once that no file was changed, however often the demo was opened', () => {
    const host = { ...embedded, kind: 'demo' };
    const report = new LeavingReport();
    const picker = new Picker(listing(both, { host, history: 'demo 1' }));
    picker.send({ type: 'toggle' }, settled(false, toolResult('claude'), toolResult('codex')));
    report.leave(picker.state, listing(neither, { host, history: 'demo 1' }));
    picker.model = listing(both, { host, history: 'demo 2' });
    picker.send({ type: 'opened', scope: 'workspace', left: 'demo 1' }, { type: 'toggle' });
    picker.send(settled(false, toolResult('claude'), toolResult('codex')));
    picker.model = listing(neither, { host, history: 'demo 2' });
    report.leave(picker.state, picker.model);
    expect(report.lines(picker.state, picker.model)).toEqual(['That was a demo: no file was changed.']);
  });

  it('names an entry of which a tool was left out', () => {
    const picker = afterSwitch(
      both,
      { ...both, claude: false },
      toolResult('claude'),
      toolResult('codex', { outcome: 'left-out' }),
    );
    expect(reported(picker)).toEqual(['a: off in Claude Code · this repo']);
  });

  it('does not name a tool that someone else has switched since', () => {
    const picker = afterSwitch(
      both,
      { claude: true, codex: false },
      toolResult('claude'),
      toolResult('codex'),
    );
    expect(reported(picker)).toEqual(['a: off in Codex · this repo']);
  });

  it('does not name a switch that was taken back in another session', () => {
    const picker = afterSwitch(both, neither, toolResult('claude'), toolResult('codex'));
    const report = new LeavingReport();
    report.leave(picker.state, picker.model);
    picker.model = listing({ claude: false });
    picker.send({ type: 'opened', scope: 'workspace', left: 'embedded' });
    expect(reported(picker)).toEqual(['a: off in Claude Code, Codex · this repo']);
    const [effect] = picker.send({ type: 'undo' });
    if (effect?.type !== 'undo') throw new Error('no undo');
    picker.send(undone(effect.entry, 'claude', 'codex'));
    picker.model = listing({ claude: true });
    report.leave(picker.state, picker.model);
    expect(report.lines(picker.state, picker.model)).toEqual([]);
  });

  it('names what still holds once, whichever hosts were opened since', () => {
    const picker = afterSwitch(both, neither, toolResult('claude'), toolResult('codex'));
    const report = new LeavingReport();
    const open = (model: Model) => {
      report.leave(picker.state, picker.model);
      const { history: left } = picker.model;
      picker.model = model;
      picker.send({ type: 'opened', scope: 'workspace', left });
    };
    const elsewhere = modelOf([skill('b')]);
    const lines = () => report.lines(picker.state, picker.model);
    open(elsewhere);
    expect(lines()).toEqual(['a: off in Claude Code, Codex · this repo']);
    open(listing(neither));
    open(elsewhere);
    expect(lines()).toEqual(['a: off in Claude Code, Codex · this repo']);
    open(listing(neither));
    const [effect] = picker.send({ type: 'undo' });
    if (effect?.type !== 'undo') throw new Error('no undo');
    open(elsewhere);
    picker.send(undone(effect.entry, 'claude', 'codex'));
    expect(lines()).toEqual([]);
  });

  it('names the tools of which an undo put back only some', () => {
    const picker = afterSwitch(both, neither, toolResult('claude'), toolResult('codex'));
    const [effect] = picker.send({ type: 'undo' });
    if (effect?.type !== 'undo') throw new Error('no undo');
    picker.send(undone(effect.entry, 'claude'));
    picker.model = listing({ claude: true, codex: false });
    expect(reported(picker)).toEqual(['a: off in Codex · this repo']);
  });

  it.each([
    ['the client that is leaving', 'us', 'ended with its plugin'],
    ['another client', 'them', 'this session'],
  ])('says how long a switch in a plugin of %s is kept', (_who, clientId, place) => {
    const flags = { a: true, p: true };
    const listed = () => {
      const { a, p } = flags;
      const parts = [skill('a', { enabled: a })];
      return modelOf([plugin('p', parts, { enabled: p, clientId })], { host: embedded });
    };
    const picker = new Picker(listed(), { state: { scope: 'workspace' } });
    const switchOff = (id: 'a' | 'p') => {
      picker.send({ type: 'move', by: picker.shown.indexOf(id) - picker.state.cursor.index });
      const own = { outcome: 'changed', removed: [], forSession: true } as const;
      const result = { batch: null, tools: [], also: [], own };
      const outcome = { kind: 'confirmed', enabled: false, result } as const;
      picker.send({ type: 'toggle' });
      picker.send({ type: 'settled', results: [{ id, name: id, wanted: false, outcome }] });
      flags[id] = false;
      picker.model = listed();
    };
    switchOff('a');
    expect(reported(picker)).toEqual([`a: off · ${place}`]);
    switchOff('p');
    expect(reported(picker)).toEqual([`a: off · ${place}`, `p: off · ${place}`]);
    picker.model = modelOf([], { host: embedded });
    expect(reported(picker)).toEqual([]);
  });

  it('names what skillpick keeps itself', () => {
    const kept = (enabled: boolean) =>
      modelOf([directory('d', [skill('a', { enabled })])], { host: embedded });
    const picker = new Picker(kept(true), { state: { scope: 'workspace' } });
    picker.send({ type: 'toggle' });
    picker.model = kept(false);
    expect(reported(picker)).toEqual(['a: off · this repo']);
  });
});

describe('the report on leaving another host', () => {
  it.each([
    [
      'how long the changes hold',
      {},
      'This holds for this session only, and perhaps only until the host next reads its files.',
    ],
    [
      'that they ended with a temporary session',
      { isTemporary: true },
      'The session was temporary: this has ended with it.',
    ],
    [
      'that they ended with a session that is gone',
      { hasEnded: true },
      'The session is gone: this has ended with it.',
    ],
  ])('says %s', (_what, changes, last) => {
    const plain = (enabled: boolean) => modelOf([directory('d', [skill('a', { enabled })])], changes);
    const picker = new Picker(plain(true));
    picker.send({ type: 'toggle' });
    picker.model = plain(false);
    expect(reported(picker)).toEqual(['a: off', last]);
  });
});

describe('the lines about changes', () => {
  /** A picker on our own host in which all these skills were switched off. */
  function afterBatch(...folders: [folder: string, ids: string[]][]): string[] {
    const all = (enabled: boolean) =>
      modelOf(
        folders.map(([folder, ids]) =>
          directory(
            folder,
            ids.map((id) => skill(`${folder}-${id}`, { name: id, enabled })),
          ),
        ),
        { host: embedded },
      );
    const picker = new Picker(all(true), { state: { scope: 'workspace' } });
    picker.send({ type: 'batch' }, { type: 'batch-all', enabled: false });
    picker.model = all(false);
    return reported(picker);
  }

  it('name one entry each', () => {
    expect(afterBatch(['d', ['a', 'b']])).toEqual(['a: off · this repo', 'b: off · this repo']);
  });

  it('name the folder where two entries have the same name', () => {
    expect(afterBatch(['d', ['a', 'b']], ['e', ['a']])).toEqual([
      'd/a: off · this repo',
      'b: off · this repo',
      'e/a: off · this repo',
    ]);
  });

  it.each([
    [20, 20, undefined],
    [21, 21, '1 more has changed'],
    [25, 21, '5 more have changed'],
  ])('of %d entries are %d', (count, length, last) => {
    const ids = Array.from({ length: count }, (_, index) => `s${index}`);
    const lines = afterBatch(['d', ids]);
    expect(lines).toHaveLength(length);
    if (last !== undefined) expect(lines.at(-1)).toBe(last);
  });

  it('say which tools do not obey yet', () => {
    const held = {
      enabled: false,
      inEffect: true,
      note: 'Copilot CLI does not trust this folder yet',
    };
    const picker = afterSwitch(both, neither, toolResult('claude'), toolResult('codex'));
    picker.model = modelOf(
      [
        directory('d', [
          skill('a', extras({ tools: [standing('claude', held), standing('codex', { enabled: false })] })),
        ]),
      ],
      { host: embedded },
    );
    expect(reported(picker)).toEqual([
      'a: switched off in Claude Code · this repo, not obeyed yet; off in Codex · this repo',
      'a: Copilot CLI does not trust this folder yet.',
    ]);
  });

  it('say so, too, if the open session does not know the tool', () => {
    const notYet = toolResult('claude', { obeysFrom: 'not-yet' });
    const picker = afterSwitch(both, neither, notYet, toolResult('codex'));
    picker.model = listing({});
    expect(reported(picker)).toEqual([
      'a: switched off in Claude Code · this repo, not obeyed yet; off in Codex · this repo',
    ]);
  });

  it('do not name what was switched and switched back', () => {
    const picker = afterSwitch(both, neither, toolResult('claude'), toolResult('codex'));
    picker.send({ type: 'toggle' }, settled(true, toolResult('claude'), toolResult('codex')));
    picker.model = listing(both);
    expect(reported(picker)).toEqual([]);
  });
});

describe('a selection without an outcome', () => {
  const planner = { uri: 'file:///repo/planner', name: 'planner', id: 'planner' };

  it.each([
    ['is named', planner, true, ['Asked to select planner, but not confirmed.']],
    [
      'is named, too, if it is the default',
      null,
      true,
      ['Asked to go back to the default agent, but not confirmed.'],
    ],
    ['is not named once it is confirmed', planner, false, []],
  ])('%s', (_what, agent, isAgentPending, texts) => {
    expect(reported(new Picker(modelOf([], { agent, isAgentPending })))).toEqual(texts);
  });
});

describe('switches without an outcome', () => {
  it.each([
    [{}, []],
    [{ a: false }, ['Asked to switch off, but not confirmed: a.']],
    [
      { a: true, b: false, c: false, d: null },
      ['Asked to switch on, but not confirmed: a.', 'Asked to switch off, but not confirmed: b, c.'],
    ],
  ])('are named by the value wanted last: %o', (wanted, texts) => {
    const unsettled = Object.entries(wanted).map(([name, value]) => ({ name, wanted: value }));
    expect(unsettledTexts(unsettled)).toEqual(texts);
  });
});
