import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detailsOf, fromOf, problemsOf, toolsOf } from '../../../src/protocol/skillpick-meta.js';
import type { Customization } from '../../../src/protocol/types.js';
import type { AgentRow } from '../../../src/source/acp/agent-rows.js';
import { FileLinks } from '../../../src/source/acp/file-links.js';
import { listRows } from '../../../src/source/acp/session-nodes.js';
import { extras, type Node, skill } from '../../support/picker.js';
import { standing } from '../../support/standing.js';

const row = (fields: Partial<AgentRow> = {}): AgentRow => {
  return {
    type: 'skill',
    name: 'lint',
    invoke: '/lint',
    description: 'Checks.',
    path: null,
    details: {},
    ...fields,
  };
};

const linksTo = (...nodes: Node[]) => new FileLinks(nodes as unknown as Customization[], 'claude');
const inClaude = (changes: Parameters<typeof standing>[1] = {}, more: object = {}) =>
  extras({ tools: [standing('codex'), standing('claude', changes)], ...more });

const nodeOf = (given: AgentRow, links?: FileLinks) => listRows([given], links)[0]!.node;

/** The standing that a row gets from a file with this one. */
function linkedStanding(changes: Parameters<typeof standing>[1]) {
  const tools = toolsOf(nodeOf(row(), linksTo(skill('lint', inClaude(changes))))._meta);
  expect(tools).toHaveLength(1);
  return tools[0]!;
}

describe('a row without links', () => {
  it('is a node with what the agent says', () => {
    const details = { license: 'MIT', meta: { a: 1 } };
    expect(nodeOf(row({ details }))).toEqual({
      ...{ type: 'skill', id: 'skill:lint', name: 'lint', uri: 'acp:/skill/lint', description: 'Checks.' },
      _meta: { skillpick: { details: { invoke: '/lint', license: 'MIT', meta: { a: 1 } } } },
    });
  });

  it('has no fields for what is not said', () => {
    expect(nodeOf(row({ type: 'command', invoke: null, description: null }))).toEqual({
      ...{ type: 'command', id: 'command:lint', name: 'lint', uri: 'acp:/command/lint' },
      _meta: { skillpick: { details: {} } },
    });
  });
});

describe('a row with a file', () => {
  const range = { start: { line: 3, character: 0 }, end: { line: 9, character: 0 } };
  const problem = { message: 'too long', severity: 'warning' };
  const more = { from: 'repo', problems: [problem], details: { license: 'MIT', tokens: 40 } };
  const links = linksTo(
    skill('x', { name: 'lint', uri: 'file:///repo/SKILL.md', range, ...inClaude({ invoke: '/lint' }, more) }),
  );

  it('has its uri, place, standing, details and problems', () => {
    const node = nodeOf(row(), links);
    expect(node).toMatchObject({
      id: 'skill:lint',
      uri: 'file:///repo/SKILL.md',
      range,
      description: 'Checks.',
    });
    expect(toolsOf(node._meta)).toMatchObject([
      { id: 'claude', enabled: true, inEffect: true, invoke: '/lint' },
    ]);
    expect(detailsOf(node._meta)).toEqual({ license: 'MIT', tokens: 40 });
    expect(problemsOf(node._meta, '')).toMatchObject([{ uri: 'file:///repo/SKILL.md', message: 'too long' }]);
    expect(fromOf(node._meta)).toBe('repo');
  });

  it('shows what the agent says where both say something', () => {
    const details = { license: 'Apache-2.0', compatibility: 'Needs git.' };
    expect(detailsOf(nodeOf(row({ details }), links)._meta)).toEqual({ tokens: 40, ...details });
  });

  it.each([
    ['skill', { disableUserInvocation: true, disableModelInvocation: false }],
    ['command', { disableUserInvocation: undefined, disableModelInvocation: undefined }],
  ] as const)('has the gates of the tool if it is a %s', (type, flags) => {
    const gated = linksTo(skill('lint', inClaude({ userInvocable: false })));
    expect({ ...flags, ...nodeOf(row({ type }), gated) }).toMatchObject(flags);
    expect('disableUserInvocation' in nodeOf(row({ type }), gated)).toBe(type === 'skill');
  });
});

describe('the standing by the files', () => {
  const usual = 'ACP has no switches; this is by the files';

  it.each<[string, Parameters<typeof standing>[1], boolean, string]>([
    ['on, with a switch in the tool', {}, false, usual],
    ['off, with a switch in the tool', { enabled: false }, false, usual],
    [
      'without a switch in the tool',
      { switchable: [], isFixed: true, note: 'built in' },
      true,
      `${usual}; built in`,
    ],
    ['without a switch or a reason', { switchable: [] }, true, usual],
    [
      'refused by the tool',
      { switchable: [], isRefused: true, inEffect: false, note: 'not loaded' },
      true,
      'not loaded; this is by the files',
    ],
    [
      'not obeyed by the tool',
      { inEffect: false, note: 'not trusted' },
      false,
      'not trusted; this is by the files',
    ],
    ['not obeyed, without a reason', { inEffect: false }, false, usual],
  ])('cannot be switched, and says so: %s', (_what, changes, isFixed, note) => {
    expect(linkedStanding(changes)).toEqual({
      ...standing('claude', changes),
      switchable: [],
      isFixed,
      note,
    });
  });
});

describe('the standing in Copilot CLI, which uses skills that are off over ACP', () => {
  const disobeyed = 'Copilot CLI does not obey disabledSkills over ACP; this is by the files';
  const by = (text: string) => ({ enabled: false, why: { file: '/settings.json', line: 1, text } });
  const off = by('disabledSkills has "lint"');
  const still = { inEffect: false, unobeyedIn: null };

  it.each<[string, AgentRow['type'], Parameters<typeof standing>[1], object]>([
    ['a skill that is off', 'skill', off, { inEffect: true, unobeyedIn: 'global', note: disobeyed }],
    ['a skill that is on', 'skill', {}, { inEffect: true, unobeyedIn: null }],
    ['by the other name of the setting', 'skill', by('disabled_skills has "lint"'), { inEffect: true }],
    ['off by another setting', 'skill', by('enabledPlugins.pack@here = false'), still],
    ['off for no known reason', 'skill', { enabled: false }, still],
    ['an agent that is off', 'agent', off, still],
    ['a skill that is refused', 'skill', { ...off, isRefused: true }, still],
    ['a skill that is shadowed', 'skill', { ...off, shadowedBy: 'x' }, still],
  ])('says so: %s', (_what, type, changes, expected) => {
    const node = { ...skill('lint', extras({ tools: [standing('copilot', changes)] })), type };
    const links = new FileLinks([node] as unknown as Customization[], 'copilot');
    expect(toolsOf(nodeOf(row({ type }), links)._meta)).toMatchObject([
      { id: 'copilot', switchable: [], ...expected },
    ]);
  });
});

describe('a row without a file', () => {
  const notesFor = (...nodes: Node[]) => detailsOf(nodeOf(row(), linksTo(...nodes))._meta).notes;
  const files = (count: number) =>
    Array.from({ length: count }, (_, at) => skill(`s${at + 1}`, { name: 'lint', ...inClaude() }));
  const several = 'several files have this name, and the agent does not say which it uses: ';

  it.each([
    ['none', 0, 'not in a folder we look into'],
    ['two', 2, `${several}/repo/s1, /repo/s2`],
    ['five', 5, `${several}/repo/s1, /repo/s2, /repo/s3, /repo/s4, /repo/s5`],
    ['more', 7, `${several}/repo/s1, /repo/s2, /repo/s3, /repo/s4, /repo/s5, and 2 more`],
  ])('says why: %s of its name', (_what, count, note) => {
    expect(notesFor(...files(count))).toEqual([note]);
  });

  it.each([0, 2])('has no standing, no gates and no file: %d of its name', (count) => {
    const node = nodeOf(row(), linksTo(...files(count)));
    expect(node).toMatchObject({ uri: 'acp:/skill/lint' });
    expect('disableUserInvocation' in node).toBe(false);
    expect([toolsOf(node._meta), detailsOf(node._meta).invoke]).toEqual([[], '/lint']);
  });

  it('names what is no file by its uri', () => {
    const [one, two] = files(2);
    expect(notesFor({ ...one!, uri: 'mcp://a' }, two!)).toEqual([`${several}mcp://a, /repo/s2`]);
  });
});

describe('ids', () => {
  const idsOf = (...rows: AgentRow[]) => listRows(rows, undefined).map(({ node }) => node.id);

  it('count rows of one type and name', () => {
    const rows = [row(), row({ type: 'command' }), row(), row({ name: 'b' }), row()];
    expect(idsOf(...rows)).toEqual(['skill:lint', 'command:lint', 'skill:lint#2', 'skill:b', 'skill:lint#3']);
  });

  it('are unique, whatever the names are', () => {
    expect(new Set(idsOf(row({ name: 'a' }), row({ name: 'a' }), row({ name: 'a#2' }))).size).toBe(3);
    const name = fc.constantFrom('a', 'a#2', 'a#3', 'a#2#2');
    const type = fc.constantFrom<AgentRow['type'][]>('skill', 'command');
    fc.assert(
      fc.property(fc.array(fc.record({ type, name })), (given) => {
        const ids = idsOf(...given.map(row));
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });
});

it('keeps the rows in their order, each with its node', () => {
  const rows = [row({ name: 'b' }), row({ name: 'a' }), row({ type: 'agent', name: 'c' })];
  const listed = listRows(rows, undefined);
  expect(listed.map((one) => one.row)).toEqual(rows);
  expect(listed.map(({ node }) => node.name)).toEqual(['b', 'a', 'c']);
});
