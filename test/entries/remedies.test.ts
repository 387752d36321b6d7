import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { remedyFor } from '../../src/entries/remedies.js';
import { discover } from '../../src/host/index.js';
import { makeTree } from '../support/host-tree.js';

it.each([
  'name must equal the directory name',
  'description is missing',
  'frontmatter is not valid YAML: bad indentation: a value that contains ": " needs quotes',
  'not valid JSON: unexpected end',
  'directory cannot be read: permission denied',
  'link cannot be followed: it is not there',
])('there is something to do about: %s', (message) => expect(remedyFor(message)).toMatch(/^[A-Z].*\.$/));

it('what another host says has no remedy of ours', () => expect(remedyFor('boom')).toBeNull());

describe('every mistake in a skill', () => {
  const block = (text: string) => `---\n${text}\n---\n`;
  const long = 'x'.repeat(1_025);

  it.each([
    ['other-name', block('name: something\ndescription: x')],
    ['no-name', block('description: x')],
    ['Capital', block('name: Capital\ndescription: x')],
    ['no-description', block('name: no-description')],
    ['long-description', block(`name: long-description\ndescription: ${long}`)],
    ['colon', block('name: colon\ndescription: a: b: c')],
    ['license', block('name: license\ndescription: x\nlicense: [1]')],
    ['nothing', 'Only text.\n'],
    ['open', '---\nname: open\ndescription: x\n'],
    ['list', block('- a\n- b')],
    ['yaml', block('name: [')],
  ])('has a remedy: %s', (name, text) => {
    const tree = makeTree();
    tree.write(`.agents/skills/${name}/SKILL.md`, text);
    const { problems } = discover(tree.environment);
    expect(problems.length).toBeGreaterThan(0);
    for (const { message } of problems)
      expect([message, remedyFor(message)]).toEqual([message, expect.any(String)]);
    expect(readFileSync(tree.write(`.agents/skills/${name}/SKILL.md`, text), 'utf8')).toBe(text);
  });
});
