import { describe, expect, it } from 'vitest';
import { descriptionMistake, nameMistake } from '../src/skill-rules.js';

describe('nameMistake', () => {
  it.each<[string | undefined, string | undefined]>([
    ...['a', 'a-b-c1', '1', 'x'.repeat(64)].map((name) => [name, undefined] as [string, undefined]),
    ...['-a', 'a-', 'a--b', 'A', 'a_b', 'a b', 'a/b', '..', 'é', '🎉'.repeat(33)].map(
      (name) => [name, 'name-invalid'] as [string, string],
    ),
    ['x'.repeat(65), 'name-too-long'],
    ['', 'name-missing'],
    [undefined, 'name-missing'],
  ])('finds in %j: %s', (name, mistake) => expect(nameMistake(name)).toBe(mistake));

  it('compares the name with the folder, where there is one', () => {
    expect(nameMistake('a', 'a')).toBeUndefined();
    expect(nameMistake('a', 'b')).toBe('name-not-folder');
    expect(nameMistake('A', 'A')).toBe('name-invalid');
  });
});

describe('descriptionMistake', () => {
  it.each([
    ['x', undefined],
    ['x'.repeat(1024), undefined],
    ['🎉'.repeat(1024), undefined],
    [` ${'x'.repeat(1024)} `, undefined],
    ['x'.repeat(1025), 'description-too-long'],
    ['', 'description-missing'],
    ['  ', 'description-missing'],
    [undefined, 'description-missing'],
  ])('finds in %j: %s', (description, mistake) => expect(descriptionMistake(description)).toBe(mistake));
});
