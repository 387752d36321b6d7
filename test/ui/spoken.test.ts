import { describe, expect, it } from 'vitest';
import type { Model } from '../../src/picker/state.js';
import { drawSpoken } from '../../src/ui/spoken.js';
import { type ScreenChanges, screenOf } from '../support/drawing.js';
import { directory, modelOf, skill } from '../support/picker.js';

const model = modelOf([
  directory('d', [skill('a', { description: 'Does a.' }), skill('b', { enabled: false })]),
]);
const spoken = (changes: ScreenChanges = {}, given: Model = model) => drawSpoken(screenOf(given, changes));

describe('the screen for screen readers', () => {
  it('reads the row as a sentence', () => {
    expect(spoken()).toEqual([
      'skillpick, my-repo, live',
      'Search: empty. Kind: usual. Showing: any.',
      '2 of 3. a. skill in d. on. Does a. You can run it as /a. The model may use it by itself.',
    ]);
  });

  it('says that a switch is under way', () => {
    expect(spoken({}, { ...model, pending: new Map([['a', false]]) })[2]).toContain('not yet confirmed');
  });

  it('reads headers, problems, an empty list, a notice, and what the picker waits for', () => {
    expect(spoken({ state: { cursor: { id: 'd', index: 0 } } })[2]).toMatch(
      /^1 of 3\. d\. directory of skills\. on/,
    );
    const broken = modelOf([directory('d', [], { load: { kind: 'error', message: 'boom' } })]);
    expect(spoken({ state: { showing: 'problems' } }, broken)[2]).toContain('Problem. file:///repo/d. boom');
    expect(spoken({ state: { query: { text: 'zzz', at: 3 } } })[2]).toBe('Nothing is listed.');
    expect(spoken({ state: { notice: { text: 'Saved.', tone: 'warn' } } }).at(-1)).toBe('Saved.');
    expect(spoken({}, { ...model, waitingFor: 'Connecting.' })[0]).toContain('Connecting.');
  });

  it('reads the other views', () => {
    const text = (changes: ScreenChanges) => spoken(changes).join('\n');
    expect(text({ state: { view: { type: 'batch', ids: ['a'] } } })).toContain('o switches all on');
    expect(text({ state: { view: { type: 'help', top: 0, under: { type: 'list' } } } })).toContain(
      'shift+tab',
    );
    const file = { lines: ['the file'], isCut: false };
    expect(text({ state: { view: { type: 'detail', id: 'a', problem: null, top: 0, file } } })).toContain(
      'the file',
    );
    const choices = [{ key: 'k', group: 'Sessions', title: 'one', note: 'idle', isCurrent: true }];
    expect(
      text({ state: { view: { type: 'chooser', choices, at: 0, query: { text: '', at: 0 } } } }),
    ).toContain('Open: 1 of 1. Sessions. one. idle. Open now.');
  });

  it('reads the question about all repositories, and its keys', () => {
    const view = {
      type: 'consent',
      made: [],
      notice: null,
      asked: ['codex'],
      about: new Map([['codex', ['a']]]),
      allowed: [],
      under: { type: 'list' },
    } as const;
    expect(spoken({ state: { view } }).slice(1)).toEqual([
      'Codex can only switch a for all repositories.',
      'o once a always l leave out escape cancel',
    ]);
  });

  it('has no control characters', () => {
    const hostile = modelOf([directory('d', [skill('a', { name: '\x1b[2Jx', description: 'y\x07' })])]);
    expect(spoken({}, hostile).join('')).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
  });
});
