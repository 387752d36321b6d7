import { describe, expect, it } from 'vitest';
import type { ConsentAnswer, Intent } from '../../src/picker/intents.js';
import type { NamedSwitch } from '../../src/picker/made-switches.js';
import type { Model, PickerState } from '../../src/picker/state.js';
import { directory, extras, modelOf, Picker, skill } from '../support/picker.js';

const toggle: Intent = { type: 'toggle' };
const give = (answer: ConsentAnswer): Intent => ({ type: 'consent', answer });

const embedded: Model['host'] = {
  kind: 'embedded',
  name: 'skillpick',
  protocolVersion: '0.9.0',
  isOwn: true,
};

/** Standings by tool: whether it is on, and where it can be switched. */
const inTools = (tools: Record<string, [enabled: boolean, switchable: string[]]>) =>
  extras({
    tools: Object.entries(tools).map(([id, [enabled, switchable]]) => ({ id, enabled, switchable })),
  });

const here: [boolean, string[]] = [true, ['workspace', 'global']];
const everywhere: [boolean, string[]] = [true, ['global']];
const nowhere: [boolean, string[]] = [true, []];

const nodes = [
  directory('d', [
    skill('a', inTools({ claude: here, codex: everywhere })),
    skill('b', inTools({ codex: everywhere, qwen: everywhere })),
    skill('c', inTools({ claude: here, copilot: nowhere })),
    skill('e', inTools({ claude: here, codex: [false, ['global']] })),
  ]),
];

function on(id: string, state: Partial<PickerState> = {}, host = embedded): Picker {
  const picker = new Picker(modelOf(nodes, { host }), { state: { scope: 'workspace', ...state } });
  picker.send({ type: 'move', by: picker.shown.indexOf(id) - picker.state.cursor.index });
  return picker;
}

const batchOf = (effects: ReturnType<Picker['send']>): readonly NamedSwitch[] =>
  effects.flatMap((effect) => (effect.type === 'switch' ? effect.batch : []));

const globally = (tool: string) => ({ tool, scope: 'global', enabled: false });

describe('a tool that can switch for all repositories only', () => {
  it('is asked about before anything is sent', () => {
    const picker = on('a');
    expect(picker.send(toggle)).toEqual([]);
    expect(picker.state.view).toMatchObject({ type: 'consent', asked: ['codex'] });
    expect(picker.state.journal).toEqual([]);
  });

  it('is switched too, once', () => {
    const picker = on('a');
    picker.send(toggle);
    const effects = picker.send(give('once'));
    expect(batchOf(effects)).toEqual([
      { id: 'a', name: 'a', enabled: false, scope: 'workspace', also: [globally('codex')] },
    ]);
    expect(effects.map(({ type }) => type)).toEqual(['switch']);
    expect(picker.state.view).toEqual({ type: 'list' });
    expect([...picker.state.globalTools]).toEqual([]);
  });

  it('is switched always, which is remembered, and not asked about again', () => {
    const picker = on('a');
    picker.send(toggle);
    expect(picker.send(give('always'))).toMatchObject([
      { type: 'remember-tool', tool: 'codex' },
      { type: 'switch', batch: [{ also: [globally('codex')] }] },
    ]);
    picker.send({ type: 'move', by: 1 }, toggle);
    expect(picker.state.view).toMatchObject({ asked: ['qwen'] });
  });

  it('is left out', () => {
    const picker = on('a');
    picker.send(toggle);
    expect(batchOf(picker.send(give('leave')))).toEqual([
      { id: 'a', name: 'a', enabled: false, scope: 'workspace' },
    ]);
  });

  it('cancels the whole switch with Esc', () => {
    const picker = on('a');
    picker.send(toggle);
    expect(picker.send({ type: 'back' })).toEqual([]);
    expect([picker.state.view.type, picker.notice, picker.state.changed.size]).toEqual([
      'list',
      'Nothing was switched.',
      0,
    ]);
  });

  it('is asked about once for each tool', () => {
    const picker = on('b');
    picker.send(toggle);
    expect(picker.send(give('leave'))).toEqual([]);
    expect(picker.state.view).toMatchObject({ asked: ['qwen'] });
    expect(batchOf(picker.send(give('once')))).toMatchObject([{ id: 'b', also: [globally('qwen')] }]);
  });

  it('switches nothing if every tool is left out', () => {
    const picker = on('b');
    picker.send(toggle, give('leave'));
    expect(picker.send(give('leave'))).toEqual([]);
    expect(picker.notice).toBe('Left out: nothing was switched.');
  });

  it('is left out of a batch, which names the entries that no other tool switches', () => {
    const picker = on('a');
    picker.send({ type: 'batch' }, { type: 'batch-all', enabled: false });
    expect(batchOf(picker.send(give('leave'), give('leave'))).map(({ id }) => id)).toEqual(['a', 'c', 'e']);
    expect(picker.state.notice).toMatchObject({ kept: 'Left out: b.', isPassing: true });
  });

  it('is asked about once for a whole batch, and switched where it differs', () => {
    const picker = on('a');
    picker.send({ type: 'batch' }, { type: 'batch-all', enabled: false });
    expect(picker.state.view).toMatchObject({ asked: ['codex', 'qwen'] });
    const batch = batchOf(picker.send(give('once'), give('leave')));
    expect(batch.map(({ id, also }) => [id, also?.map(({ tool }) => tool)])).toEqual([
      ['a', ['codex']],
      ['b', ['codex']],
      ['c', undefined],
      ['e', undefined],
    ]);
  });
});

describe('nothing is asked', () => {
  it.each<[name: string, id: string, state: Partial<PickerState>]>([
    ['about tools that switch in this repository, or not at all', 'c', {}],
    ['if switches are kept everywhere', 'a', { scope: 'global' }],
    ['if the tool is allowed for good', 'a', { globalTools: new Set(['codex']) }],
  ])('%s', (_, id, state) => {
    expect(batchOf(on(id, state).send(toggle))).toHaveLength(1);
  });

  it('about a tool that has the wanted value already', () => {
    const mixed = skill('f', inTools({ claude: [false, ['workspace']], codex: everywhere }));
    const model = modelOf([directory('d', [mixed])], { host: embedded });
    const picker = new Picker(model, { state: { scope: 'workspace' } });
    expect(batchOf(picker.send(toggle))).toEqual([{ id: 'f', name: 'f', enabled: true, scope: 'workspace' }]);
  });

  it('on another host', () => {
    const host = { kind: 'url', name: 'agent host', protocolVersion: '0.9.0', isOwn: false };
    expect(batchOf(on('a', {}, host).send(toggle))).toEqual([
      { id: 'a', name: 'a', enabled: false, scope: 'workspace' },
    ]);
  });
});

describe('a folder without a switch of its own', () => {
  it('is switched through its entries, with one question for each tool', () => {
    const picker = new Picker(modelOf(nodes, { host: embedded }), { state: { scope: 'workspace' } });
    picker.send({ type: 'first' }, toggle);
    expect(picker.state.view).toMatchObject({ type: 'consent', asked: ['codex'] });
    expect(batchOf(picker.send(give('once')))).toEqual([
      {
        id: 'e',
        name: 'e',
        enabled: true,
        scope: 'workspace',
        also: [{ tool: 'codex', scope: 'global', enabled: true }],
      },
    ]);
  });

  it('asks about each tool with the names that concern it', () => {
    const some = [directory('d', nodes[0]!.children!.slice(0, 3) as ReturnType<typeof skill>[])];
    const picker = new Picker(modelOf(some, { host: embedded }), { state: { scope: 'workspace' } });
    picker.send({ type: 'first' }, toggle);
    expect(picker.state.view).toMatchObject({
      asked: ['codex', 'qwen'],
      about: new Map([
        ['codex', ['a', 'b']],
        ['qwen', ['b']],
      ]),
    });
  });

  it('asks first if it has more than five entries', () => {
    const six = Array.from('uvwxyz', (id) => skill(id, inTools({ claude: here })));
    const picker = new Picker(modelOf([directory('d', six)], { host: embedded }), {
      state: { scope: 'workspace' },
    });
    expect(picker.send({ type: 'first' }, toggle)).toEqual([]);
    expect(picker.state.view).toEqual({ type: 'batch', ids: [...'uvwxyz'], folder: 'd' });
    expect(batchOf(picker.send({ type: 'batch-all', enabled: false }))).toHaveLength(6);
  });
});

describe('all that is shown', () => {
  it('is asked about once for each tool', () => {
    const picker = on('a');
    picker.send({ type: 'batch' }, { type: 'batch-all', enabled: false });
    expect(picker.state.view).toMatchObject({ type: 'consent', asked: ['codex', 'qwen'] });
  });
});

describe('switches limited to chosen tools', () => {
  const limitedTo = (id: string, onlyTools: string[]) => {
    const picker = new Picker(modelOf(nodes, { host: embedded, onlyTools }), {
      state: { scope: 'workspace' },
    });
    picker.send({ type: 'move', by: picker.shown.indexOf(id) - picker.state.cursor.index });
    return picker;
  };

  it('name those that read the entry and have a switch for it', () => {
    expect(batchOf(limitedTo('c', ['claude', 'codex', 'copilot']).send(toggle))).toEqual([
      { id: 'c', name: 'c', enabled: false, scope: 'workspace', tools: ['claude'] },
    ]);
  });

  it('leave out other tools, and their questions', () => {
    expect(batchOf(limitedTo('a', ['claude']).send(toggle))).toMatchObject([{ tools: ['claude'] }]);
  });

  it('ask about a tool that can switch for all repositories only', () => {
    const picker = limitedTo('a', ['claude', 'codex']);
    picker.send(toggle);
    expect(batchOf(picker.send(give('once')))).toMatchObject([
      { tools: ['claude'], also: [globally('codex')] },
    ]);
    const left = limitedTo('a', ['claude', 'codex']);
    left.send(toggle);
    expect(batchOf(left.send(give('leave')))).toEqual([
      { id: 'a', name: 'a', enabled: false, scope: 'workspace', tools: ['claude'] },
    ]);
  });
});

describe('an answer that counts from now on', () => {
  it('is kept only if the switch is made', () => {
    const picker = on('b');
    picker.send(toggle);
    expect(picker.send(give('always'))).toEqual([]);
    expect(picker.send({ type: 'back' })).toEqual([]);
    expect([...picker.state.globalTools]).toEqual([]);
    picker.send(toggle);
    const effects = [...picker.send(give('always')), ...picker.send(give('always'))];
    expect(effects.filter(({ type }) => type === 'remember-tool')).toEqual([
      { type: 'remember-tool', tool: 'codex' },
      { type: 'remember-tool', tool: 'qwen' },
    ]);
    expect([...picker.state.globalTools]).toEqual(['codex', 'qwen']);
  });
});

it('asks nothing while a settings file is broken, because the question may be about the mistake', () => {
  const problems = [
    { uri: 'file:///s', message: 'not valid', code: 'settings-invalid', severity: 'warning' },
  ];
  const model = modelOf(nodes, { host: embedded }, { problems });
  const picker = new Picker(model, { state: { scope: 'workspace' } });
  expect(batchOf(picker.send(toggle))).toMatchObject([{ id: 'a', scope: 'workspace' }]);
  expect(picker.state.view.type).toBe('list');
});
