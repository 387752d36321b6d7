import { describe, expect, it } from 'vitest';
import { parseFrontmatter } from '../../../src/host/discovery/frontmatter.js';
import { checkSkill } from '../../../src/host/discovery/validate.js';

function check(block: string, strict: boolean, directory = 'demo') {
  const parsed = parseFrontmatter(block);
  if ('finding' in parsed) throw new Error(parsed.finding.message);
  return checkSkill(parsed.fields, block, directory, strict);
}

const good = 'name: demo\ndescription: d\n';

describe('checkSkill', () => {
  it.each(['a', 'a-b', 'a1-2b', '123', 'a'.repeat(64)])('accepts the name %s', (name) => {
    expect(check(`name: ${name}\ndescription: d\n`, true, name)).toEqual({ findings: [], listed: true });
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
  ])('leaves out a skill with a name like %s only where rules are strict', (name, message) => {
    const block = `description: d\nname: ${name}\n`;
    const findings = [{ code: expect.any(String), line: 3, message: expect.stringMatching(message) }];
    expect(check(block, true)).toEqual({ findings, listed: false });
    expect(check(block, false)).toEqual({ findings, listed: true });
  });

  it('reports a missing name at the first line', () => {
    const findings = [{ code: 'name-missing', line: 1, message: 'name is missing' }];
    expect(check('description: d\n', false)).toEqual({ findings, listed: true });
    expect(check('description: d\n', true)).toEqual({ findings, listed: false });
  });

  it.each(['', 'description:\n', 'description: ""\n', 'description: "  "\n', 'description:\n  - x\n'])(
    'leaves out a skill without a description: %j',
    (line) => {
      for (const strict of [true, false]) {
        const { findings, listed } = check(`name: demo\n${line}`, strict);
        expect(findings.map(({ message }) => message)).toEqual(['description is missing']);
        expect(listed).toBe(false);
      }
    },
  );

  it('counts a surrogate pair in a description as one character', () => {
    expect(check(`name: demo\ndescription: ${'😀'.repeat(1024)}\n`, true).listed).toBe(true);
    const long = `name: demo\ndescription: ${'x'.repeat(1025)}\n`;
    expect(check(long, true)).toMatchObject({ findings: [{ line: 3 }], listed: false });
    expect(check(long, false)).toMatchObject({ findings: [{ line: 3 }], listed: true });
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
  ])('lists a skill with any optional field: %j is valid: %s', (line, right) => {
    const { findings, listed } = check(good + line, true);
    expect(listed).toBe(true);
    expect(findings.map((finding) => finding.line)).toEqual(right ? [] : [4]);
  });
});
