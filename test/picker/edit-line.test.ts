import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entriesLimits } from '../../src/entries/limits.js';
import { type EditLine, editLine, insert, type LineEdit } from '../../src/picker/edit-line.js';

/** A line with its place marked by `|`. */
const line = (marked: string): EditLine => ({ text: marked.replace('|', ''), at: marked.indexOf('|') });
const marked = ({ text, at }: EditLine): string => `${text.slice(0, at)}|${text.slice(at)}`;

const family = '👨‍👩‍👧';
const accented = 'e\u0301';

const table: [edit: LineEdit, before: string, after: string][] = [
  ['left', 'ab|c', 'a|bc'],
  ['left', '|abc', '|abc'],
  ['left', `a${family}|`, `a|${family}`],
  ['left', `a${accented}|`, `a|${accented}`],
  ['right', 'a|bc', 'ab|c'],
  ['right', 'abc|', 'abc|'],
  ['right', `|${family}b`, `${family}|b`],
  ['start', 'ab|c', '|abc'],
  ['end', '|abc', 'abc|'],
  ['delete-back', 'ab|c', 'a|c'],
  ['delete-back', '|abc', '|abc'],
  ['delete-back', `a${family}|b`, 'a|b'],
  ['delete-back', '日本|', '日|'],
  ['delete-forward', 'a|bc', 'a|c'],
  ['delete-forward', 'abc|', 'abc|'],
  ['delete-forward', `|${accented}x`, '|x'],
  ['delete-word', 'release notes|', 'release |'],
  ['delete-word', 'release notes  |', 'release |'],
  ['delete-word', 'release-notes|', 'release-|'],
  ['delete-word', 'one| two', '| two'],
  ['delete-word', '  |x', '|x'],
  ['delete-word', '|x', '|x'],
  ['delete-to-end', 'a|bc', 'a|'],
  ['delete-to-end', 'abc|', 'abc|'],
  ['clear', 'a|bc', '|'],
];

describe('editing', () => {
  it.each(table)('%s: %s', (edit, before, after) => {
    expect(marked(editLine(line(before), edit))).toBe(after);
  });

  it('inserts at the cursor', () => {
    expect(marked(insert(line('a|c'), 'b'))).toBe('ab|c');
    expect(marked(insert(line('|'), 'pasted text'))).toBe('pasted text|');
  });

  it('cuts text that is too long, but no character in half', () => {
    const long = insert({ text: '', at: 0 }, 'x'.repeat(5_000));
    expect(long.text).toHaveLength(entriesLimits.queryLength);
    expect(insert(long, 'y')).toEqual(long);
    const nearly = insert({ text: '', at: 0 }, 'x'.repeat(entriesLimits.queryLength - 1));
    expect(insert(nearly, '🚀').text).toBe(nearly.text);
  });

  const edits: LineEdit[] = [...new Set(table.map(([edit]) => edit))];

  it('keeps the cursor in the line, splits no surrogate pair, and keeps text typed one by one', () => {
    const anyStep = fc.oneof(
      fc.constantFrom(...edits),
      fc.string({ unit: 'grapheme', maxLength: 3 }).map((text) => ({ text })),
    );
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 30 }), (steps) => {
        let current: EditLine = { text: '', at: 0 };
        for (const step of steps) {
          current = typeof step === 'string' ? editLine(current, step) : insert(current, step.text);
          expect(current.at).toBeGreaterThanOrEqual(0);
          expect(current.at).toBeLessThanOrEqual(current.text.length);
          expect(/[\ud800-\udbff]$/.test(current.text.slice(0, current.at))).toBe(false);
        }
      }),
    );
  });
});
