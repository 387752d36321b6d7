import { describe, expect, it } from 'vitest';
import type { Made } from '../../src/picker/state.js';
import { leavingLine } from '../../src/picker/summary.js';

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
