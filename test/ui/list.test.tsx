import { render } from 'ink-testing-library';
import { describe, expect, it } from 'vitest';
import { listEntries } from '../../src/entries/entries.js';
import type { Model, PickerState } from '../../src/picker/state.js';
import type { Customization } from '../../src/protocol/types.js';
import { columnsFor } from '../../src/text/row-columns.js';
import { ColumnHeads } from '../../src/ui/ColumnHeads.js';
import { type EmptyList, emptyReasons } from '../../src/ui/empty-list.js';
import { List } from '../../src/ui/List.js';
import {
  ascii,
  bare,
  colourful,
  drawnLines,
  drawScreen,
  plain,
  type ScreenChanges,
  screenOf,
} from '../support/drawing.js';
import { embedded, inTools, ownModel, ownNodes } from '../support/own-session.js';
import { agent, directory, extras, modelOf, type Node, Picker, plugin, skill } from '../support/picker.js';
import { standing } from '../support/standing.js';

const wide = { columns: 108, rows: 24 };
const firstRow = 3;

describe('the list', () => {
  it('is lines that can be drawn by themselves, under the heads of its columns', () => {
    const { rows, model } = screenOf(ownModel());
    const at = columnsFor({ columns: 80, widestName: 13, widestType: 5, tools: 3 });
    const filters = { kind: 'usual', showing: 'any', tab: null, hasQuery: false, isPicking: false } as const;
    const shared = { tools: model.tools, at, theme: plain };
    const list = render(
      <List
        {...{ model, rows }}
        {...filters}
        {...shared}
        tool={null}
        changed={new Map()}
        top={0}
        cursor={1}
        isQuiet={false}
        height={4}
      />,
    );
    const heads = render(<ColumnHeads {...shared} chosen={null} />);
    expect(bare(heads.lastFrame() ?? '').trimEnd()).toBe('                          user model  cl cx oc');
    expect(
      bare(list.lastFrame() ?? '')
        .split('\n')
        .map((line) => line.trimEnd()),
    ).toEqual([
      '   .agents/skills · this repo                      1 differs · 1 off · 1 broken',
      ' ▌ ◐ release-notes        user model     ●  ○   Draft release notes from commi…',
      '   ○ release-check        user  ·        ○  ○   Run the checklist',
      '   ✗ relay-setup          SKILL.md:4  description is missing',
    ]);
  });

  it('has no state at the heading of a folder that is off on our own host: the counts say it', () => {
    const heading = (enabled: boolean) => {
      const node = directory('d', [skill('a', inTools([], ['codex']))], { enabled });
      return drawScreen(screenOf(ownModel({}, [node])), colourful)[firstRow];
    };
    expect(bare(heading(false)!).trim()).toMatch(/^▌? *d +1 off$/);
    expect(heading(false)).toBe(heading(true));
  });

  it('keeps its columns while the user types', () => {
    const heads = ['', 'r', 'relay', 'planner', 'zzz'].map(
      (text) => drawnLines(ownModel(), { state: { query: { text, at: text.length } } })[2],
    );
    expect(new Set(heads).size).toBe(1);
  });

  it('measures only names of the kind that is shown', () => {
    const model = modelOf([directory('d', [skill('short'), agent('x'.repeat(30))])]);
    const headAt = (state: Partial<PickerState>) => drawnLines(model, { state })[2]?.indexOf('user');
    expect(headAt({ kind: 'skills' })).toBeLessThan(headAt({ kind: 'usual' }) ?? 0);
  });

  it('shows the state in the tool of the tab, and the cells of all tools', () => {
    const lines = drawnLines(ownModel(), { state: { tab: 'opencode' } });
    expect(lines[firstRow + 1]).toMatch(/^ ▌ ○ release-notes +user model +● {2}○ /);
    expect(lines.join('\n')).not.toContain('planner');
  });

  it('draws the head of the chosen tool strong, and its cell inverse in the row with the cursor', () => {
    const lines = drawScreen(screenOf(ownModel(), { state: { tool: 'codex' } }), colourful);
    expect(lines[2]).toContain('\x1b[1m\x1b[36mcx\x1b[39m\x1b[22m');
    expect(lines[firstRow + 1]).toContain('\x1b[7m● \x1b[27m');
    expect(lines.filter((line) => line.includes('\x1b[7m'))).toHaveLength(1);
  });

  it('has neither cells nor heads for them while one is chosen to print', () => {
    const lines = drawnLines(ownModel(), { isPicking: true });
    expect(lines[2]?.trim()).toBe('user model');
    expect(lines[firstRow + 1]).toMatch(/release-notes +user model {2}Draft/);
  });

  it.each([
    ['list', true],
    ['query', false],
  ] as const)(
    'draws the row with the cursor selected only while the list has the focus: %s',
    (focus, isSelected) => {
      const state = { query: { text: 'notes', at: 5 }, focus };
      const text = drawScreen(screenOf(ownModel(), { state }), colourful).join('\n');
      expect(text).toContain(`${colourful.styles[isSelected ? 'accent' : 'dim'].open}▌`);
    },
  );

  it('names the folder at the right where there are no headings', () => {
    const state = { sort: 'name' } as const;
    const line = drawnLines(ownModel(), { size: wide, state }).find((one) => one.includes('planner'));
    expect(line).toMatch(/Plans first +\.claude\/agents$/);
  });

  it('names the folders of entries with one name there, also without room at the right', () => {
    const tools = ['claude', 'codex', 'copilot', 'gemini', 'opencode'];
    const read = extras({ tools: tools.map((id) => standing(id)) });
    const described = (id: string, name: string) => skill(id, { name, description: 'Sends.', ...read });
    const nodes = [
      directory('.claude/skills', [described('a', 'deploy'), described('b', 'lint')]),
      directory('.agents/skills', [described('c', 'deploy')]),
    ];
    const model = modelOf(nodes, { host: embedded, tools });
    const lines = drawnLines(model, { size: { columns: 80, rows: 24 }, state: { sort: 'name' } });
    const rows = lines.slice(firstRow, firstRow + 3).map((line) => line.replace(/.*● {2,}/, '').trim());
    expect(rows).toEqual(['.claude/skills  Sends.', '.agents/skills  Sends.', 'Sends.']);
  });
});

describe('a row', () => {
  const rowOf = (node: Node, tools: readonly string[] = []) =>
    drawnLines(modelOf([directory('d', [node])], { host: embedded, tools }), { size: wide }).find((line) =>
      line.includes('harmless'),
    );
  const harmless = (fields: Record<string, unknown>) => skill('s', { name: 'harmless', ...fields });

  it('warns of a folder whose name is different', () => {
    const uri = 'file:///r/.claude/skills/security-review/SKILL.md';
    expect(rowOf(harmless({ uri, ...inTools(['claude']) }))).toMatch(/harmless .* ! folder security-review/);
  });

  it('warns of what is wrong with its file', () => {
    const problems = [{ message: 'name is too long', severity: 'warning' }];
    const node = harmless({ description: 'Does it', ...extras({ problems, tools: [standing('claude')] }) });
    expect(rowOf(node)).toMatch(/ ! name is too long {2}Does it$/);
  });

  it('says that a tool does not follow its switch for now', () => {
    const note = 'Gemini CLI obeys this once it trusts this folder';
    const tools = [{ id: 'gemini', enabled: false, inEffect: true, unobeyedIn: 'workspace', note }];
    expect(rowOf(harmless({ enabled: false, ...extras({ tools }) }))).toContain(note);
  });

  it('does not say so of an entry that the tool shadows, and so never uses', () => {
    const note = 'Copilot CLI obeys this once it trusts this folder';
    const shadowed = { enabled: false, inEffect: false, shadowedBy: 'x', unobeyedIn: 'workspace' };
    const tools = [{ id: 'copilot', ...shadowed, note }];
    expect(rowOf(harmless({ enabled: false, ...extras({ tools }) }))).not.toContain(note);
  });

  it('says that no tool here reads it', () => {
    expect(rowOf(harmless({ description: 'Does it' }))).toMatch(/● on .* no tool here reads it {2}Does it$/);
  });

  it('shows the state of an MCP server', () => {
    const state = { kind: 'authRequired', reason: 'expired' };
    const model = modelOf([{ type: 'mcpServer', id: 'm', name: 'db', uri: 'file:///x', state }]);
    const lines = drawnLines(model, { state: { kind: 'all' } });
    expect(lines.join('\n')).toMatch(/● db +MCP server +– {4}– +! auth: expired/);
  });

  it.each([
    ['shadowed', { inEffect: false, shadowedBy: 'x' }, /≠ shadowed harmless +user model/],
    ['refused', { inEffect: false, isRefused: true }, /✗ broken +harmless +user model/],
  ])('of an entry that is %s in every tool is not on', (_state, changes, expected) => {
    const tools = [{ id: 'gemini', enabled: true, ...changes }];
    expect(rowOf(harmless(extras({ tools })))).toMatch(expected);
  });

  it.each([
    ['on', {}, '●'],
    ['off', { enabled: false }, '○'],
    ['shadowed', { inEffect: false, shadowedBy: 'x' }, '≠'],
    ['one of two that cannot be predicted', { shadowedBy: 'x' }, '≠'],
    ['refused', { inEffect: false, isRefused: true }, '✗'],
  ])('has a cell for what is %s', (_state, changes, sign) => {
    const tools = [standing('codex', changes)];
    const row = rowOf(harmless({ description: 'd', ...extras({ tools }) }), ['claude', 'codex']);
    expect(row).toMatch(new RegExp(`user model {5}${sign} `));
  });

  it('has a dim cell where it cannot be switched', () => {
    const tools = [standing('codex', { switchable: [] }), standing('claude')];
    const model = ownModel({}, [directory('d', [skill('s', extras({ tools }))])]);
    const row = drawScreen(screenOf(model), colourful)[firstRow + 1];
    expect(row).toContain('\x1b[32m ● \x1b[39m\x1b[2m ● \x1b[22m');
  });

  it('has a cell for what is off with its plugin', () => {
    const off = inTools([], ['claude']);
    const model = ownModel({ tools: ['claude'] }, [plugin('p', [skill('s', off)], off)]);
    expect(drawnLines(model)[firstRow + 1]).toMatch(/◌ s +user model {2}◌/);
  });

  it('of a file that was left out is named by its folder', () => {
    const problems = [
      { uri: 'file:///r/.agents/agents/bad.md', line: null, message: 'no frontmatter', severity: 'error' },
      { uri: 'file:///r/d', line: null, message: 'cannot be listed', severity: 'warning' },
    ];
    const lines = drawnLines(
      modelOf([directory('d', [skill('a')], extras({ problems }))], { host: embedded }),
    );
    expect(lines.join('\n')).toMatch(/✗ bad +bad\.md {2}no frontmatter/);
    expect(lines.join('\n')).toMatch(/! d +d {2}cannot be listed/);
  });
});

describe('a heading', () => {
  const linesOf = (node: Node, changes: Partial<Model> = {}) =>
    drawnLines(modelOf([node], { host: embedded, ...changes }), { size: wide, state: { kind: 'all' } });
  const headingOf = (node: Node, changes: Partial<Model> = {}) => linesOf(node, changes)[firstRow];
  const some = [skill('a', inTools(['claude']))];

  it.each([
    ['of this repo', directory('d', some, extras({ from: 'repo' })), '   d · this repo'],
    ['of the user', directory('d', some, extras({ from: 'user' })), '   d · yours'],
    ['with a version', plugin('p', some, { version: '1.2.0' }), '   p · plugin 1.2.0'],
    ['of a plugin that is off', plugin('p', some, { enabled: false }), '   p · plugin · off'],
    ['while it loads', plugin('p', [], { load: { kind: 'loading' } }), '   p · plugin · loading…'],
    [
      'that failed',
      plugin('p', [], { load: { kind: 'error', message: 'boom\nbang' } }),
      '   p · plugin · failed',
    ],
    [
      'of which some could not be read',
      plugin('p', some, { load: { kind: 'degraded', message: '1 of 13 could not be read' } }),
      '   p · plugin',
    ],
    ['in an unknown state', plugin('p', some, { load: { kind: 'paused' } }), '   p · plugin · paused'],
    ['that is empty', directory('d', []), '   d · empty'],
    [
      'whose only file is broken',
      directory(
        'd',
        [],
        extras({ problems: [{ uri: 'file:///d/a.md', message: 'torn', severity: 'error' }] }),
      ),
      '   d',
    ],
    ['that is not read yet', directory('d', undefined), '   d · not read yet'],
    [
      'published by another client',
      plugin('p', some, { clientId: 'vscode-1' }),
      '   p · plugin · from vscode-1',
    ],
  ])('shows a folder or plugin %s', (_what, node, expected) => {
    expect(
      headingOf(node)
        ?.replace(/ {2,}\d.*$/, '')
        .replace('▌', ' '),
    ).toBe(expected);
  });

  it.each([
    ['error', [], 'boom\nbang', /^ ▌ ✗ broken +p +p {2}boom bang$/],
    ['degraded', some, '1 of 13 could not be read', /^ {3}! warning +p +p {2}1 of 13 could not be read$/],
  ])('has a row under it that says what is wrong: %s', (kind, children, message, expected) => {
    const lines = linesOf(plugin('p', children, { load: { kind, message } }));
    expect(lines[firstRow + children.length + 1]?.trimEnd()).toMatch(expected);
  });

  it('shows paths where names occur twice', () => {
    const nodes = [
      directory('one', some, { name: 'skills', uri: 'file:///repo/a/skills' }),
      directory('two', some, { name: 'skills', uri: 'file:///home/me/skills' }),
      directory('three', some, { name: 'other', uri: 'file:///repo/other' }),
    ];
    const model = ownModel({}, nodes);
    const customizations = nodes as unknown as Customization[];
    const list = listEntries({ customizations, workingDirectory: 'file:///repo' }, model.host);
    const text = drawnLines({ ...model, list }).join('\n');
    for (const part of ['   a/skills ', '   ~/skills ', '   other ']) expect(text).toContain(part);
  });
});

describe('the text of an empty list', () => {
  const textOf = (model: Model, changes: ScreenChanges = {}) =>
    drawnLines(model, changes)
      .slice(2, -1)
      .map((line) => line.trim())
      .join(' ');
  const state = (changes: Partial<PickerState>) => ({ state: changes });
  const warned = ownModel({}, [
    directory('d', [
      skill('a', {
        ...extras({ problems: [{ message: 'x', severity: 'warning' }], tools: [standing('codex')] }),
      }),
    ]),
  ]);
  const query = { text: 'zzz', at: 3 };

  const states: [model: Model, changes: ScreenChanges, expected: RegExp][] = [
    [modelOf([], { waitingFor: 'Connecting to ws://x.' }), {}, /Connecting to ws:\/\/x\./],
    [modelOf([], { isLoading: true }), {}, /Reading files\./],
    [modelOf([]), {}, /The host lists no skills or agents for this session\. \^o opens another\./],
    [modelOf([], { hasEnded: true }), {}, /The session is gone\. \^o opens another\./],
    [
      { ...modelOf([]), session: { ...modelOf([]).session, customizations: null } },
      {},
      /The host does not say what this session has\. \^r asks it again\./,
    ],
    [
      modelOf([], { host: embedded }),
      {},
      /No skills or agents were found\. .*`skillpick new <name>`.*`skillpick --demo`/,
    ],
    [modelOf([], { limit: 'in acme' }), {}, /Nothing here is in acme\./],
    [
      ownModel({}, ownNodes.slice(0, 1)),
      state({ kind: 'agents' }),
      /There is no agent\. \^t shows other kinds\./,
    ],
    [
      ownModel(),
      state({ kind: 'agents', showing: 'off' }),
      /No agent is off\. \^f shows others, \^t other kinds\./,
    ],
    [
      ownModel(),
      state({ kind: 'agents', showing: 'differs' }),
      /No agent is on in some tools and off in others\./,
    ],
    [
      ownModel(),
      state({ kind: 'agents', tab: 'codex' }),
      /Codex reads no agent here\. alt\+→ shows other tools\./,
    ],
    [
      ownModel(),
      state({ kind: 'agents', showing: 'broken' }),
      /No agent is broken, but 1 elsewhere: \^t shows other kinds\./,
    ],
    [
      ownModel(),
      state({ kind: 'agents', showing: 'broken', tab: 'codex' }),
      /No agent is broken in Codex, but 1 elsewhere: \^t shows other kinds, alt\+→ other tools\./,
    ],
    [
      ownModel(),
      state({ kind: 'agents', showing: 'differs', tab: 'codex' }),
      /In one tool nothing differs: alt\+→ shows all tools, \^f other states\./,
    ],
    [
      warned,
      state({ showing: 'broken' }),
      /Nothing is broken\. 1 problem: `skillpick doctor` lists it\. \^f shows everything/,
    ],
    [
      ownModel({}, [directory('d', [skill('a', extras({ problems: [{ message: 'odd' }] }))])]),
      state({ showing: 'broken' }),
      /Nothing is broken\. 1 problem: `skillpick doctor` lists it\. \^f shows everything/,
    ],
    [
      ownModel({}, [directory('d', [])]),
      state({ showing: 'broken' }),
      /Nothing is broken\. \^f shows everything\./,
    ],
    [
      ownModel(),
      state({ query }),
      /No skill or agent matches\. esc clears the query, \^t looks among other kinds\./,
    ],
    [ownModel(), state({ query, showing: 'on' }), /Only some are shown: \^f shows others\./],
    [ownModel(), state({ query, tab: 'codex' }), /alt\+→ shows other tools\./],
  ];

  it.each(states)('%#', (model, changes, expected) => {
    expect(textOf(model, changes)).toMatch(expected);
  });

  it('suggests what a query that matches nothing may have meant', () => {
    const filters = { kind: 'usual', showing: 'any', tab: null, types: null, hasQuery: true } as const;
    const otherKinds = [
      { type: 'prompt', count: 2 },
      { type: 'mcpServer', count: 1 },
    ];
    const reasons = (suggestions: EmptyList['suggestions']) =>
      emptyReasons({ model: ownModel(), ...filters, suggestions }).slice(1);
    expect(reasons({ nearest: 'release-notes', otherKinds, withoutFilters: 0 })).toEqual([
      'Did you mean release-notes?',
      'Of other kinds: 2 prompts, 1 MCP server. ^t shows them.',
    ]);
    expect(reasons({ nearest: null, otherKinds: [], withoutFilters: 1 })).toEqual([
      '1 matches without the filters.',
    ]);
    const typed = { ...filters, types: ['mcpServer', 'directory'] };
    const kinds = { nearest: null, otherKinds: [{ type: 'prompt', count: 1 }], withoutFilters: 0 };
    expect(emptyReasons({ model: ownModel(), ...typed, suggestions: kinds })).toEqual([
      'No MCP server or folder matches. esc clears the query.',
      'Of other kinds: 1 prompt. type:all shows them.',
    ]);
    expect(reasons(null)).toEqual([]);
  });

  it('names no single tool, because a tool may be added', () => {
    const text = textOf(modelOf([], { host: embedded }));
    expect(text).toContain('the folders of all agent tools');
    expect(text).not.toMatch(/\.(?:claude|codex|github|gemini|opencode|qwen|kilo)/);
  });

  it('is never cut', () => {
    const text = textOf(modelOf([], { host: embedded }), { size: { columns: 40, rows: 24 } });
    expect(text).not.toContain('…');
    expect(text).toMatch(/skillpick doctor/);
  });

  it('is also under the headings of empty folders', () => {
    expect(textOf(ownModel({}, [directory('d', [])]))).toMatch(/d · empty {2}No skills or agents were found/);
  });
});

describe('without colour', () => {
  const noUser = { disableUserInvocation: true };
  const noModel = { disableModelInvocation: true };
  const mixed = inTools(['a'], ['b']);
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
    for (const columns of [108, 50]) {
      const nodes = [directory('d', children), plugin('p', [skill('0')], { enabled: false })];
      const size = { columns, rows: 24 };
      const rows = drawnLines(modelOf(nodes), { size, state: { cursor: { id: 'd', index: 0 } } }, theme)
        .slice(firstRow)
        .filter((line) => / 0 /.test(line));
      expect(rows).toHaveLength(7);
      expect(new Set(rows).size).toBe(7);
    }
  });

  it('an unknown gate differs from a closed one', () => {
    const model = modelOf([directory('d', [skill('0', { ...noUser, ...noModel }), skill('1')])]);
    const [first, second] = model.list.entries;
    const unknown = {
      ...second!,
      userInvocable: null,
      modelInvocable: null,
      name: '1',
      tools: [],
      container: first!.container,
    };
    const list = { ...model.list, entries: [first!, unknown] };
    for (const theme of [undefined, ascii]) {
      const badges = drawnLines({ ...model, list }, {}, theme)
        .slice(firstRow + 1, firstRow + 3)
        .map((line) => line.slice(20, 34));
      expect(new Set(badges).size).toBe(2);
    }
  });

  it('pending and switched rows have marks', () => {
    const model = ownModel({ pending: new Map([['release-notes', false]]) });
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
    expect(lines[firstRow + 1]).toMatch(/^ ▌…◐ release-notes/);
    expect(lines[firstRow + 2]).toMatch(/^ {2}\*○ release-check/);
  });

  it('a row is marked if it was switched in some of its tools only', () => {
    const model = ownModel({}, [directory('d', [skill('a', inTools(['codex'], ['claude']))])]);
    const picker = new Picker(model, { state: { scope: 'workspace' } });
    picker.send({ type: 'toggle' });
    const inClaude = { before: true, after: false, scope: null, obeysFrom: null };
    const made = { ...picker.state.changed.get('a')!, inTools: new Map([['claude', inClaude]]) };
    const lines = drawnLines(model, { state: { changed: new Map([['a', made]]) } });
    expect(lines[firstRow + 1]).toMatch(/^ ▌\*◐ a/);
  });
});
