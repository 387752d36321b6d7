import { describe, expect, it } from 'vitest';
import { parseFrontmatter } from '../../../src/host/discovery/frontmatter.js';
import { checkSkill } from '../../../src/host/discovery/validate.js';

function check(block: string, directory = 'demo') {
  const parsed = parseFrontmatter(block);
  if ('finding' in parsed) throw new Error(parsed.finding.message);
  return checkSkill(parsed.fields, block, directory);
}

const good = 'name: demo\ndescription: d\n';

describe('checkSkill', () => {
  it.each(['a', 'a-b', 'a1-2b', '123', 'a'.repeat(64)])('accepts the name %s', (name) => {
    expect(check(`name: ${name}\ndescription: d\n`, name)).toEqual([]);
  });

  it.each([
    ['Demo', /lowercase/],
    ['a--b', /lowercase/],
    ['-a', /lowercase/],
    ['a-', /lowercase/],
    ['a_b', /lowercase/],
    ['a b', /lowercase/],
    ['"a\\n"', /directory/],
    ['a'.repeat(65), /longer than 64/],
    ['other', /must equal the directory name/],
    ['""', /missing/],
    ['[a]', /missing/],
  ])('reports a name like %s', (name, message) => {
    const block = `description: d\nname: ${name}\n`;
    const finding = { code: expect.any(String), line: 3, message: expect.stringMatching(message) };
    expect(check(block)).toEqual([finding]);
  });

  it('reports a missing name at the first line', () => {
    expect(check('description: d\n')).toEqual([
      { code: 'name-missing', line: 1, message: 'name is missing' },
    ]);
  });

  it.each(['', 'description:\n', 'description: ""\n', 'description: "  "\n', 'description:\n  - x\n'])(
    'reports a missing description: %j',
    (line) => {
      expect(check(`name: demo\n${line}`).map(({ message }) => message)).toEqual(['description is missing']);
    },
  );

  it('counts a surrogate pair in a description as one character', () => {
    expect(check(`name: demo\ndescription: ${'😀'.repeat(1024)}\n`)).toEqual([]);
    expect(check(`name: demo\ndescription: ${'x'.repeat(1025)}\n`)).toMatchObject([{ line: 3 }]);
  });

  it.each([
    ['license: MIT\n', true],
    ['license: [MIT]\n', false],
    [`compatibility: ${'x'.repeat(500)}\n`, true],
    [`compatibility: ${'x'.repeat(501)}\n`, false],
    ['compatibility: ""\n', false],
    ['metadata:\n  version: 1.0\n', true],
    ['metadata: {a: {b: c}}\n', false],
    ['metadata: text\n', false],
    ['allowed-tools: Read Grep\n', true],
    ['allowed-tools: [Read, Grep]\n', true],
    ['allowed-tools: {Read: true}\n', false],
    ['version: 1\nanything: [else]\n', true],
  ])('checks optional fields: %j is valid: %s', (line, right) => {
    expect(check(good + line).map((finding) => finding.line)).toEqual(right ? [] : [4]);
  });
});
