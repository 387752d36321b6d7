import { describe, expect, it } from 'vitest';
import { leavingLine, unsettledTexts } from '../../src/app/leaving.js';
import type { MadeSwitch } from '../../src/picker/state.js';

const made = (
  name: string,
  after: boolean,
  scope: MadeSwitch['scope'] = 'workspace',
  tools: string[] = [],
): MadeSwitch & { tools: string[] } => ({
  id: name,
  name,
  type: 'skill',
  uri: `file:///repo/${name}`,
  before: !after,
  after,
  wasMixed: false,
  scope,
  tools,
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
      [
        made('a', false, 'workspace', ['Claude Code', 'Codex']),
        made('b', false, 'workspace', ['Codex']),
        made('c', false, 'workspace', ['Claude Code', 'Codex']),
      ],
      null,
      'Switched off in Claude Code, Codex: a, c. Switched off in Codex: b. This is kept for this workspace.',
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

describe('switches without an outcome', () => {
  it.each([
    [{}, []],
    [{ a: false }, ['Asked to switch off, but not confirmed by the host: a.']],
    [
      { a: true, b: false, c: false, d: null },
      [
        'Asked to switch on, but not confirmed by the host: a.',
        'Asked to switch off, but not confirmed by the host: b, c.',
      ],
    ],
  ])('are named by the value wanted last: %o', (wanted, texts) => {
    const unsettled = Object.entries(wanted).map(([name, value]) => ({ name, wanted: value }));
    expect(unsettledTexts(unsettled)).toEqual(texts);
  });
});
