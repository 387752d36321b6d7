import { render } from 'ink-testing-library';
import { describe, expect, it } from 'vitest';
import type { Model } from '../../src/picker/state.js';
import { Banner } from '../../src/ui/Banner.js';
import { Title } from '../../src/ui/Title.js';
import {
  bare,
  colourful,
  drawnLines,
  drawScreen,
  plain,
  type ScreenChanges,
  screenOf,
} from '../support/drawing.js';
import { ownModel, ownNodes } from '../support/own-session.js';
import { modelOf } from '../support/picker.js';

const wide = { columns: 100, rows: 24 };
const here = { scope: 'workspace' } as const;
const titleOf = (model: Model, changes: ScreenChanges = {}) => drawnLines(model, changes)[0];
const foreign = (changes: Partial<Model> = {}) => modelOf(ownNodes, changes);

describe('the title', () => {
  it('is one line that can be drawn by itself', () => {
    const props = { kind: 'usual', tab: null, scope: 'workspace', isPicking: false, columns: 90 } as const;
    const { lastFrame } = render(<Title model={ownModel()} {...props} theme={plain} />);
    expect(bare(lastFrame() ?? '')).toBe(
      ' skillpick  my-repo   [All 5]  Claude Code 1  Codex 1  opencode 0            this repo ^s',
    );
  });

  const session = modelOf([]).session;

  it.each([
    [70, ' skillpick  my-repo   [All 5]  cl 1  cx 1  oc 0          this repo ^s'],
    [56, ' skillpick [All 5] cl 1 cx 1 oc 0          this repo ^s'],
    [45, ' skillpick [All 5]              this repo ^s'],
    [30, ' [All 5]         this repo ^s'],
  ])('shrinks to %i columns', (columns, expected) => {
    expect(titleOf(ownModel(), { size: { columns, rows: 20 }, state: here })).toBe(expected);
  });

  it.each([
    [110, ' skillpick  my-repo · agent planner   [All 5]  Claude Code 1  Codex 1  opencode 0 '],
    [72, ' skillpick  agent planner [All 5] cl 1 cx 1 oc 0 '],
    [60, ' agent planner [All 5] cl 1 cx 1 oc 0 '],
    [62, ' skillpick  agent plann… [All 5] cl 1 cx 1 oc 0 '],
    [48, ' skillpick [All 5] cl 1 cx 1 oc 0 '],
    [44, ' agent planner [All 5] '],
    [32, ' [All 5] '],
  ])('names the selected agent in %i columns, where there is room', (columns, start) => {
    const agent = { uri: 'file:///planner', name: 'planner', id: 'planner' };
    const title = titleOf(ownModel({ agent }), { size: { columns, rows: 20 }, state: here });
    expect(title?.slice(0, start.length)).toBe(start);
  });

  it('names the selected agent on another host before that host', () => {
    const agent = { uri: 'file:///planner', name: 'planner', id: 'planner' };
    const long = { ...session, title: 'Tidy the release scripts' };
    const title = titleOf(foreign({ agent, session: long }), {
      size: { columns: 80, rows: 20 },
      state: here,
    });
    expect(title).toContain('Tidy the release scripts · agent planner ');
  });

  const longName = 'Release notes of the payment service for March';
  const temporary = { uri: 'copilotcli:/687abc12-1', directory: 'file:///home/me/repo', title: '' };
  it.each([
    [
      'planner',
      { title: longName },
      80,
      /^ skillpick {2}Release notes of the payment serv… · agent planner +this/,
    ],
    ['planner', { title: longName }, 50, /^ Release notes … · agent planner +this/],
    [
      'the-reviewer-of-everything',
      { title: longName },
      60,
      /^ Release… · agent the-reviewer-of-everyth… +this/,
    ],
    ['planner', { title: longName }, 40, /^ agent planner +this/],
  ])('cuts the name of the session before the agent: %s, %o, %i', (name, changes, columns, expected) => {
    const agent = { uri: 'file:///a', name, id: 'a' };
    const model = foreign({ agent, session: { ...session, ...changes } });
    expect(titleOf(model, { size: { columns, rows: 20 } })).toMatch(expected);
  });

  it.each([
    [110, / ! temporary session, gone when you leave {2}repo 687abc12 · agent planner · /],
    [80, / ! temporary session {2}repo 687abc12 · agent planner +this/],
    [72, / ! temporary {2}repo 687abc12 · agent planner +this/],
    [60, /^ ! temporary {2}repo 687abc… · agent planner +this/],
    [44, /^ ! temporary {2}agent plann… +this/],
  ])('names the agent of a temporary session in %i columns', (columns, expected) => {
    const agent = { uri: 'file:///a', name: 'planner', id: 'a' };
    const model = foreign({ agent, isTemporary: true, session: { ...session, ...temporary } });
    expect(titleOf(model, { size: { columns, rows: 20 } })).toMatch(expected);
  });

  it('names the open tab in full and the others by two letters', () => {
    const size = { columns: 76, rows: 20 };
    expect(titleOf(ownModel(), { size, state: { ...here, tab: 'claude' } })).toContain(
      'All 5  [Claude Code 1]  cx 1  oc 0',
    );
  });

  it.each([
    [ownModel(), 'workspace', /[^!] this repo \^s$/],
    [ownModel(), 'shared', / ! everyone in this repo \^s$/],
    [ownModel(), 'global', / ! everywhere \^s$/],
    [foreign(), 'session', /[^!] this session \^s$/],
    [foreign(), 'workspace', / ! this workspace \^s$/],
    [foreign({ noScopes: 'It keeps none.' }), 'session', / this session$/],
  ] as const)(
    '%#: says where switches are kept, with a warning if that is not usual',
    (model, scope, title) => {
      expect(titleOf(model, { size: wide, state: { scope } })).toMatch(title);
    },
  );

  const titles: [name: string, model: Model, expected: string | RegExp][] = [
    [
      'another host with its version',
      foreign(),
      /^ skillpick {2}my-repo · agent host 0\.9\.0 · copilotcli {3}/,
    ],
    [
      'a tool’s own session by its full name',
      ownModel({ tools: [], session: { ...session, provider: 'claude' } }),
      /my-repo · Claude Code {3}/,
    ],
    ['a temporary session', foreign({ isTemporary: true }), / ! temporary session, gone when you leave /],
    [
      'a limit of the command line',
      ownModel({ limit: 'read by Codex' }),
      /my-repo {2}only read by Codex {3}\[All/,
    ],
    [
      'a session that is being made',
      foreign({ session: { ...session, lifecycle: 'creating' } }),
      /· creating /,
    ],
    [
      'one that could not be made',
      foreign({ session: { ...session, lifecycle: 'failed', error: 'no quota' } }),
      / failed: no quota /,
    ],
    [
      'input that is needed',
      foreign({ session: { ...session, status: ['input needed'] } }),
      / ! input needed /,
    ],
    [
      'what it waits for at first',
      modelOf([], { waitingFor: 'Connecting to ws://x.', link: { kind: 'connecting' } }),
      /^ skillpick .* Connecting to ws:\/\/x$/,
    ],
    ['how many files were read', ownModel({ isLoading: true, filesRead: 1_234 }), / Reading files: 1,234$/],
    [
      'a reconnect',
      foreign({ link: { kind: 'connecting' } }),
      ' ! Connection lost, trying again. Switches wait.',
    ],
    [
      'the countdown',
      foreign({ link: { kind: 'waiting', retryAtMs: 2_500, reason: 'closed' } }),
      ' ! Connection lost, next try in 3 s. Switches wait. (closed)',
    ],
    [
      'a session that is gone',
      foreign({ link: { kind: 'gone', reason: 'no' } }),
      ' ✗ The session is gone: no. ^o opens another.',
    ],
    [
      'a session that is gone for a reason in a sentence',
      foreign({ link: { kind: 'gone', reason: 'It refused.' } }),
      ' ✗ The session is gone: It refused. ^o opens another.',
    ],
  ];

  it.each(titles)('shows %s', (_name, model, expected) => {
    expect(titleOf(model, { size: wide })).toMatch(expected);
  });

  const lostAt = (columns: number, link: Model['link']) =>
    titleOf(foreign({ link }), { size: { columns, rows: 20 } });
  const waiting: Model['link'] = { kind: 'waiting', retryAtMs: 12_000, reason: 'connect ECONNREFUSED' };

  it.each([
    [30, waiting, ' ! Lost, next try in 12 s'],
    [40, waiting, ' ! Connection lost, next try in 12 s.'],
    [60, waiting, ' ! Connection lost, next try in 12 s. Switches wait. (conn…'],
    [30, { kind: 'connecting' }, ' ! Lost, trying again'],
    [40, { kind: 'connecting' }, ' ! Connection lost, trying again.'],
    [30, { kind: 'gone', reason: 'it no longer exists' }, ' ✗ Session gone: ^o'],
    [40, { kind: 'gone', reason: 'it no longer exists' }, ' ✗ Session gone. ^o opens another.'],
    [45, { kind: 'gone', reason: 'it no longer exists' }, ' ✗ The session is gone. ^o opens another.'],
  ] as const)('says in %i columns what matters of the connection', (columns, link, expected) => {
    expect(lostAt(columns, link)).toBe(expected);
  });

  it.each([
    [30, ' ! temporary  this session ^s'],
    [40, ' ! temporary session    this session ^s'],
    [50, ' skillpick  ! temporary session   this session ^s'],
    [60, ' skillpick  ! temporary session  my-repo ·… this session ^s'],
  ])('says in %i columns that the session is temporary', (columns, expected) => {
    expect(titleOf(foreign({ isTemporary: true }), { size: { columns, rows: 20 } })).toBe(expected);
  });

  it('says in 30 columns that switches count for everyone', () => {
    const size = { columns: 30, rows: 6 };
    expect(titleOf(ownModel(), { size, state: { scope: 'shared' } })).toBe(' [All 5]        ! everyone ^s');
  });

  it('keeps a limit and a temporary session visible where the names give way', () => {
    const size = { columns: 60, rows: 20 };
    expect(titleOf(ownModel({ limit: 'read by Codex' }), { size, state: here })).toContain(
      'only read by Codex',
    );
    expect(titleOf(foreign({ isTemporary: true }), { size: { columns: 70, rows: 20 } })).toContain(
      'temporary session, gone when you leave',
    );
  });

  it('has neither tabs nor a scope while one is chosen to print', () => {
    expect(titleOf(ownModel(), { isPicking: true })).toMatch(/^ skillpick {2}my-repo +choose one$/);
  });

  it('never names the host while it is our own', () => {
    const lines = drawnLines(ownModel(), { size: wide, state: here }).join('\n');
    expect(lines).not.toMatch(/host|embedded|container|provider|degraded|scope/i);
  });

  it('draws the open tab strong and the others dim', () => {
    const [title] = drawScreen(screenOf(ownModel(), { size: wide, state: here }), colourful);
    expect(title).toContain('\x1b[1m[All 5]\x1b[22m');
    expect(title).toContain('\x1b[2mCodex 1\x1b[22m');
  });
});

describe('the banner', () => {
  it('is cut at the edge', () => {
    const { lastFrame } = render(
      <Banner text={'lost '.repeat(40)} sign={plain.tone.warn} columns={40} theme={plain} />,
    );
    expect(bare(lastFrame() ?? '')).toMatch(/^ ! lost .*…$/);
    expect(bare(lastFrame() ?? '').length).toBeLessThan(40);
  });
});
