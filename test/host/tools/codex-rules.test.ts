import { describe, expect, test } from 'vitest';
import type { FileFacts } from '../../../src/host/discovery/file-facts.js';
import { codexFrontmatter } from '../../../src/host/tools/codex/codex-frontmatter.js';
import { mistakeInConfig, mistakeInRole } from '../../../src/host/tools/codex/codex-shapes.js';
import { skillMention } from '../../../src/host/tools/codex/codex-skills.js';
import { parseToml } from '../../../src/host/tools/edit/toml-edit.js';

const odd = (block: string): FileFacts => ({ fields: new Map(), block, flaw: 'frontmatter-invalid' });

describe('Codex reads a frontmatter that others refuse', () => {
  test.each<[block: string, result: object]>([
    ['name: a\ndescription: Use when: needed\n', { name: 'a' }],
    ['name: a\ndescription: x: y # z\n', { name: 'a' }],
    ['name: a\ndescription: @someone\n', { name: 'a' }],
    ['name: {a: b}\ndescription: x\n', { name: '{a: b}' }],
    ['name: a\ndescription: !tag x\n', { name: 'a' }],
    ['name: ~\ndescription: x\n', { name: undefined }],
    ['name: a\nextra: 1\nextra: 2\ndescription: x\n', { name: 'a' }],
    ['name: a\nname: b\ndescription: x\n', { refused: 'its frontmatter is not valid YAML' }],
    ['name: a\ndescription: [b, c]\n', { refused: 'its description is not a text' }],
    ['name: a\ndescription: *b\n', { refused: 'its frontmatter is not valid YAML' }],
    ['name: a\ndescription: x\nmetadata: text\n', { refused: 'its metadata is not a map' }],
    ['name: a\ndescription: |\n  x\n  ---\n  y: z: w\n', { name: 'a' }],
    [`name: ${'x'.repeat(65)}\ndescription: a: b\n`, { refused: 'its name is longer than 64 characters' }],
  ])('%j', (block, result) => {
    expect(codexFrontmatter(odd(block), () => undefined)).toEqual(result);
  });

  test('blanks before the dashes', () => {
    const facts: FileFacts = { fields: new Map(), flaw: 'frontmatter-missing', firstLine: '---' };
    const text = '  ---\nname: a\ndescription: x\n  ---\n';
    expect(codexFrontmatter(facts, () => text)).toEqual({ name: 'a' });
  });
});

describe('Codex does not start with', () => {
  const mistakeIn = (text: string) => mistakeInConfig(parseToml(text) as Record<string, unknown>)?.message;
  test.each([
    ['model = 5\n', '"model" is not a text'],
    [
      'sandbox_mode = "no"\n',
      '"sandbox_mode" is not "read-only" or "workspace-write" or "danger-full-access"',
    ],
    ['profile = "x"\n', '"profile" is no longer supported'],
    ['[agents]\nx = "y"\n', '"agents.x" is not a table'],
    ['[plugins."a@b"]\nenabled = "x"\n', '"plugins.a@b.enabled" is not true or false'],
    ['[mcp_servers.a]\ncommand = "x"\nurl = "y"\n', '"mcp_servers.a" must not have "url"'],
    ['[projects."/x"]\ntrust_level = "x"\n', '"projects./x.trust_level" is not "trusted" or "untrusted"'],
  ])('%j', (text, message) => {
    expect(mistakeIn(text)).toBe(message);
  });

  test.each(['', 'unknown = 1\n', 'skills = []\n', '[agents]\nmax_threads = 3\n'])('but with %j', (text) => {
    expect(mistakeIn(text)).toBeUndefined();
  });
});

test('an agent must not have unknown keys', () => {
  expect(mistakeInRole({ name: 'a', model: 'x', extra: 1 })?.message).toBe(
    '"extra" is not a setting of Codex',
  );
  expect(mistakeInRole({ name: 'a', model: 'x' })).toBeUndefined();
});

test.each([
  ['lint', '$lint'],
  ['kit:lint_2-b', '$kit:lint_2-b'],
  ['two words', undefined],
  ['a.b', undefined],
  ['Home', undefined],
])('the skill %s is typed as %s', (name, typed) => {
  expect(skillMention(name)).toBe(typed);
});
