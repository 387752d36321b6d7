import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeholders } from '../../src/entries/new-file.js';
import { markdownText, tomlText } from '../../src/entries/new-text.js';
import { parseFrontmatter, parseYaml } from '../../src/host/discovery/frontmatter.js';
import { splitFrontmatter } from '../../src/host/discovery/frontmatter-block.js';
import { parseTomlText } from '../../src/host/files/parse-toml.js';
import { descriptionMistake } from '../../src/skill-rules.js';

const text = (description: string, name = 'x') =>
  markdownText(
    [
      ['name', name],
      ['description', description.trim()],
    ],
    'Body.',
  );

/** The fields of a written file, by either of the host's parsers. */
function fieldsOf(file: string) {
  const block = /^---\n([\s\S]*?)---\n/.exec(file)?.[1] ?? '';
  const [real, quick] = [parseYaml(block), parseFrontmatter(block)];
  if (!('fields' in real) || !('fields' in quick)) throw new Error(`not YAML: ${block}`);
  expect(quick.fields).toEqual(real.fields);
  return real.fields;
}

describe('a Markdown file', () => {
  it('has the given fields and no others', () => {
    expect(text('Does it.')).toBe('---\nname: x\ndescription: Does it.\n---\n\nBody.\n');
    expect(markdownText([['user-invocable', false]], '\n\nB\n\n')).toBe(
      '---\nuser-invocable: false\n---\n\nB\n',
    );
    expect(markdownText([], 'B')).toBe('B\n');
  });

  it.each(['---\nname: other\n---\nText.', '---', '\n---  \nText.', '--- a'])(
    'without fields does not take them from the body %j',
    (body) => {
      const file = Buffer.from(markdownText([], body));
      const split = splitFrontmatter(file, file.length);
      expect(split.kind === 'closed' ? split.block.trim() : split.kind).toBe('');
      expect(String(file).endsWith(`\n${body.trim()}\n`)).toBe(true);
    },
  );

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

describe('a TOML file', () => {
  const tables = (file: string) => {
    const parsed = parseTomlText(file);
    if ('line' in parsed) throw new Error(`not TOML, line ${parsed.line}: ${file}`);
    return parsed.tables;
  };

  it('has the body under its key', () => {
    expect(tomlText([['name', 'x']], 'prompt', '\nOne.\nTwo.\n')).toBe(
      'name = "x"\nprompt = """\nOne.\nTwo.\n"""\n',
    );
  });

  it.each(['a \\ b', '"""""""', '\u001b[0m', 'a\tb\r\nc', '\u007f', "'''", '"'])(
    'keeps the body %j',
    (body) => {
      expect(tables(tomlText([], 'prompt', body))).toEqual({ prompt: `${body}\n` });
    },
  );

  it('keeps any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (name, body) => {
        const file = tomlText([['name', name]], 'prompt', body);
        expect(tables(file)).toEqual({ name, prompt: `${body.trim()}\n` });
      }),
      { numRuns: 500 },
    );
  });
});

it('uses placeholders that obey the rules', () => {
  expect(descriptionMistake(placeholders.description('x'))).toBeUndefined();
  expect(fieldsOf(text(placeholders.description('x'))).get('description')).toContain('x');
});
