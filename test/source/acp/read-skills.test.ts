import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgentDetails } from '../../../src/source/acp/agent-rows.js';
import { acpLimits } from '../../../src/source/acp/limits.js';
import { readSkills } from '../../../src/source/acp/read-skills.js';
import { json, objectWith } from '../../protocol/wire-json.js';

const skill = (fields: object = {}) => ({ name: 'lint', description: 'Checks.', ...fields });
const read = (...availableSkills: unknown[]) => readSkills({ availableSkills })!;
const messagesOf = (...skills: unknown[]) => read(...skills).problems.map(({ message }) => message);

describe('a list of skills', () => {
  it('is read', () => {
    expect(read(skill())).toEqual({
      rows: [{ type: 'skill', name: 'lint', invoke: null, description: 'Checks.', path: null, details: {} }],
      problems: [],
      skipped: 0,
    });
  });

  it.each([{}, { availableSkills: null }, { availableSkills: {} }, { availableSkills: 'x' }])(
    'is not in %j',
    (update) => {
      expect(readSkills(update)).toBeUndefined();
    },
  );

  it('may be empty', () => {
    expect(read()).toEqual({ rows: [], problems: [], skipped: 0 });
  });

  it('is bounded', () => {
    const { rows, skipped } = read(...new Array(acpLimits.listItems + 2).fill(skill()));
    expect([rows.length, skipped]).toEqual([acpLimits.listItems, 2]);
  });
});

describe('the optional fields of a skill', () => {
  it.each<[string, object, AgentDetails]>([
    ['none', {}, {}],
    ['all null', { license: null, compatibility: null, metadata: null, allowedTools: null, _meta: null }, {}],
    ['a license', { license: 'MIT' }, { license: 'MIT' }],
    ['a compatibility', { compatibility: 'Needs git.' }, { compatibility: 'Needs git.' }],
    ['the longest compatibility', { compatibility: '😀'.repeat(500) }, { compatibility: '😀'.repeat(500) }],
    ['allowed tools', { allowedTools: ['Read', 'Bash'] }, { allowedTools: ['Read', 'Bash'] }],
    ['no allowed tools', { allowedTools: [] }, { allowedTools: [] }],
    ['metadata', { metadata: { author: 'x' } }, { metadata: { author: 'x' } }],
    ['empty metadata', { metadata: {} }, {}],
    [
      'metadata in _meta',
      { _meta: { author: 'x', more: { a: 1 } } },
      { metadata: { author: 'x' }, meta: { author: 'x', more: { a: 1 } } },
    ],
    [
      'metadata in both, of which the field wins',
      { metadata: { author: 'x' }, _meta: { author: 'y', team: 'z' } },
      { metadata: { author: 'x', team: 'z' }, meta: { author: 'y', team: 'z' } },
    ],
    ['a large _meta, which is left behind', { _meta: { body: 'x'.repeat(5_000) } }, {}],
    ['a body, which is left behind', { body: 'Long.', content: 'Long.', instructions: 'Long.' }, {}],
  ])('are kept: %s', (_what, fields, details) => {
    const { rows, problems } = read(skill(fields));
    expect([rows[0]?.details, problems]).toEqual([details, []]);
  });
});

describe('a skill that breaks a rule', () => {
  it.each<[string, object, string]>([
    ['no name', { name: undefined }, 'skill 1 of the list: name is missing'],
    ['an empty name', { name: '' }, 'skill 1 of the list: name is missing'],
    ['a name that is no text', { name: 7 }, 'skill 1 of the list: name is missing'],
    ['a name of 65 characters', { name: 'x'.repeat(65) }, 'name is longer than 64 characters'],
    ...['a--b', '-a', 'a-', 'A', 'a_b', 'a b', '/a', '$a', 'ä', 'a\n', '..'].map(
      (name): [string, object, string] => [
        `the name ${JSON.stringify(name)}`,
        { name },
        'name must be lowercase letters, digits and single hyphens between them',
      ],
    ),
    ['no description', { description: undefined }, 'description is missing'],
    ['an empty description', { description: '' }, 'description is missing'],
    ['a blank description', { description: ' \n' }, 'description is missing'],
    ['a description that is no text', { description: ['x'] }, 'description is missing'],
    [
      'a description of 1025 characters',
      { description: 'x'.repeat(1_025) },
      'description is longer than 1024 characters',
    ],
    [
      'a compatibility of 501 characters',
      { compatibility: 'x'.repeat(501) },
      'compatibility must be text of 1 to 500 characters',
    ],
    [
      'a compatibility that is no text',
      { compatibility: ['git'] },
      'compatibility must be text of 1 to 500 characters',
    ],
  ])('is a problem with its reason: %s', (_what, fields, message) => {
    expect(messagesOf(skill(fields))).toEqual([message]);
    expect(read(skill(fields)).rows).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['a license that is no text', { license: { id: 'MIT' } }, 'license must be text'],
    ['metadata in a list', { metadata: ['x'] }, 'metadata must map names to text'],
    ['metadata with a number', { metadata: { version: 1 } }, 'metadata must map names to text'],
    ['allowed tools in one text', { allowedTools: 'Read Bash' }, 'allowedTools must be a list of texts'],
    ['allowed tools that are no texts', { allowedTools: [1] }, 'allowedTools must be a list of texts'],
  ])('stays with a warning, without the field: %s', (_what, fields, message) => {
    const { rows, problems } = read(skill(fields));
    expect(problems).toMatchObject([{ message, severity: 'warning' }]);
    expect(rows).toMatchObject([{ details: {} }]);
    expect(Object.keys(rows[0]!.details)).toEqual([]);
  });

  it.each([
    ['one letter', { name: 'a' }],
    ['digits', { name: '3d-2-0' }],
    ['64 characters', { name: 'x'.repeat(64) }],
    ['a description of 1024 characters', { description: 'x'.repeat(1_024) }],
    ['characters of two units', { description: '😀'.repeat(1_024) }],
    ['a description of one character', { description: 'x' }],
  ])('is not one with %s', (_what, fields) => {
    expect(messagesOf(skill(fields))).toEqual([]);
  });

  it('leaves the others as they are', () => {
    const { rows, problems, skipped } = read(
      skill(),
      skill({ name: 'a--b' }),
      'x',
      skill({ name: 'b' }),
      null,
    );
    expect(rows.map(({ name }) => name)).toEqual(['lint', 'b']);
    expect(problems.map(({ message }) => message)).toEqual([
      'name must be lowercase letters, digits and single hyphens between them',
      'skill 3 of the list: it is not an object',
      'skill 5 of the list: it is not an object',
    ]);
    expect(skipped).toBe(0);
  });

  it('is known by its name, and its code by the rule', () => {
    const given = [
      skill({ name: 'My Skill' }),
      skill({ name: undefined }),
      skill({ description: '' }),
      skill({ license: 1 }),
      skill({ name: 'x'.repeat(400) }),
    ];
    expect(read(...given).problems).toMatchObject([
      { uri: 'acp:/skill/My%20Skill', code: 'name-invalid', severity: 'error', line: null },
      { uri: 'acp:/skill/', code: 'name-missing' },
      { uri: 'acp:/skill/lint', code: 'description-missing' },
      { uri: 'acp:/skill/lint', code: 'field-invalid' },
      { uri: `acp:/skill/${'x'.repeat(300)}`, code: 'name-too-long' },
    ]);
  });

  it('has one problem, even if it breaks several', () => {
    expect(messagesOf({ name: 'A', description: '', license: 1 })).toHaveLength(1);
  });
});

it('reads any JSON: each item is a row with a right name, or an error', () => {
  const fields = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowedTools', '_meta'];
  const valid = fc.record(
    {
      name: fc.oneof(fc.stringMatching(/^[a-z-]{1,70}$/), fc.string({ maxLength: 500 })),
      description: fc.string({ minLength: 1, maxLength: 1_100 }),
      compatibility: json,
      metadata: fc.dictionary(fc.string(), fc.string()),
      _meta: json,
    },
    { requiredKeys: ['name', 'description'] },
  );
  const items = fc.array(fc.oneof(valid, objectWith(...fields), json));
  fc.assert(
    fc.property(items, (availableSkills) => {
      const { rows, problems } = read(...availableSkills);
      const errors = problems.filter(({ severity }) => severity === 'error');
      expect(rows.length + errors.length).toBe(availableSkills.length);
      for (const { name } of rows) expect(name).toMatch(/^(?=.{1,64}$)[a-z0-9]+(-[a-z0-9]+)*$/);
      // An encoded character takes at most nine.
      for (const { uri } of problems) expect(uri.length).toBeLessThanOrEqual('acp:/skill/'.length + 300 * 9);
    }),
  );
});
