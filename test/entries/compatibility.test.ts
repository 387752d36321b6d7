import { describe, expect, it } from 'vitest';
import { factsOf } from '../../src/entries/facts.js';
import { compatibilityMistake } from '../../src/skill-rules.js';
import { extras, modelOf, skill } from '../support/picker.js';

const mistake = 'compatibility must be text of 1 to 500 characters';

it.each<[string, unknown, string | undefined]>([
  ['one character', 'x', undefined],
  ['500 characters', 'x'.repeat(500), undefined],
  ['500 characters of two units', '😀'.repeat(500), undefined],
  ['501 characters', 'x'.repeat(501), mistake],
  ['an empty text', '', mistake],
  ['a list', ['git'], mistake],
  ['a number', 1, mistake],
  ['nothing', undefined, mistake],
  ['null', null, mistake],
])('checks what a skill needs: %s', (_what, value, expected) => {
  expect(compatibilityMistake(value)).toBe(expected);
});

describe('what a skill needs', () => {
  it('is a fact with a mark, which other facts do not have', () => {
    const details = { compatibility: 'Needs git.', license: 'MIT', invoke: '/lint', tokens: 40 };
    const { entries } = modelOf([skill('lint', extras({ details }))]).list;
    const facts = Object.fromEntries(factsOf(entries[0]!, entries).map(({ label, text }) => [label, text]));
    expect(facts).toMatchObject({
      ...{ compatibility: '! Needs git.', license: 'MIT', invoke: '/lint' },
      tokens: 'about 40 for name and description',
    });
  });
});
