import { describe, expect, it } from 'vitest';
import type { NoticePart } from '../../src/picker/notice-parts.js';
import { fitParts } from '../../src/ui/fit-parts.js';

const parts: NoticePart[] = [
  { kind: 'done', text: 'deploy off in Codex' },
  { kind: 'still', text: 'still on in Kilo: no switch', short: 'still on in Kilo' },
  { kind: 'where', text: 'this repo' },
  { kind: 'files', text: '2 files, 1 new' },
  { kind: 'also', text: 'also .claude/skills/deploy', short: 'also 1 other' },
  { kind: 'undo', text: '^/ undo' },
  { kind: 'hint', text: 'restart Codex to see it' },
];

describe('the parts of a message on one line', () => {
  it.each([
    [
      148,
      'deploy off in Codex · still on in Kilo: no switch · this repo · 2 files, 1 new · also .claude/skills/deploy · ^/ undo · restart Codex to see it',
    ],
    [
      135,
      'deploy off in Codex · still on in Kilo: no switch · this repo · 2 files, 1 new · also 1 other · ^/ undo · restart Codex to see it …',
    ],
    [
      118,
      'deploy off in Codex · still on in Kilo: no switch · this repo · 2 files, 1 new · also 1 other · ^/ undo …',
    ],
    [80, 'deploy off in Codex · still on in Kilo · this repo · 2 files, 1 new · ^/ undo …'],
    [60, 'deploy off in Codex · still on in Kilo · this repo …'],
    [44, 'deploy off in Codex · still on in Kilo …'],
    [30, 'deploy off in Codex · still on in Kilo …'],
  ])('%d columns', (columns, expected) => {
    expect(fitParts(parts, columns, '…')).toBe(expected);
  });
});
