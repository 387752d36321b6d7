import { describe, expect, it } from 'vitest';
import type { PlaceNames } from '../../src/entries/preview-facts.js';
import { spokenCell, spokenEntry } from '../../src/entries/spoken-words.js';
import type { ToolStanding } from '../../src/protocol/tool-standing.js';
import { directory, extras, modelOf, plugin, skill } from '../support/picker.js';
import { standing } from '../support/standing.js';

const places: PlaceNames = { path: (file) => file, uriOf: () => 'file:///other/deploy/SKILL.md' };
const withTools = (...tools: ToolStanding[]) =>
  modelOf([directory('d', [skill('deploy', extras({ tools }))])]).list.entries[0]!;

describe('the sentence of a row', () => {
  it.each<[Partial<ToolStanding>, string]>([
    [{}, 'on in opencode'],
    [{ enabled: false }, 'off in opencode'],
    [{ inEffect: false, shadowedBy: 'x' }, 'shadowed in opencode by /other/deploy'],
    [{ shadowedBy: 'x' }, 'on in opencode, or /other/deploy instead'],
    [{ inEffect: false, isRefused: true }, 'refused by opencode'],
    [{ inEffect: false, isRefused: true, note: 'too long' }, 'refused by opencode: too long'],
    [{ inEffect: false }, 'switched on but not used by opencode'],
  ])('%#: says the state in a tool', (changes, words) => {
    expect(spokenEntry(withTools(standing('opencode', changes)), places)).toBe(`deploy, skill, ${words}`);
  });

  it('names tools in one state together', () => {
    const tools = ['claude', 'codex', 'copilot'].map((id) => standing(id));
    expect(spokenEntry(withTools(...tools), places)).toBe(
      'deploy, skill, on in Claude Code, Codex and Copilot CLI',
    );
  });

  it('says that it is off with its plugin, and who may not use it', () => {
    const off = [standing('claude', { enabled: false, userInvocable: false, modelInvocable: false })];
    const [entry] = modelOf([plugin('acme', [skill('a', extras({ tools: off }))], extras({ tools: off }))])
      .list.entries;
    expect(spokenEntry(entry!, places)).toBe(
      'a, skill, off in Claude Code with acme, you may not use it, the model may not use it',
    );
  });

  it('says that no tool reads it', () => {
    expect(spokenEntry(withTools(), places)).toBe('deploy, skill, no tool here reads it');
    const [off] = modelOf([directory('d', [skill('deploy', { enabled: false })])]).list.entries;
    expect(spokenEntry(off!, places)).toBe('deploy, skill, off, no tool here reads it');
  });
});

describe('the sentence of a cell', () => {
  it.each<[Partial<ToolStanding>, string]>([
    [{ enabled: false }, 'Codex: off. Space switches it.'],
    [{ switchable: [] }, 'Codex: on. It cannot be switched.'],
    [
      { switchable: [], note: 'only for all repositories' },
      'Codex: on. It cannot be switched: only for all repositories.',
    ],
  ])('%#: says the state and whether it can be switched', (changes, words) => {
    expect(spokenCell(withTools(standing('codex', changes)), 'codex', 'Space', places)).toBe(words);
  });

  it('says that the tool does not read it', () => {
    expect(spokenCell(withTools(), 'gemini', 'Space', places)).toBe('Gemini CLI does not read it.');
  });
});
