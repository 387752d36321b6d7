import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import type { Model, PickerState } from '../../src/picker/state.js';
import type { Size } from '../../src/text/ability.js';
import { drawScreen } from '../../src/ui/draw-screen.js';
import { ascii, bare, colourful, drawnLines, type ScreenChanges, screenOf } from '../support/drawing.js';
import { agent, directory, extras, modelOf, Picker, plugin, skill } from '../support/picker.js';

const priced = (id: string, tokens: number, fields = {}) =>
  skill(id, { ...extras({ details: { tokens } }), ...fields });
const wide = { columns: 100, rows: 24 };

const some = [
  directory(
    '.agents/skills',
    [
      priced('release-notes', 2_000, { description: 'Draft release notes from commits since the last tag' }),
      priced('release-check', 1_100, {
        enabled: false,
        disableModelInvocation: true,
        description: 'Run the checklist',
      }),
    ],
    extras({ from: 'repo' }),
  ),
  plugin('acme-tools', [skill('relay', { disableUserInvocation: true, description: 'Hand work over' })], {
    version: '1.2.0',
    enabled: false,
  }),
];
const embedded = { kind: 'embedded', name: 'skillpick', protocolVersion: '0.9.0', isOwn: true };
const mine = (changes: Partial<Model> = {}): Model => {
  const model = modelOf(some, { host: embedded, tools: ['claude', 'codex'], ...changes });
  return { ...model, session: { ...model.session, provider: 'agents', ...changes.session } };
};

const titleOf = (model: Model, changes: ScreenChanges = {}) => drawnLines(model, changes)[0];
const searchOf = (model: Model, changes: ScreenChanges = {}) => drawnLines(model, changes)[1];
const footerOf = (model: Model, changes: ScreenChanges = {}) => drawnLines(model, changes).at(-1);

describe('a row', () => {
  const rowOf = (node: ReturnType<typeof skill>) =>
    drawnLines(modelOf([directory('d', [node])], { host: embedded }), { size: wide }).find((line) =>
      line.includes('harmless'),
    );

  it('shows the folder of a skill whose name is different', () => {
    const node = skill('s', { name: 'harmless', uri: 'file:///r/.claude/skills/security-review/SKILL.md' });
    expect(rowOf(node)).toMatch(/harmless +folder security-review/);
  });

  it('says that a tool does not follow its switch for now', () => {
    const tools = [
      {
        id: 'gemini',
        enabled: false,
        inEffect: true,
        note: 'Gemini CLI obeys this once it trusts this folder',
      },
    ];
    const node = skill('s', { name: 'harmless', uri: 'file:///x', enabled: false, ...extras({ tools }) });
    expect(rowOf(node)).toContain('Gemini CLI obeys this once it trusts this folder');
  });

  it.each([
    ['shadowed', { inEffect: false, shadowedBy: 'x' }, /≠ shadowed +user model +harmless/],
    ['refused', { inEffect: false, isRefused: true }, /✗ refused +user model +harmless/],
  ])('of an entry that is %s in every tool is not on', (_state, standing, expected) => {
    const tools = [{ id: 'gemini', enabled: true, ...standing }];
    expect(rowOf(skill('s', { name: 'harmless', ...extras({ tools }) }))).toMatch(expected);
  });
});

describe('the question about all repositories', () => {
  const tools = [{ id: 'codex', enabled: true, switchable: ['global'] }];
  const nodes = ['deploy', 'ship'].map((id) => skill(id, extras({ tools })));
  const asking = (size: Size) => {
    const model = modelOf([directory('d', nodes)], { host: embedded });
    const picker = new Picker(model, { state: { scope: 'workspace' } });
    picker.send({ type: 'batch' }, { type: 'batch-all', enabled: false });
    return drawnLines(model, { size, state: picker.state });
  };

  it('is above its keys', () => {
    const lines = asking({ columns: 80, rows: 24 });
    expect(lines.at(-4)).toBe(' Codex can only switch deploy, ship for all repositories.');
    expect(lines.at(-1)).toBe(' o once  a always  l leave out  esc cancel');
  });

  it('covers rows on a small screen, and is complete', () => {
    const lines = asking({ columns: 40, rows: 10 });
    expect(lines).toHaveLength(9);
    expect(lines.slice(-3)).toEqual([
      ' Codex can only switch deploy, ship for',
      ' all repositories.',
      ' o once  a always  l leave  esc cancel',
    ]);
  });
});

describe('counts', () => {
  const standings = {
    used: { enabled: true },
    half: { enabled: true },
    quiet: { enabled: false },
    lost: { enabled: true, inEffect: false, shadowedBy: 'used' },
    barred: { enabled: true, inEffect: false, isRefused: true },
  };
  const nodes = Object.entries(standings).map(([id, standing]) =>
    skill(
      id,
      extras({
        tools: [{ id: 'claude', ...standing }, ...(id === 'half' ? [{ id: 'codex', enabled: false }] : [])],
      }),
    ),
  );
  const lines = drawnLines(modelOf([directory('d', nodes)], { host: embedded }), { size: wide });

  it('count every entry once, by the state of its row', () => {
    expect(lines[1]).toMatch(/ 5 · 1 mixed · 1 off · 2 unused$/);
    expect(lines[2]).toMatch(/ 1 on · 1 mixed · 1 off · 2 unused$/);
  });
});

describe('the whole screen', () => {
  it('looks like this', () => {
    expect(drawnLines(mine(), { size: { columns: 100, rows: 20 }, state: { scope: 'workspace' } })).toEqual([
      ' skillpick   my-repo · embedded host · claude codex                                          ● live',
      ' ❯  type to search   [skills+agents] skills  agents  other  all               3 · 2 off · 2k tokens',
      '   .agents/skills  repo                                                                 1 on · 1 off',
      ' ▌ ● on       user model   release-notes  Draft release notes from commits since the last tag',
      '   ○ off      user  ·      release-check  Run the checklist',
      '   acme-tools  plugin 1.2.0 · off',
      '   ◌ off       ·   model   relay          Hand work over',
      ...Array.from({ length: 7 }, () => ''),
      ` ${'─'.repeat(98)}`,
      ' release-notes · skill in .agents/skills · on',
      ' Draft release notes from commits since the last tag',
      ' You can run it as /release-notes. The model may use it by itself.',
      ' space switch   tab kind   ^x all shown   enter open   ^/ undo   ^o session   ? help   esc leave',
    ]);
  });

  it('looks like this at 40 columns', () => {
    expect(drawnLines(mine(), { size: { columns: 40, rows: 10 }, state: { scope: 'workspace' } })).toEqual([
      ' skillpick   my-repo · embedded… ● live',
      ' ❯  search    [skills+agents] 3 · 2 off',
      '   .agents/skills  repo     1 on · 1 off',
      ' ▌ ●UM release-notes',
      '   ○U· release-check',
      '   acme-tools  plugin 1.2.0 · off',
      '   ◌·M relay',
      '',
      ' space switch   ? help   esc leave',
    ]);
  });
});

describe('the title', () => {
  it.each([
    [mine(), 'workspace', /skillpick {3}my-repo/],
    [mine(), 'global', /skillpick {3}everywhere · my-repo/],
    [modelOf(some), 'session', /skillpick {3}my-repo/],
    [modelOf(some), 'workspace', /skillpick {3}scope: workspace · my-repo/],
  ] as const)('%#: shows the scope of switches if it is not the default', (model, scope, title) => {
    expect(titleOf(model, { state: { scope } })).toMatch(title);
  });

  const session = modelOf([]).session;
  const titles: [name: string, model: Model, expected: string | RegExp][] = [
    ['a foreign host with its version', modelOf(some), /my-repo · agent host 0\.9\.0 · copilotcli +● live$/],
    ['a tool’s own session', mine({ session: { ...session, provider: 'claude' } }), /· claude +● live$/],
    ['a temporary session', modelOf(some, { isTemporary: true }), /temporary session, gone when you leave/],
    ['a limit of the command line', modelOf(some, { limit: 'in acme' }), /· only in acme +● live$/],
    [
      'a session that is being made',
      modelOf(some, { session: { ...session, lifecycle: 'creating' } }),
      /· creating +● live$/,
    ],
    [
      'one that could not be made',
      modelOf(some, { session: { ...session, title: 'x', lifecycle: 'failed', error: 'no quota' } }),
      /failed: no quota +● live$/,
    ],
    [
      'input that is needed',
      modelOf(some, { session: { ...session, status: ['input needed'] } }),
      /input needed +● live$/,
    ],
    [
      'what it waits for at first',
      modelOf([], { waitingFor: 'x', link: { kind: 'connecting' } }),
      /^ skillpick .*connecting…$/,
    ],
    [
      'a reconnect',
      modelOf(some, { link: { kind: 'connecting' } }),
      ' Connection lost, trying again. Switches wait.',
    ],
    [
      'the countdown',
      modelOf(some, { link: { kind: 'waiting', retryAtMs: 2_500, reason: 'closed' } }),
      ' Connection lost, next try in 3 s. Switches wait. (closed)',
    ],
    [
      'a host that is gone',
      modelOf(some, { link: { kind: 'gone', reason: 'no' } }),
      ' The host is gone: no. ^o opens another.',
    ],
    [
      'a host that is gone for a reason in a sentence',
      modelOf(some, { link: { kind: 'gone', reason: 'It refused.' } }),
      ' The host is gone: It refused. ^o opens another.',
    ],
  ];

  it.each(titles)('shows %s', (_name, model, expected) => {
    expect(titleOf(model, { size: wide })).toMatch(expected);
  });
});

describe('the query', () => {
  const typed = (text: string, at = text.length): Partial<PickerState> => ({ query: { text, at } });

  it('shows the cursor, the end of a long query, and blanks', () => {
    const line = (state: Partial<PickerState>) => drawScreen(screenOf(mine(), { state }), colourful)[1] ?? '';
    expect(line(typed('ab', 1))).toContain('a\x1b[7mb\x1b[27m');
    expect(line(typed('ab '))).toContain('ab \x1b[7m \x1b[27m');
    const long = bare(line(typed('abcdefghijklmnopqrstuvwxyz'.repeat(3))));
    expect(long).toContain('qrstuvwxyz ');
    expect(long).not.toContain('abcdefghijklmnopqrstuvwxyza');
  });

  it('moves nothing else on its line while the user types', () => {
    const places = ['', 'r', 're', 'rel', 'release'].map((text) =>
      searchOf(mine(), { state: typed(text) })?.indexOf('skills+agents'),
    );
    expect(new Set(places).size).toBe(1);
  });

  it('takes the place of the tabs if it is long', () => {
    const line = searchOf(mine(), { state: typed('release notes of the last') });
    expect(line).toContain('release notes of the last');
    expect(line).toContain('[skills+agents]');
    expect(line).not.toContain('other');
  });
});

describe('the counts', () => {
  const broken = extras({ problems: [{ message: 'a' }, { message: 'b' }] });
  const many = mine().list.entries;
  const nodes = (count: number) => [
    directory(
      'd',
      Array.from({ length: count }, (_, index) => priced(`s${index}`, 31, { enabled: index > 16 })),
      broken,
    ),
  ];

  it.each([
    [200, '128 · 17 off · 3.4k tokens · 2 problems'],
    [100, '128 · 17 off · 2 problems'],
    [80, '17 off · 2 problems'],
    [40, '128'],
  ])('show what fits at %i columns', (columns, expected) => {
    expect(many).toHaveLength(3);
    expect(searchOf(modelOf(nodes(128)), { size: { columns, rows: 24 } })).toMatch(
      new RegExp(`${expected}$`),
    );
  });

  it.each([
    ['on', 'only on: 1 · 2k tokens'],
    ['off', 'only off: 2 · 0 tokens'],
    ['problems', 'problems: 0'],
  ] as const)('show that the list has only %s', (showing, expected) => {
    expect(searchOf(mine(), { size: wide, state: { showing } })).toMatch(new RegExp(`${expected}$`));
  });

  it('show the filter before the problems', () => {
    const model = modelOf(nodes(128));
    expect(searchOf(model, { state: { showing: 'off' } })).toMatch(/only off: 17$/);
  });

  it('use the singular for one problem', () => {
    const model = modelOf([directory('d', [skill('a')], extras({ problems: [{ message: 'a' }] }))]);
    expect(searchOf(model)).toMatch(/1 · 1 problem$/);
  });
});

describe('the footer', () => {
  const states: [name: string, changes: ScreenChanges, expected: string][] = [
    ['80 columns', {}, ' space switch  tab kind  ^x all shown  enter open  ^/ undo  ? help  esc leave'],
    ['40 columns', { size: { columns: 40, rows: 10 } }, ' space switch   ? help   esc leave'],
    [
      '200 columns',
      { size: { columns: 200, rows: 60 } },
      ' space switch   tab kind   ^x all shown   enter open   ^/ undo   ^o session   shift+tab show   ? help   esc leave',
    ],
    [
      'a query, which Esc clears',
      { state: { query: { text: 'r', at: 1 } } },
      ' space switch  tab kind  ^x all shown  enter open  ^/ undo  ? help  esc clear',
    ],
    [
      'a filter, which Esc takes away',
      { state: { showing: 'on' } },
      ' space switch   tab kind   ^x all shown   enter open   ? help   esc show all',
    ],
    [
      'something to put back',
      { state: { lost: [{ id: 'a', enabled: false, scope: 'session' }] } },
      ' ^y put back   space switch   tab kind   ^x all shown   ? help   esc leave',
    ],
    [
      'choosing one',
      { isPicking: true },
      ' tab kind   enter choose   ^o session   shift+tab show   ? help   esc leave',
    ],
    [
      'the batch question',
      { state: { view: { type: 'batch', ids: ['release-notes', 'release-check', 'relay'] } } },
      ' 3 shown (1 on, 2 off): o all on, f all off, esc',
    ],
    [
      'a notice',
      { state: { notice: { text: 'Something\nhappened.', tone: 'warn' } } },
      ' Something happened.',
    ],
    [
      'the detail view',
      { state: { view: { type: 'detail', id: 'relay', problem: null, top: 0, file: null } } },
      ' space switch   e edit   down scroll   pagedown page   ? help   esc back',
    ],
    [
      'the help',
      { state: { view: { type: 'help', top: 0, under: { type: 'list' } } } },
      ' down scroll   pagedown page   ? close   esc back',
    ],
    [
      'the chooser',
      { state: { view: { type: 'chooser', choices: [], at: 0, query: { text: '', at: 0 } } } },
      ' enter open   ? help   esc back',
    ],
  ];

  it.each(states)('at %s', (_name, changes, expected) => {
    expect(footerOf(mine(), changes)).toBe(expected);
  });

  const broken = () =>
    modelOf(
      [directory('d', [], extras({ problems: [{ message: 'a' }] }))],
      {},
      { problems: [{ message: 'b' }] },
    );
  const problem = { uri: 'file:///x', line: null, message: 'a', code: null, severity: 'error' } as const;
  const nowhere: [name: string, model: Model, state: Partial<PickerState>][] = [
    ['a problem', broken(), { showing: 'problems' }],
    ['a label', broken(), { showing: 'problems', cursor: { id: '\0the session as a whole', index: 0 } }],
    ['an open problem', broken(), { view: { type: 'detail', id: '\0d\x000', problem, top: 0, file: null } }],
    ['an empty list', mine(), { query: { text: 'zzz', at: 3 } }],
    ['a list that is still waited for', { ...mine(), waitingFor: 'Connecting.' }, {}],
    ['the list of a host that is gone', { ...mine(), link: { kind: 'gone', reason: 'x' } }, {}],
  ];

  it.each(nowhere)('does not offer to switch on %s', (_name, model, state) => {
    expect(footerOf(model, { state })).toMatch(/^ (?!space switch).*\? help {2,3}esc /);
  });

  it('offers to switch a container whose problems are listed', () => {
    const state = { showing: 'problems', cursor: { id: 'd', index: 0 } } as const;
    expect(footerOf(broken(), { state })).toMatch(/^ space switch /);
  });

  it('always has help and leave', () => {
    for (let columns = 40; columns < 220; columns += 1) {
      const footer = footerOf(mine(), { size: { columns, rows: 24 } }) ?? '';
      expect(footer).toMatch(/\? help {2,3}esc leave$/);
      expect(stringWidth(footer)).toBeLessThan(columns);
    }
  });
});

describe('a notice that is too long for the last line', () => {
  const text = `release-notes was not switched off: ${'a long story '.repeat(9)}and its end.`;
  const linesAt = (size: ScreenChanges['size']) =>
    drawnLines(mine(), { ...(size && { size }), state: { notice: { text, tone: 'bad' } } });

  it('takes the place of the details, and the keys stay', () => {
    const lines = linesAt({ columns: 80, rows: 24 });
    expect(lines.slice(-4, -1).join(' ').replace(/\s+/g, ' ').trim()).toBe(text);
    expect(lines.at(-1)).toMatch(/^ space switch .* esc leave$/);
  });

  it('is cut if there are no details', () => {
    expect(linesAt({ columns: 80, rows: 14 }).at(-1)).toMatch(/^ release-notes was not switched off: .*…$/);
  });
});

describe('the pane', () => {
  const pane = (model: Model, changes: ScreenChanges = {}) => drawnLines(model, changes).slice(-4, -1);

  it('says why an entry cannot be chosen', () => {
    const model = modelOf([directory('d', [agent('a', { disableUserInvocation: true })])]);
    expect(pane(model, { isPicking: true })[2]).toBe(' a cannot be chosen: only the model may invoke it.');
  });

  it('describes a container', () => {
    const state = { cursor: { id: 'acme-tools', index: 3 } };
    expect(pane(mine(), { state })).toEqual([
      ' acme-tools · plugin · off',
      ' Holds 1. All of it is off.',
      ' file:///repo/acme-tools',
    ]);
  });

  it('gives a long description two lines if there are many rows', () => {
    const model = modelOf([directory('d', [skill('a', { description: 'word '.repeat(60) })])]);
    const lines = drawnLines(model, { size: { columns: 80, rows: 40 } }).slice(-5, -1);
    expect(lines[1]).toMatch(/^ (word ?)+$/);
    expect(lines[2]).toMatch(/^ (word )+.*…$/);
    expect(lines[3]).toBe(' You can run it as /a. The model may use it by itself.');
  });
});

describe('the text of an empty list', () => {
  const first = (model: Model, changes: ScreenChanges = {}) => drawnLines(model, changes)[2];
  const state = (changes: Partial<PickerState>) => ({ state: changes });

  const states: [model: Model, changes: ScreenChanges, expected: RegExp][] = [
    [modelOf([], { waitingFor: 'Connecting to ws://x.' }), {}, /Connecting to ws:\/\/x\./],
    [modelOf([], { isLoading: true }), {}, /The host is reading its files\./],
    [modelOf([]), {}, /The host lists no skills or agents for this session/],
    [modelOf([], { host: embedded }), {}, /No skills or agents were found\./],
    [modelOf([], { limit: 'in acme' }), {}, /nothing that is in acme/],
    [mine(), state({ kind: 'agents' }), /There is no agent\. tab shows other kinds\./],
    [mine(), state({ kind: 'agents', showing: 'off' }), /No agent is off\. shift\+tab shows others/],
    [mine(), state({ showing: 'problems' }), /There are no problems\./],
    [mine(), state({ query: { text: 'zzz', at: 3 } }), /No skill or agent matches\. esc clears the query/],
  ];

  it.each(states)('%#', (model, changes, expected) => {
    expect(first(model, changes)).toMatch(expected);
  });

  it('names no single tool, because a tool may be added', () => {
    const text = drawnLines(modelOf([], { host: embedded })).join(' ');
    expect(text).toContain('the folders of all agent tools');
    expect(text).not.toMatch(/\.(?:claude|codex|github|gemini|opencode|qwen|kilo)/);
  });

  it('is never cut', () => {
    const lines = drawnLines(modelOf([], { host: embedded }), { size: { columns: 40, rows: 24 } });
    const text = lines.slice(2, -1).join(' ');
    expect(text).not.toContain('…');
    expect(text).toMatch(/skillpick\s+doctor/);
  });
});

describe('without colour', () => {
  const noUser = { disableUserInvocation: true };
  const noModel = { disableModelInvocation: true };
  const mixed = extras({
    tools: [
      { id: 'a', enabled: true },
      { id: 'b', enabled: false },
    ],
  });
  const children = [
    skill('0'),
    skill('0', noUser),
    skill('0', noModel),
    skill('0', { ...noUser, ...noModel }),
    skill('0', { enabled: false }),
    skill('0', mixed),
  ];

  it.each([
    ['signs', undefined],
    ['ASCII', ascii],
  ])('every state has its own text: %s', (_name, theme) => {
    for (const columns of [100, 50]) {
      const nodes = [directory('d', children), plugin('p', [skill('0')], { enabled: false })];
      const size = { columns, rows: 24 };
      const rows = drawnLines(modelOf(nodes), { size, state: { cursor: { id: 'd', index: 0 } } }, theme)
        .slice(2)
        .filter((line) => line.endsWith(' 0') || / 0$/.test(line.trimEnd()));
      expect(rows.filter((row) => row.trim() !== '')).toHaveLength(7);
      expect(new Set(rows).size).toBe(7);
    }
  });

  it('an unknown gate differs from a closed one', () => {
    const model = modelOf([directory('d', [skill('0', { ...noUser, ...noModel }), skill('1')])]);
    const [first, second] = model.list.entries;
    const unknown = { ...second!, userInvocable: null, modelInvocable: null };
    const list = { ...model.list, entries: [first!, unknown] };
    for (const theme of [undefined, ascii]) {
      const lines = drawnLines({ ...model, list }, {}, theme);
      expect(lines[3]?.slice(8, 24)).not.toBe(lines[4]?.slice(8, 24));
    }
  });

  it('pending and switched rows have marks', () => {
    const model = { ...mine(), pending: new Map([['release-notes', false]]) };
    const made = {
      id: 'release-check',
      name: 'x',
      type: 'skill',
      uri: 'file:///x',
      before: true,
      after: false,
      wasMixed: false,
      enabledIn: new Map(),
      scope: 'session',
      inTools: new Map(),
    } as const;
    const lines = drawnLines(model, { state: { changed: new Map([['release-check', made]]) } });
    expect(lines[3]).toMatch(/^ ▌…● on/);
    expect(lines[4]).toMatch(/^ {2}\*○ off/);
  });

  it('a row is marked if it was switched in some of its tools only', () => {
    const tools = [
      { id: 'claude', enabled: false },
      { id: 'codex', enabled: true },
    ];
    const picker = new Picker(modelOf([directory('d', [skill('a', extras({ tools }))])], { host: embedded }));
    picker.send({ type: 'toggle' });
    const inClaude = { before: true, after: false, scope: null, obeysFrom: null };
    const made = { ...picker.state.changed.get('a')!, inTools: new Map([['claude', inClaude]]) };
    const lines = drawnLines(modelOf([directory('d', [skill('a', extras({ tools }))])]), {
      state: { changed: new Map([['a', made]]) },
    });
    expect(lines[3]).toMatch(/^ ▌\*◐ mixed/);
  });
});
