import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brokenFiles } from '../../src/entries/broken-files.js';
import { bareLabels } from '../../src/entries/container-labels.js';
import { toolsReading } from '../../src/entries/tool-names.js';
import { formatTerminalList } from '../../src/output/terminal-list.js';
import { abilityOf } from '../../src/text/ability.js';
import { createTheme } from '../../src/text/theme.js';
import { displayWidth } from '../../src/text/width.js';
import { agent, directory, extras, modelOf, type Node, plugin, server, skill } from '../support/picker.js';
import { standing } from '../support/standing.js';

const plain = createTheme(abilityOf({}, false), false);
const ascii = createTheme(abilityOf({}, false), true);
const colored = createTheme(abilityOf({ TERM: 'xterm' }, true), false);

const off = { enabled: false };
const shadowed = { inEffect: false, shadowedBy: 'x' };
const refused = { inEffect: false, isRefused: true };

const problem = (path: string, line: number | null, severity = 'error') => ({
  uri: `file:///repo/${path}`,
  ...(line !== null && { line }),
  message: 'description is missing',
  code: 'description-missing',
  severity,
});

const nodes = (): Node[] => [
  directory(
    'skills',
    [
      skill('release-notes', {
        description: 'Draft release notes from commits since the last tag.',
        ...extras({ tools: [standing('codex'), standing('copilot'), standing('opencode', off)] }),
      }),
      skill('deploy', {
        description: 'Deploy to staging.',
        ...extras({ tools: [standing('claude'), standing('opencode', { shadowedBy: 'x' })] }),
      }),
      agent('planner', {
        disableUserInvocation: true,
        ...extras({ tools: [standing('claude', off), standing('copilot', { ...off, switchable: [] })] }),
      }),
      skill('hidden', extras({ tools: [standing('claude', shadowed)] })),
      skill('odd', extras({ tools: [standing('claude', refused)] })),
      skill('alone', { disableModelInvocation: true }),
    ],
    extras({
      problems: [
        problem('skills/relay-setup/SKILL.md', 4),
        problem('skills/relay-setup/SKILL.md', 9),
        problem('skills/flawed/SKILL.md', 2, 'warning'),
        problem('settings.json', 1),
      ],
    }),
  ),
  plugin('pack', [skill('relay', extras({ tools: [standing('claude', off)] }))], {
    ...extras({ tools: [standing('claude', off)], problems: [problem('pack/agents/half.md', null)] }),
  }),
];

function drawn(all: Node[], columns: number, theme = plain): string[] {
  const { list } = modelOf(all);
  const content = {
    entries: list.entries,
    broken: brokenFiles(list, ['skill', 'agent'], String),
    tools: toolsReading(list.entries),
    agent: null,
    labels: bareLabels,
  };
  return formatTerminalList(content, { theme, columns });
}

describe('a list on a terminal', () => {
  it('has heads, a cell for each tool, and a row for each file that was left out', () => {
    expect(drawn(nodes(), 80)).toEqual([
      '  name                  user model  cl cx co oc  description',
      '◐ release-notes         user model     ●  ●  ○   Draft release notes from commi…',
      '● deploy                user model  ●        ≠   Deploy to staging.',
      '○ planner        agent   ·   model  ○     ○',
      '≠ hidden                user model  ≠',
      '✗ odd                   user model  ✗',
      '● alone                 user  ·',
      '◌ relay                 user model  ◌',
      '✗ relay-setup    SKILL.md:4  description is missing',
      '✗ half           half.md  description is missing',
    ]);
  });

  it('has ASCII twins', () => {
    expect(drawn(nodes(), 60, ascii)).toEqual([
      '  name              UM  cl cx co oc  description',
      '% release-notes     UM     +  +  -   Draft release notes ...',
      '+ deploy            UM  +        =   Deploy to staging.',
      '- planner        a  .M  -     -',
      '= hidden            UM  =',
      'x odd               UM  x',
      '+ alone             U.',
      'o relay             UM  o',
      'x relay-setup    SKILL.md:4  description is missing',
      'x half           half.md  description is missing',
    ]);
  });

  it('has words and folders in a wide terminal', () => {
    const [heads, first, , , , , , , broken] = drawn(nodes(), 130);
    expect(heads).toMatch(/^ {2}state +name +user model {2}cl cx co oc {2}folder {2}description$/);
    expect(first).toMatch(/^◐ differs +release-notes .* skills {2}Draft release notes/);
    expect(broken).toMatch(/^✗ broken +relay-setup +SKILL\.md:4 {2}description is missing$/);
  });

  it('names the folders of entries with one name, if there is no column for folders', () => {
    const read = extras({ tools: ['claude', 'codex', 'copilot'].map((id) => standing(id)) });
    const described = (id: string, name: string) =>
      skill(id, { name, description: 'Sends it out.', ...read });
    const { list } = modelOf([
      directory('.claude/skills', [described('a', 'deploy'), described('b', 'lint')]),
      directory('.agents/skills', [described('c', 'deploy')]),
    ]);
    const tools = ['claude', 'codex', 'copilot'];
    const shown = { entries: list.entries, broken: [], tools, agent: null, labels: bareLabels };
    const lines = formatTerminalList(shown, { theme: plain, columns: 70 });
    expect(lines.slice(1).map((line) => line.replace(/.*● {2,}/, ''))).toEqual([
      '.claude/skills  Sends it out.',
      'Sends it out.',
      '.agents/skills  Sends it out.',
    ]);
  });

  it('names the selected agent above the heads, and marks its row', () => {
    const { list } = modelOf([directory('d', [agent('planner'), agent('reviewer')])]);
    const selected = { uri: 'file:///repo/planner', name: 'planner', id: 'planner' };
    const shown = { entries: list.entries, broken: [], tools: [], agent: selected, labels: bareLabels };
    const lines = formatTerminalList(shown, { theme: plain, columns: 80 });
    expect(lines[0]).toBe('selected agent: planner');
    expect(lines.slice(2).map((line) => /agent selected/.test(line))).toEqual([true, false]);
  });

  it('has no cells if no tool is known', () => {
    const all = [directory('d', [skill('a', { description: 'Does a.' })]), server('m')];
    expect(drawn(all, 60)).toEqual([
      '  name              user model  description',
      '● a                 user model  Does a.',
      '● m     MCP server   –    –',
    ]);
  });

  it('is empty if there is nothing to list', () => {
    expect(drawn([], 80)).toEqual([]);
  });

  it('shows colours by meaning, and reads the same without them', () => {
    const lines = drawn(nodes(), 80, colored);
    expect(lines.map(stripVTControlCharacters)).toEqual(drawn(nodes(), 80));
    const [heads, mixed, , planner, , , , , broken] = lines;
    expect(heads).toMatch(/^\x1b\[2m/);
    expect(mixed).toMatch(/^\x1b\[33m◐\x1b\[39m \x1b\[1mrelease-notes/);
    // The second cell cannot be switched.
    expect(planner).toMatch(/ {2}○ {5}\x1b\[2m○/);
    expect(broken).toMatch(/^\x1b\[31m✗/);
  });

  it('cleans the names of tools that it does not know, and keeps their columns', () => {
    const tools = ['\x1b[2J', 'z', '日本'].map((id) => standing(id));
    const [heads, row] = drawn([directory('d', [skill('s', extras({ tools }))])], 80);
    expect(heads).toMatch(/^ {2}name {2}user model {2}[^\x1b]{2} z {2}日$/);
    expect(row).toMatch(/● {2}● {2}●$/);
  });

  it('is never wider than the terminal, whatever the texts are', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 80 });
    const child = fc
      .record({ name: text, description: text, type: fc.constantFrom('skill', 'agent', 'hook') })
      .map((fields) =>
        skill('s', { ...fields, ...extras({ tools: [standing('claude'), standing('kilo')] }) }),
      );
    fc.assert(
      fc.property(
        fc.array(child, { minLength: 1 }),
        fc.integer({ min: 1, max: 140 }),
        (children, columns) => {
          for (const line of drawn([directory('d', children)], columns)) {
            expect(displayWidth(line)).toBeLessThanOrEqual(columns);
          }
        },
      ),
    );
  });
});
