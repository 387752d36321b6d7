import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgentRow } from '../../../src/source/acp/agent-rows.js';
import { acpLimits } from '../../../src/source/acp/limits.js';
import { readCommands } from '../../../src/source/acp/read-commands.js';
import { json, objectWith } from '../../protocol/wire-json.js';
import { commandUpdate } from './plain-updates.js';

const rowsOf = (availableCommands: unknown[], _meta?: unknown) =>
  readCommands({ availableCommands, _meta })!.rows;

/** A row as the agent says nothing else of it. */
const row = (type: AgentRow['type'], name: string, fields: Partial<AgentRow> = {}): AgentRow => {
  return { type, name, invoke: `/${name}`, description: null, path: null, details: {}, ...fields };
};

describe('commands', () => {
  it('are read from an update', () => {
    expect(readCommands(commandUpdate)).toEqual({
      rows: [
        row('command', 'review', {
          description: 'Review the changes.',
          details: { argumentHint: '[file]' },
        }),
        row('command', 'compact', { description: 'Shorten the history.' }),
        row('command', 'init', { details: { meta: { origin: 'built-in' } } }),
      ],
      problems: [],
      skipped: 0,
    });
  });

  it.each([{}, { availableCommands: null }, { availableCommands: {} }, { availableCommands: 'x' }])(
    'are not said by %j',
    (update) => {
      expect(readCommands(update)).toBeUndefined();
    },
  );

  it('are none in an empty list', () => {
    expect(readCommands({ availableCommands: [] })).toEqual({ rows: [], problems: [], skipped: 0 });
  });

  it.each([
    ['without a sign', 'lint', 'command', 'lint', '/lint'],
    ['with a slash', '/lint', 'command', 'lint', '/lint'],
    ['with a dollar', '$lint', 'skill', 'lint', '$lint'],
    ['with a second slash', '//lint', 'command', '/lint', '//lint'],
    ['with a slash inside', 'a/b', 'command', 'a/b', '/a/b'],
    ['with the name of a plugin', 'pack:lint', 'command', 'pack:lint', '/pack:lint'],
    ['with blanks around', '  lint ', 'command', 'lint', '/lint'],
    ['of a prototype', '__proto__', 'command', '__proto__', '/__proto__'],
    ['that is too long', 'x'.repeat(400), 'command', 'x'.repeat(300), `/${'x'.repeat(300)}`],
  ])('are typed by their name %s', (_what, given, type, name, invoke) => {
    expect(rowsOf([{ name: given }])).toEqual([row(type as 'command', name, { invoke })]);
  });

  it('without a name are left out and counted', () => {
    const nameless = [{}, { name: '' }, { name: ' ' }, { name: '/' }, { name: '$ ' }, { name: 1 }];
    const given = [{ name: 'a' }, ...nameless, 'x', null, ['name'], { name: 'b' }];
    const { rows, skipped } = readCommands({ availableCommands: given })!;
    expect([rows.map(({ name }) => name), skipped]).toEqual([['a', 'b'], given.length - 2]);
  });

  it('beyond the limit are left out and counted', () => {
    const given = Array.from({ length: acpLimits.listItems + 2 }, (_, index) => ({ name: `c${index}` }));
    const { rows, skipped } = readCommands({ availableCommands: given })!;
    expect([rows.length, skipped]).toEqual([acpLimits.listItems, 2]);
  });

  it.each([
    ['no hint', null, {}],
    ['an empty hint', { hint: '' }, {}],
    ['a hint that is no text', { hint: 1 }, {}],
    ['a hint', { hint: '<file>' }, { argumentHint: '<file>' }],
    ['a hint that is too long', { hint: 'x'.repeat(400) }, { argumentHint: 'x'.repeat(300) }],
  ])('have %s', (_what, input, details) => {
    expect(rowsOf([{ name: 'a', input }])[0]!.details).toEqual(details);
  });

  it('keep a small _meta as it was sent, and no large one', () => {
    const small = { source: 'x', any: [{ thing: 1 }] };
    expect(rowsOf([{ name: 'a', _meta: small }])[0]!.details).toEqual({ meta: small });
    expect(rowsOf([{ name: 'a', _meta: { body: 'x'.repeat(5_000) } }])[0]!.details).toEqual({});
  });
});

const air = (fields: object) => ({ jetbrains: { air: fields } });

describe('a command is a skill', () => {
  it.each<[string, string, unknown, string[], AgentRow['type']]>([
    ['named with a dollar', '$a', undefined, [], 'skill'],
    ['from the program itself', 'a', { source: 'bundled-skill' }, [], 'skill'],
    ['from a file, and in the list of skills', 'a', { source: 'skill-dir-command' }, ['a'], 'skill'],
    ['from a plugin, and in the list of skills', 'a', { source: 'plugin-command' }, ['a'], 'skill'],
    ['by its kind', 'a', air({ kind: 'skill' }), [], 'skill'],
    ['by its path', 'a', air({ skillPath: '/s/SKILL.md' }), [], 'skill'],
    ['not: it is only in the list of skills', 'a', {}, ['a'], 'command'],
    ['not: it is from a file, but no skill', 'a', { source: 'skill-dir-command' }, ['b'], 'command'],
    ['not: it is built in', 'a', { source: 'builtin-command' }, ['a'], 'command'],
    ['not: it is of another kind', 'a', air({ kind: 'prompt' }), [], 'command'],
    ['not: the path is no text', 'a', air({ skillPath: 1 }), [], 'command'],
    ['not: the extension is of another form', 'a', { jetbrains: ['air'] }, [], 'command'],
  ])('%s', (_what, name, _meta, availableSkills, type) => {
    expect(rowsOf([{ name, _meta }], { availableSkills })[0]!.type).toBe(type);
  });

  it('with the path that the agent says', () => {
    const _meta = air({ kind: 'skill', skillPath: '/s/a/SKILL.md' });
    expect(rowsOf([{ name: 'a', _meta }])[0]).toMatchObject({ invoke: '/a', path: '/s/a/SKILL.md' });
  });
});

describe('the details of skills', () => {
  const source = { source: 'skill-dir-command' };
  const detail = { name: 'a', description: 'From the list.', filePath: '/s/a/SKILL.md', body: 'Long.' };

  it('complete the command of that name, without the body', () => {
    const rows = rowsOf([{ name: 'a', description: '', _meta: source }], { availableSkillDetails: [detail] });
    const meta = source;
    expect(rows).toEqual([
      row('skill', 'a', { description: 'From the list.', path: '/s/a/SKILL.md', details: { meta } }),
    ]);
  });

  it('do not replace the description of the command', () => {
    const command = { name: 'a', description: 'Own.', _meta: source };
    expect(rowsOf([command], { availableSkillDetails: [detail] })[0]!.description).toBe('Own.');
  });

  it('make rows of skills that are no command, which are not typed', () => {
    const _meta = { availableSkillDetails: [detail], availableSkills: ['a', 'b', ''] };
    expect(rowsOf([{ name: 'c' }], _meta)).toEqual([
      row('command', 'c'),
      row('skill', 'a', { invoke: null, description: 'From the list.', path: '/s/a/SKILL.md' }),
      row('skill', 'b', { invoke: null }),
    ]);
  });

  it('count once, with the first that is said', () => {
    const again = { ...detail, description: 'Again.' };
    const _meta = { availableSkillDetails: [detail, again, { name: 1 }, 'x'], availableSkills: ['a'] };
    expect(rowsOf([], _meta).map(({ description }) => description)).toEqual(['From the list.']);
  });
});

it('reads any JSON, with bounded names', () => {
  const command = objectWith('name', 'description', 'input', '_meta');
  const meta = objectWith('availableSkillDetails', 'availableSkills', 'source', 'jetbrains');
  const update = fc.record({
    availableCommands: fc.array(fc.oneof(command, json)),
    _meta: fc.oneof(meta, json),
  });
  const long = fc.string({ maxLength: 700 });
  const named = fc.record({
    availableCommands: fc.array(
      fc.record({ name: long, description: long, input: fc.record({ hint: long }) }),
    ),
    _meta: fc.record({ availableSkills: fc.array(long) }),
  });
  fc.assert(
    fc.property(fc.oneof(update, named), (value) => {
      const { rows, skipped } = readCommands(value)!;
      expect(skipped).toBeLessThanOrEqual(value.availableCommands.length);
      for (const { name, invoke, details } of rows) {
        expect(name.length).toBeLessThanOrEqual(300);
        expect(name).not.toBe('');
        expect((invoke ?? '').length).toBeLessThanOrEqual(301);
        expect((details.argumentHint ?? '').length).toBeLessThanOrEqual(300);
      }
    }),
  );
});
