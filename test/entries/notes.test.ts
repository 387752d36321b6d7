import { expect, it } from 'vitest';
import { noteTexts } from '../../src/entries/notes.js';
import type { ToolStanding } from '../../src/protocol/tool-standing.js';
import { standing } from '../support/standing.js';

const entry = (name: string, notes?: string[], tools: ToolStanding[] = []) => ({
  name,
  details: notes === undefined ? {} : { notes },
  tools,
});

it('prints every note once, with the entries it is about', () => {
  const entries = [
    entry('a', ['Codex keeps it for all repositories', 'gemini ignores the user gate']),
    entry('b', ['Codex keeps it for all repositories']),
    entry('c'),
  ];
  expect(noteTexts(entries)).toEqual([
    '2 entries: Codex keeps it for all repositories.',
    'a: gemini ignores the user gate.',
  ]);
});

it('prints the reason why a tool does not obey once', () => {
  const note = 'Gemini CLI obeys this once it is told to trust this folder';
  const gemini = standing('gemini', { enabled: false, inEffect: true, note });
  expect(noteTexts([entry('a', undefined, [gemini, gemini])])).toEqual([`a: ${note}.`]);
});

it('prints no note of a tool that does what its settings say', () => {
  const codex = standing('codex', { note: 'Codex switches it for all repositories' });
  const refused = standing('gemini', { inEffect: false, isRefused: true, note: 'it has no description' });
  expect(noteTexts([entry('a', undefined, [codex, refused])])).toEqual([]);
});

it('prints why a tool does not follow the settings of an entry that it shadows', () => {
  const note = 'Copilot CLI obeys this once it trusts this folder';
  const copilot = standing('copilot', {
    enabled: false,
    inEffect: false,
    shadowedBy: 'b',
    unobeyedIn: 'workspace',
    note,
  });
  expect(noteTexts([entry('a', undefined, [copilot])])).toEqual([`a: ${note}.`]);
});
