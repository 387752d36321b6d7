import { expect, it } from 'vitest';
import { noteTexts } from '../../src/picker/notes.js';

const entry = (name: string, notes?: unknown) => ({ name, details: notes === undefined ? {} : { notes } });

it('tells every note once, with whom it is about', () => {
  const entries = [
    entry('a', ['Codex keeps it for all repositories', 'gemini ignores the user gate']),
    entry('b', ['Codex keeps it for all repositories']),
    entry('c'),
    entry('d', 'no list'),
  ];
  expect(noteTexts(entries)).toEqual([
    '2 entries: Codex keeps it for all repositories.',
    'a: gemini ignores the user gate.',
  ]);
});
