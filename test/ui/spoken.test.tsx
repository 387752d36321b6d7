import { render } from 'ink-testing-library';
import { describe, expect, it } from 'vitest';
import type { OpenView } from '../../src/picker/open-view.js';
import type { Model, PickerState } from '../../src/picker/state.js';
import { Spoken } from '../../src/ui/Spoken.js';
import { spokenLines } from '../../src/ui/spoken-lines.js';
import type { ScreenChanges } from '../support/drawing.js';
import { agent, directory, extras, skill } from '../support/picker.js';
import { standing } from '../support/standing.js';
import { otherModel, ownModel, viewScreen } from '../support/view-screens.js';

const deploy = skill('deploy', {
  description: 'Deploys.',
  ...extras({
    tools: [
      standing('claude'),
      standing('codex', { enabled: false }),
      standing('copilot'),
      standing('opencode', { inEffect: false, shadowedBy: 'rival' }),
    ],
  }),
});
const rival = skill('rival', { name: 'deploy', uri: 'file:///home/me/.claude/skills/deploy/SKILL.md' });
const planner = agent('planner', extras({ tools: [standing('claude', { userInvocable: false })] }));
const problem = {
  uri: 'file:///repo/d/relay/SKILL.md',
  line: 4,
  message: 'description is missing',
  code: 'description-missing',
  severity: 'error',
};
const model = ownModel([directory('d', [deploy, planner, rival], extras({ problems: [problem] }))]);

const spoken = (changes: ScreenChanges = {}, given: Model = model) => spokenLines(viewScreen(given, changes));

/** What a screen reader hears after each state: the lines that changed and are not empty. */
function heard(states: readonly Partial<PickerState>[], given: Model = model): string[][] {
  let before: readonly string[] = [];
  return states.map((state) => {
    const lines = spoken({ state }, given);
    const changed = lines.filter((line, index) => line !== '' && line !== before[index]);
    before = lines;
    return changed;
  });
}

const row =
  'deploy, skill, on in Claude Code and Copilot CLI, off in Codex, shadowed in opencode by ~/.claude/skills/deploy. Deploys. 2 of 5.';
const onDeploy = { cursor: { id: 'deploy', index: 1 } };
const help: OpenView = { type: 'help', at: 5, top: 0, under: { type: 'list' } };

describe('the screen for screen readers', () => {
  it('says only its name before a session is known', () => {
    const session = { ...model.session, title: '', uri: '' };
    expect(spoken({}, { ...model, session })[0]).toBe('skillpick.');
  });

  it('says where it is, what is listed, and the row as a sentence', () => {
    expect(heard([onDeploy])[0]).toEqual([
      'skillpick, my-repo.',
      'Search: empty.',
      'The list has the focus.',
      'Tab: all tools.',
      'Kind: skills and agents.',
      'Showing: any.',
      'Sorted by folder.',
      'Switches are kept for this repo.',
      row,
    ]);
  });

  it('says only what changed', () => {
    const query = { text: 'dep', at: 3 };
    const sequence: Partial<PickerState>[] = [
      onDeploy,
      { cursor: { id: 'planner', index: 2 } },
      { cursor: { id: 'planner', index: 2 }, tool: 'claude' },
      { cursor: { id: 'planner', index: 2 }, tool: 'codex' },
      { ...onDeploy, tool: 'codex' },
      { ...onDeploy, tab: 'codex' },
      { ...onDeploy, kind: 'skills' },
      { ...onDeploy, kind: 'skills', showing: 'on' },
      { ...onDeploy, kind: 'skills', showing: 'on', scope: 'global' },
      { ...onDeploy, sort: 'name' },
      { ...onDeploy, query, focus: 'query' },
    ];
    const said = heard(sequence);
    expect(said[1]).toEqual(['planner, agent, on in Claude Code, you may not use it. 3 of 5.']);
    expect(said[2]).toEqual(['Claude Code: on. Space switches it.']);
    expect(said[3]).toEqual(['Codex does not read it.']);
    expect(said[4]).toEqual([row, 'Codex: off. Space switches it.']);
    expect(said[5]?.[0]).toBe('Tab: Codex.');
    expect(said[5]?.[1]).toContain('deploy, skill, off in Codex. Deploys.');
    expect(said[6]).toEqual(['Tab: all tools.', 'Kind: skills.', expect.stringContaining('2 of 4.')]);
    expect(said[7]?.[0]).toBe('Showing: on.');
    expect(said[8]).toEqual(['Switches are kept everywhere.']);
    expect(said[9]).toContain('Sorted by name.');
    expect(said[10]).toContain('Search: dep. 2 found.');
    expect(said[10]).toContain('Ranked by the query.');
    expect(said[10]).toContain('The search has the focus.');
  });

  it('says a view when it opens, and only the row when it closes', () => {
    const said = heard([
      onDeploy,
      { ...onDeploy, view: help },
      { ...onDeploy, view: { ...help, at: 6 } },
      onDeploy,
    ]);
    expect(said[1]).toEqual([
      'Help. enter runs a line, escape closes the help.',
      expect.stringMatching(/^space, in the list: switch on or off\. 6 of \d+\.$/),
    ]);
    expect(said[2]).toEqual([
      expect.stringMatching(/^tab, switch on or off, also while typing\. 7 of \d+\.$/),
    ]);
    expect(said[3]).toEqual([row]);
  });

  it('says a message once, with its full text', () => {
    const text = `Switched off. ${'Long. '.repeat(30)}`.trim();
    const said = heard([onDeploy, { ...onDeploy, notice: { text, tone: 'plain' } }, onDeploy]);
    expect(said.slice(1)).toEqual([[text], []]);
  });

  it('says what a switch did in sentences, with keys by name', () => {
    const parts = [
      { kind: 'done', text: 'deploy off in Codex' },
      { kind: 'undo', text: '^/ undo' },
    ] as const;
    const notice = { text: 'deploy off in Codex · ^/ undo', tone: 'plain', parts } as const;
    expect(heard([onDeploy, { ...onDeploy, notice }])[1]).toEqual(['deploy off in Codex, ctrl+/ undo.']);
  });

  it('says the lines of the detail view that come into view', () => {
    const lines = Array.from({ length: 60 }, (_, index) => `text ${index}`);
    const file = { lines, isCut: false };
    const at = (top: number): Partial<PickerState> => ({
      ...onDeploy,
      view: { type: 'detail', id: 'deploy', problem: null, top },
      file: { id: 'deploy', file },
    });
    const said = heard([onDeploy, at(0), at(1), at(0), at(21)]);
    expect(said[1]?.[0]).toMatch(/^deploy skill, d/);
    expect(said[2]).toHaveLength(1);
    expect(said[2]?.[0]).toMatch(/^text \d+$/);
    expect(said[3]?.[0]).toMatch(/^deploy skill, d/);
    expect(said[3]).toHaveLength(1);
    expect(said[4]).toHaveLength(21);
  });

  it('says that a switch is under way', () => {
    const pending = { ...model, pending: new Map([['deploy', false]]) };
    expect(spoken({ state: onDeploy }, pending)).toContain(row.replace(' 2 of', ' Under way. 2 of'));
  });

  it.each([
    [
      standing('codex', { switchable: [], note: 'it has no switch' }),
      'Codex: on. It cannot be switched: it has no switch.',
    ],
    [
      standing('codex', { inEffect: false, isRefused: true, note: 'too long' }),
      'Codex: refused: too long. Space switches it.',
    ],
    [
      standing('codex', { inEffect: false, note: 'not trusted' }),
      'Codex: switched on but not used: not trusted. Space switches it.',
    ],
  ])('%#: says how the chosen tool is', (own, words) => {
    const given = ownModel([directory('d', [skill('a', extras({ tools: [own] }))])]);
    expect(spoken({ state: { cursor: { id: 'a', index: 1 }, tool: 'codex' } }, given)).toContain(words);
  });

  it('says headings, broken files, an empty list, and what the picker waits for', () => {
    const on = (id: string) => spoken({ state: { cursor: { id, index: 0 } } }).join('\n');
    expect(on('d')).toContain('d, folder of skills, 2 on, 1 differs, 1 broken. Holds 3.');
    expect(on('\0d\0file:///repo/d/relay/SKILL.md\0')).toContain(
      'Broken file: description is missing. d/relay/SKILL.md, line 4. Add a line "description: …"',
    );
    expect(spoken({ state: { query: { text: 'zzz', at: 3 } } })).toContain('Nothing is listed.');
    const empty = ownModel([]);
    expect(spoken({}, { ...empty, isLoading: true })).toContain('Reading files.');
    for (const waitingFor of ['Connecting.', 'Connecting, 5 s left.', 'Connecting, 12 s left.'])
      expect(spoken({}, { ...empty, waitingFor })).toContain('Connecting.');
  });

  it('says a lost connection once while it waits and tries', () => {
    const lost = { ...model, link: { kind: 'connecting' } } as const;
    const waiting = { ...model, link: { kind: 'waiting', retryAtMs: 5, reason: 'x' } } as const;
    expect(spoken({}, lost)).toContain('Connection lost, trying again. Switches wait.');
    expect(spoken({}, waiting)).toEqual(spoken({}, lost));
    const gone = { ...model, link: { kind: 'gone', reason: 'refused' } } as const;
    expect(spoken({}, gone)).toContain('The session is gone: refused. Ctrl+o opens another.');
  });

  it('says what is unusual about the session', () => {
    const session = { ...model.session, status: ['input needed'], lifecycle: 'failed', error: 'no quota' };
    const unusual = { ...model, session, isTemporary: true, limit: 'read by Codex' };
    expect(spoken({}, unusual)).toContain(
      'Temporary session, gone when you leave. Only read by Codex. Input needed. Failed: no quota.',
    );
  });

  it('says what stands in the way while one is chosen to print, and nothing of switches', () => {
    const text = spoken({ isPicking: true, state: { cursor: { id: 'planner', index: 2 } } }).join('\n');
    expect(text).toContain('planner cannot be chosen: only the model may invoke it.');
    expect(text).not.toMatch(/Switches are kept|Tab:/);
  });

  it('says the state on a host that names no tools', () => {
    const given = otherModel([directory('d', [skill('a', { enabled: false })])]);
    expect(spoken({ state: { cursor: { id: 'a', index: 1 } } }, given)).toContain('a, skill, off. 2 of 2.');
  });

  it('says the questions and their keys', () => {
    const batch: OpenView = { type: 'batch', ids: ['deploy', 'planner'] };
    expect(heard([{ ...onDeploy, view: batch, tool: 'codex' }])[0]?.slice(-2)).toEqual([
      '1 shown in Codex: 1 off.',
      'o switches all on, f all off, escape goes back.',
    ]);
    expect(heard([{ ...onDeploy, view: { ...batch, leftOut: ['d'] } }])[0]?.at(-2)).toMatch(
      /^2 shown: .*\d \w+\. 1 folder left out\.$/,
    );
    const consent: OpenView = {
      type: 'consent',
      made: [],
      notice: null,
      asked: ['codex'],
      about: new Map([['codex', ['a']]]),
      allowed: [],
      always: [],
      under: { type: 'list' },
    };
    expect(heard([{ ...onDeploy, view: consent }])[0]?.slice(-2)).toEqual([
      'Codex can do this only for all repositories: a. Do that?',
      'o once, a always, l leave it out, escape cancel all of it.',
    ]);
  });

  it('says the choice under the cursor', () => {
    const choices = [
      { key: 'k', group: 'This machine', title: 'one', note: 'idle', isCurrent: true },
      { key: 'l', group: 'Running editors', title: 'two', note: 'pid 3', isCurrent: false },
    ];
    const view = (
      key: string | null,
      given: typeof choices | null = choices,
      text = '',
    ): Partial<PickerState> => ({
      ...onDeploy,
      view: { type: 'chooser', choices: given, key, query: { text, at: text.length } },
    });
    const said = heard([onDeploy, view(null, null), view('k'), view('l'), view('l', choices, 'zzz')]);
    expect(said[1]).toEqual([
      'Sessions and running editors. enter opens one, escape goes back.',
      'Looking for sessions and running editors.',
    ]);
    expect(said[2]).toEqual(['one. idle. Open now. This machine. 1 of 2.']);
    expect(said[3]).toEqual(['two. pid 3. Running editors. 2 of 2.']);
    expect(said[4]).toEqual(['Search: zzz. Nothing matches.']);
  });

  it('has no control characters', () => {
    const hostile = ownModel([directory('d', [skill('a', { name: '\x1b[2Jx', description: 'y\x07' })])]);
    expect(spoken({}, hostile).join('')).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
  });

  it('is drawn as it is said', () => {
    const { lastFrame } = render(<Spoken screen={viewScreen(model, { state: onDeploy })} />);
    expect(lastFrame()?.split('\n')[0]).toBe('skillpick, my-repo.');
    expect(lastFrame()).toContain('deploy, skill, on in Claude Code and Copilot CLI');
  });
});
