import { describe, expect, it } from 'vitest';
import type { Made } from '../../src/picker/state.js';
import { leavingLine, unsettledTexts } from '../../src/picker/summary.js';

const made = (name: string, after: boolean, scope: Made['scope'] = 'workspace'): Made => ({
  id: name,
  name,
  type: 'skill',
  before: !after,
  after,
  wasMixed: false,
  scope,
});

describe('the line on leaving', () => {
  it.each([
    [[], null, null],
    [[made('a', false)], null, 'Switched off: a. This is kept for this workspace.'],
    [
      [made('a', true)],
      'This holds for this session only.',
      'Switched on: a. This holds for this session only.',
    ],
    [
      [made('a', true), made('b', false), made('c', false)],
      null,
      'Switched on: a. Switched off: b, c. This is kept for this workspace.',
    ],
    [
      [made('a', false), made('b', false, 'global')],
      null,
      'Switched off: a, b. This is kept for this workspace. This is kept for all workspaces.',
    ],
    [
      ['a', 'b', 'c', 'd', 'e'].map((name) => made(name, false)),
      null,
      'Switched off: a, b and 3 more. This is kept for this workspace.',
    ],
  ] as const)('%#', (changed, lasting, line) => {
    expect(leavingLine(changed, lasting)).toBe(line);
  });
});

describe('switches nobody will hear of', () => {
  it.each([
    [{}, []],
    [{ a: [false] }, ['Asked to switch off, but not confirmed by the host: a.']],
    [
      { a: [false, true], b: [true, false], c: [false] },
      [
        'Asked to switch on, but not confirmed by the host: a.',
        'Asked to switch off, but not confirmed by the host: b, c.',
      ],
    ],
  ])('are named by what was asked for last: %o', (wishes, texts) => {
    const unsettled = Object.entries(wishes).map(([name, asked]) => ({ name, wishes: asked }));
    expect(unsettledTexts(unsettled)).toEqual(texts);
  });
});
