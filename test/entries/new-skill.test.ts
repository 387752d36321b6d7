import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeholders, skillText } from '../../src/entries/new-skill.js';
import { parseFrontmatter, parseYaml } from '../../src/host/discovery/frontmatter.js';
import { descriptionMistake } from '../../src/skill-rules.js';

const text = (description: string, name = 'x') =>
  skillText({ name, description, user: true, model: true, body: 'Body.' });

/** The fields of a written file, by either of the host's parsers. */
function fieldsOf(file: string) {
  const block = /^---\n([\s\S]*?)---\n/.exec(file)?.[1] ?? '';
  const [real, quick] = [parseYaml(block), parseFrontmatter(block)];
  if (!('fields' in real) || !('fields' in quick)) throw new Error(`not YAML: ${block}`);
  expect(quick.fields).toEqual(real.fields);
  return real.fields;
}

describe('the file', () => {
  it('has the given fields and no others', () => {
    expect(text('Does it.')).toBe('---\nname: x\ndescription: Does it.\n---\n\nBody.\n');
    expect(skillText({ name: 'x', description: 'D', user: false, model: false, body: '\n\nB\n\n' })).toBe(
      '---\nname: x\ndescription: D\nuser-invocable: false\ndisable-model-invocation: true\n---\n\nB\n',
    );
  });

  it.each([
    'yes',
    'null',
    '123',
    '1e3',
    '2024-01-01',
    '0x1f',
    'a: b',
    '# x',
    '- x',
    '"quoted"',
    "it's",
    'x #y',
    '!tag',
    '*a',
    '&a',
    '{a}',
    '[a]',
    '%x',
    '@x',
    '`x`',
    '|',
    '>',
    'a\nb',
    '\u2028',
    '\u0085',
    '\u001b[0m',
    '\\',
    'é',
    '🎉',
  ])('keeps %j as it is', (description) =>
    expect(fieldsOf(text(description)).get('description')).toBe(description.trim()),
  );

  it.each(['true', '123', '1-2', '0', 'a'])('keeps the name %s a text', (name) => {
    expect(fieldsOf(text('D', name)).get('name')).toBe(name);
  });

  it('keeps any description', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (description) => {
        expect(fieldsOf(text(description)).get('description')).toBe(description.trim());
      }),
      { numRuns: 500 },
    );
  });
});

it('uses placeholders that obey the rules', () => {
  expect(descriptionMistake(placeholders.description('x'))).toBeUndefined();
  expect(fieldsOf(text(placeholders.description('x'))).get('description')).toContain('x');
});
