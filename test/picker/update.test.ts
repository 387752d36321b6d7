import { describe, expect, it } from 'vitest';
import type { Effect, Intent } from '../../src/picker/intents.js';
import type { Choice, OpenView } from '../../src/picker/open-view.js';
import type { Model } from '../../src/picker/state.js';
import { agent, directory, extras, modelOf, Picker, plugin, skill } from '../support/picker.js';

const nodes = [directory('d', [skill('a'), skill('b')]), directory('e', [agent('c')], { contents: 'agent' })];

const choice = (key: string, changes: Partial<Choice> = {}): Choice => ({
  key,
  group: 'Sessions',
  title: `title of ${key}`,
  note: '',
  isCurrent: false,
  ...changes,
});
const choices = [choice('one'), choice('two', { isCurrent: true }), choice('three', { group: 'Hosts' })];

const detail: OpenView = { type: 'detail', id: 'a', problem: null, top: 0 };
const chooser: OpenView = { type: 'chooser', choices, key: 'two', query: { text: '', at: 0 } };
const help: OpenView = { type: 'help', at: 0, top: 0, under: { type: 'list' } };
const batch: OpenView = { type: 'batch', ids: ['a', 'b'] };
const consent: OpenView = {
  type: 'consent',
  made: [],
  about: new Map(),
  notice: null,
  asked: ['codex'],
  allowed: [],
  always: [],
  under: { type: 'list' },
};
const views: Record<OpenView['type'], OpenView> = {
  list: { type: 'list' },
  batch,
  consent,
  detail,
  chooser,
  help,
};

const inView = (view: OpenView, changes: Partial<Model> = {}): Picker =>
  new Picker(modelOf(nodes, changes), { state: { view } });

describe('keys that mean the same everywhere', () => {
  const everywhere: [intent: Intent, effect: Effect][] = [
    [{ type: 'redraw' }, { type: 'redraw' }],
    [{ type: 'suspend' }, { type: 'suspend' }],
    [{ type: 'leave' }, { type: 'leave', code: 130 }],
    [{ type: 'reread' }, { type: 'reread' }],
  ];

  it.each(everywhere)('%o', (intent, effect) => {
    for (const view of Object.values(views)) expect(inView(view).send(intent)).toEqual([effect]);
  });

  it('open the help over every view, and return to it', () => {
    for (const view of Object.values(views)) {
      const picker = inView(view);
      picker.send({ type: 'help' });
      const isOpen = view.type !== 'help';
      expect(picker.state.view.type).toBe(isOpen ? 'help' : 'list');
      if (!isOpen) continue;
      picker.send({ type: 'help' });
      expect(picker.state.view).toEqual(view);
    }
  });
});

describe('an intent that a view does not handle', () => {
  const foreign: Record<OpenView['type'], Intent[]> = {
    list: [{ type: 'batch-all', enabled: true }, { type: 'edit-file' }],
    batch: [
      { type: 'toggle' },
      { type: 'insert', text: 'o' },
      { type: 'move', by: 1 },
      { type: 'edit-file' },
    ],
    consent: [{ type: 'toggle' }, { type: 'undo' }, { type: 'insert', text: 'o' }, { type: 'move', by: 1 }],
    detail: [{ type: 'batch' }, { type: 'tab', by: 1 }, { type: 'next-kind' }, { type: 'insert', text: 'x' }],
    chooser: [{ type: 'toggle' }, { type: 'batch' }, { type: 'undo' }, { type: 'next-kind' }],
    help: [{ type: 'toggle' }, { type: 'batch' }, { type: 'undo' }, { type: 'insert', text: 'x' }],
  };

  it.each(Object.keys(views) as OpenView['type'][])('does nothing in %s', (type) => {
    const picker = inView(views[type]);
    const before = picker.state;
    expect(picker.send(...foreign[type])).toEqual([]);
    expect({ ...picker.state, notice: null }).toEqual({ ...before, notice: null });
  });
});

describe('Esc', () => {
  it('closes the view, leaves the cell, clears the query and leaves, one after the other', () => {
    const picker = inView(help, { tools: ['claude'] });
    picker.state = { ...picker.state, tool: 'claude', query: { text: 'a', at: 1 }, focus: 'query' };
    const steps = [1, 2, 3].map(() => {
      expect(picker.send({ type: 'back' })).toEqual([]);
      return [picker.state.view.type, picker.state.tool, picker.state.query.text, picker.state.focus];
    });
    expect(steps).toEqual([
      ['list', 'claude', 'a', 'query'],
      ['list', null, 'a', 'query'],
      ['list', null, '', 'list'],
    ]);
    expect(picker.send({ type: 'back' })).toEqual([{ type: 'leave', code: 0 }]);
  });

  it('keeps the filters and the tab when it clears the query', () => {
    const picker = inView(views.list, { tools: ['claude'] });
    picker.send({ type: 'next-showing' }, { type: 'next-kind' }, { type: 'tab', by: 1 });
    picker.type('xy');
    picker.send({ type: 'back' });
    expect(picker.state).toMatchObject({ showing: 'on', kind: 'skills', tab: 'claude' });
  });

  it.each(['batch', 'detail', 'chooser', 'help'] as const)('closes %s', (type) => {
    const picker = inView(views[type]);
    expect(picker.send({ type: 'back' })).toEqual([]);
    expect(picker.state.view.type).toBe('list');
  });

  it('leaves at once if the terminal is too small', () => {
    const picker = new Picker(modelOf(nodes), { isTooSmall: true, state: { query: { text: 'x', at: 1 } } });
    expect(picker.send({ type: 'back' })).toEqual([{ type: 'leave', code: 0 }]);
  });
});

describe('a terminal that is too small', () => {
  it('ignores keys that change something', () => {
    const picker = new Picker(modelOf(nodes), { isTooSmall: true });
    const keys: Intent[] = [{ type: 'toggle' }, { type: 'batch' }, { type: 'batch-all', enabled: false }];
    expect(picker.send(...keys, { type: 'insert', text: 'x' }, { type: 'open' })).toEqual([]);
    expect([picker.state.view.type, picker.state.query.text]).toEqual(['list', '']);
    expect(picker.send({ type: 'leave' })).toEqual([{ type: 'leave', code: 130 }]);
  });
});

describe('the detail view', () => {
  it('opens on an entry', () => {
    const picker = inView(views.list);
    picker.send({ type: 'open' });
    expect(picker.state.view).toEqual(detail);
  });

  it('opens on a header, and on a problem with its file', () => {
    const problem = { uri: 'file:///x', line: 3, message: 'bad' };
    const picker = new Picker(modelOf([directory('d', [], extras({ problems: [problem] }))]), {
      state: { showing: 'broken' },
    });
    picker.send({ type: 'open' });
    expect(picker.state.view).toMatchObject({ type: 'detail', problem });
    picker.send({ type: 'back' }, { type: 'first' }, { type: 'open' });
    expect(picker.state.view).toMatchObject({ type: 'detail', id: 'd', problem: null });
  });

  it('scrolls, switches and edits', () => {
    const picker = inView(detail);
    picker.send({ type: 'move', by: 1 }, { type: 'page', by: 1 });
    expect(picker.state.view).toMatchObject({ top: 12 });
    picker.send({ type: 'page', by: -1 }, { type: 'page', by: -1 });
    expect(picker.state.view).toMatchObject({ top: 0 });
    picker.send({ type: 'last' }, { type: 'first' });
    expect(picker.state.view).toMatchObject({ top: 0 });
    expect(picker.send({ type: 'toggle' })).toMatchObject([
      { type: 'switch', batch: [{ id: 'a', enabled: false }] },
    ]);
    expect(picker.send({ type: 'edit-file' })).toEqual([{ type: 'edit-file', id: 'a', problem: null }]);
    picker.send({ type: 'open' });
    expect(picker.state.view.type).toBe('list');
  });
});

describe('the chooser', () => {
  it('opens empty, then puts the cursor on the current session', () => {
    const picker = inView(views.list);
    expect(picker.send({ type: 'choose' })).toEqual([{ type: 'list-choices' }]);
    expect(picker.state.view).toMatchObject({ type: 'chooser', choices: null });
    picker.send({ type: 'choices', choices });
    expect(picker.state.view).toMatchObject({ key: 'two' });
  });

  it.each(Object.values(views))(
    'opens whatever is open, because a host may have several sessions: $type',
    (view) => {
      for (const isTooSmall of [false, true]) {
        const picker = new Picker(modelOf(nodes), { isTooSmall, state: { view } });
        expect(picker.send({ type: 'must-choose' })).toEqual([{ type: 'list-choices' }]);
        expect(picker.state.view).toMatchObject({ type: 'chooser', choices: null });
      }
    },
  );

  it('is not opened by its key while the terminal is too small to show it', () => {
    const picker = new Picker(modelOf(nodes), { isTooSmall: true });
    expect(picker.send({ type: 'choose' })).toEqual([]);
    expect(picker.state.view.type).toBe('list');
  });

  it('accepts its choices under the help, and after typing', () => {
    const picker = inView(views.list);
    picker.send({ type: 'choose' }, { type: 'insert', text: 'three' }, { type: 'help' });
    picker.send({ type: 'choices', choices }, { type: 'help' });
    expect(picker.send({ type: 'open' })).toEqual([{ type: 'open-choice', key: 'three' }]);
  });

  it('ignores choices that arrive after it was closed', () => {
    const picker = inView(views.list);
    picker.send({ type: 'choose' }, { type: 'back' }, { type: 'choices', choices });
    expect(picker.state.view.type).toBe('list');
  });

  const opened: [name: string, intents: Intent[], key: string | null][] = [
    ['the next', [{ type: 'move', by: 1 }], 'three'],
    ['the last', [{ type: 'last' }], 'three'],
    ['the first', [{ type: 'first' }], 'one'],
    ['no further than the last', [{ type: 'page', by: 1 }], 'three'],
    ['what was typed', [{ type: 'insert', text: 'ONE' }], 'one'],
    ['what matches words in any order', [{ type: 'insert', text: 'three hosts' }], 'three'],
    ['nothing if nothing matches', [{ type: 'insert', text: 'zzz' }], null],
    [
      'what matches an edited query',
      [
        { type: 'insert', text: 'onex' },
        { type: 'edit', edit: 'delete-back' },
      ],
      'one',
    ],
  ];

  it.each(opened)('opens %s', (_name, intents, key) => {
    const picker = inView(chooser);
    const effects = picker.send(...intents, { type: 'open' });
    expect(effects).toEqual(key === null ? [] : [{ type: 'open-choice', key }]);
    if (key !== null) expect(picker.notice).toBe(`Opening title of ${key}.`);
  });

  it('keeps the current session and cancels opening another', () => {
    const picker = inView(chooser);
    expect(picker.send({ type: 'open' })).toEqual([{ type: 'open-choice', key: 'two' }]);
    expect([picker.state.view.type, picker.notice]).toEqual(['list', undefined]);
  });

  it('keeps its place while the cursor of the query moves', () => {
    const picker = inView({ ...chooser, query: { text: 't', at: 1 }, key: 'three' });
    picker.send({ type: 'edit', edit: 'left' });
    expect(picker.state.view).toMatchObject({ key: 'three' });
  });

  it('clears its query before it closes', () => {
    const picker = inView({ ...chooser, query: { text: 'x', at: 1 } });
    picker.send({ type: 'back' });
    expect(picker.state.view).toMatchObject({ type: 'chooser', query: { text: '' } });
  });

  it('leaves the picker if no session is open', () => {
    const picker = inView(chooser, { waitingFor: 'Connecting.' });
    expect(picker.send({ type: 'back' })).toEqual([{ type: 'leave', code: 0 }]);
  });
});

describe('the chooser while its choices change', () => {
  const listed = (...keys: string[]): Intent => ({
    type: 'choices',
    choices: keys.map((key) => choice(key, { isCurrent: key === 'two' })),
  });
  const opened = (picker: Picker) => picker.send({ type: 'open' });

  it('keeps its place when choices come and go', () => {
    const picker = inView(chooser);
    picker.send({ type: 'last' }, listed('zero', 'one', 'two', 'three', 'four'));
    expect(opened(picker)).toEqual([{ type: 'open-choice', key: 'three' }]);
  });

  it('keeps its place among those that match what was typed', () => {
    const picker = inView(chooser);
    picker.send({ type: 'insert', text: 't' }, { type: 'first' }, listed('two', 'zero', 'one', 'three'));
    expect(opened(picker)).toEqual([{ type: 'open-choice', key: 'one' }]);
  });

  it('does not go to the current session after typing', () => {
    const picker = inView(chooser);
    picker.send({ type: 'insert', text: 'title' }, listed('one', 'two', 'three'));
    expect(opened(picker)).toEqual([{ type: 'open-choice', key: 'one' }]);
  });

  it('goes to the first one if its choice is gone', () => {
    const picker = inView(chooser);
    picker.send({ type: 'last' }, listed('one', 'two'));
    expect(opened(picker)).toEqual([{ type: 'open-choice', key: 'one' }]);
  });
});

describe('another session', () => {
  it('leaves a chooser open that was opened meanwhile, also under the help', () => {
    const picker = inView(views.list);
    picker.send({ type: 'choose' }, { type: 'help' });
    picker.send({ type: 'opened', scope: 'workspace', left: 'before' }, { type: 'help' });
    expect(picker.state.view.type).toBe('chooser');
  });

  it('starts with a new state but keeps the query', () => {
    const picker = inView(views.list);
    picker.send({ type: 'move', by: 1 }, { type: 'toggle' }, { type: 'next-kind' });
    picker.type('a');
    picker.send({ type: 'opened', scope: 'workspace', left: 'before' });
    expect(picker.state).toMatchObject({
      query: { text: 'a' },
      kind: 'skills',
      scope: 'workspace',
      view: { type: 'list' },
      journal: [],
      lost: [],
      putBackAtMs: [],
      notice: null,
    });
    expect([picker.state.changed.size, picker.state.sticky.size]).toEqual([0, 0]);
  });
});

describe('scopes', () => {
  it('are cycled through', () => {
    const picker = inView(views.list);
    const scopes = [1, 2, 3].map(() => {
      picker.send({ type: 'next-scope' });
      return picker.state.scope;
    });
    expect(scopes).toEqual(['workspace', 'global', 'session']);
    expect(picker.notice).toBe('Kept for this session; may be forgotten when the files are next read.');
  });

  it('of our own host are this repo, everyone in it, and everywhere', () => {
    const host = { kind: 'embedded', name: 'skillpick', protocolVersion: '0.9.0', isOwn: true };
    const picker = inView(views.list, { host });
    picker.send({ type: 'opened', scope: 'workspace', left: 'before' });
    const scopes = [1, 2, 3].map(() => {
      picker.send({ type: 'next-scope' });
      return [picker.state.scope, picker.notice];
    });
    expect(scopes).toEqual([
      ['shared', 'From now on switches are kept for everyone in this repo.'],
      ['global', 'From now on switches are kept everywhere.'],
      ['workspace', 'From now on switches are kept for this repo.'],
    ]);
  });

  it('are refused with a reason if the host has none', () => {
    const picker = inView(views.list, { noScopes: 'It keeps none.' });
    picker.send({ type: 'next-scope' });
    expect([picker.state.scope, picker.notice]).toEqual(['session', 'It keeps none.']);
  });
});

describe('choosing an entry', () => {
  const gates = { disableUserInvocation: true };
  const some = [
    directory('d', [
      skill('ok'),
      skill('off', { enabled: false }),
      skill('hidden', gates),
      agent('agent', gates),
      skill('nobody', { ...gates, disableModelInvocation: true }),
    ]),
    plugin('p', [skill('held')], { enabled: false }),
  ];
  const choosing = () => new Picker(modelOf(some), { isPicking: true });

  const rows: [id: string, reason: string | undefined][] = [
    ['ok', undefined],
    ['off', 'off cannot be chosen: it is off.'],
    ['hidden', 'hidden cannot be chosen: only the model may invoke it.'],
    ['agent', 'agent cannot be chosen: only the model may invoke it.'],
    ['nobody', 'nobody cannot be chosen: neither you nor the model may invoke it.'],
    ['held', 'held cannot be chosen: p is off.'],
    ['d', 'A heading cannot be chosen.'],
  ];

  it('a broken file', () => {
    const problems = [
      { uri: 'file:///repo/d/x/SKILL.md', message: 'torn', code: 'name-missing', severity: 'error' },
    ];
    const model = modelOf([directory('d', [], extras({ problems }))]);
    const picker = new Picker(model, { isPicking: true });
    picker.send({ type: 'last' });
    expect(picker.row?.type).toBe('problem');
    expect(picker.send({ type: 'open' })).toEqual([]);
    expect(picker.notice).toBe('A file that was left out cannot be chosen.');
  });

  it.each(rows)('%s', (id, reason) => {
    const picker = choosing();
    picker.send({ type: 'move', by: picker.shown.indexOf(id) - picker.state.cursor.index });
    expect(picker.send({ type: 'open' })).toEqual(reason === undefined ? [{ type: 'picked', id }] : []);
    expect(picker.notice).toBe(reason);
  });

  it('switches nothing', () => {
    const keys: Intent[] = [{ type: 'toggle' }, { type: 'batch' }, { type: 'batch-all', enabled: false }];
    expect(choosing().send(...keys, { type: 'undo' }, { type: 'put-back' }, { type: 'next-scope' })).toEqual(
      [],
    );
  });

  it('exits with 130 once there is nothing to clear', () => {
    const picker = choosing();
    picker.type('ok');
    expect(picker.send({ type: 'back' })).toEqual([]);
    expect(picker.send({ type: 'back' })).toEqual([{ type: 'leave', code: 130 }]);
  });
});

describe('the preview', () => {
  const file = { lines: ['text'], isCut: false };

  it('is hidden and shown again, which is remembered', () => {
    const picker = inView(views.list);
    const remember = (value: boolean) => [{ type: 'remember', setting: { key: 'preview', value } }];
    expect(picker.send({ type: 'preview' })).toEqual(remember(false));
    expect(picker.state.hasPreview).toBe(false);
    expect(picker.send({ type: 'preview' })).toEqual(remember(true));
    expect(picker.state.hasPreview).toBe(true);
  });

  it('stays as it is if there is no room for it, and says so', () => {
    const picker = new Picker(modelOf(nodes), { mayHavePreview: false });
    expect(picker.send({ type: 'preview' })).toEqual([]);
    expect([picker.state.hasPreview, picker.notice]).toEqual([
      true,
      'There is no room for the preview: it needs 110 columns and 14 rows.',
    ]);
  });

  it('shows the file that was read last, and none of another session', () => {
    const picker = inView(views.list);
    picker.send({ type: 'file-read', id: 'a', file });
    expect(picker.state.file).toEqual({ id: 'a', file });
    picker.send({ type: 'opened', scope: 'workspace', left: 'before' });
    expect(picker.state.file).toBeNull();
  });
});

describe('the order', () => {
  it('is by folder, then by name, then by folder again, from the first row', () => {
    const picker = inView(views.list);
    const orders = [1, 2].map(() => {
      picker.send({ type: 'last' }, { type: 'next-sort' });
      return [picker.state.sort, picker.row?.id, ...picker.shown];
    });
    expect(orders).toEqual([
      ['name', 'a', 'a', 'b', 'c'],
      ['place', 'a', 'd', 'a', 'b', 'e', 'c'],
    ]);
  });

  it.each(['a', 'sort:name'])('is decided by a query such as %s, which the key says', (text) => {
    const picker = inView(views.list);
    picker.type(text);
    picker.send({ type: 'next-sort' });
    expect(picker.notice).toBe('The query decides the order. Without it, the list is sorted by name.');
    picker.send({ type: 'edit', edit: 'clear' }, { type: 'next-sort' });
    expect(picker.notice).toBeUndefined();
  });
});
