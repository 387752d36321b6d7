/** Scenes for Kilo. */

import type { ToolCase } from '../asker.js';
import { agent, json, localServer, rules, skillsIn, switched } from './opencode-entries.js';
import { familyCases } from './opencode-family.js';

const names = { directory: '.kilo', file: 'kilo', home: '~/.config/kilo', prefix: 'KILO' };

/** Two settings files that disagree, the stronger one last. */
const pairs: readonly (readonly [string, string])[] = [
  ['kilo.json', 'opencode.json'],
  ['opencode.jsonc', '.kilo/opencode.jsonc'],
  ['.kilocode/kilo.json', '.kilo/kilo.json'],
  ['.kilo/kilo.jsonc', '.kilo/kilo.json'],
  ['.kilo/kilo.json', '.kilo/opencode.json'],
  ['~/.config/kilo/kilo.jsonc', '~/.config/kilo/opencode.json'],
  ['.kilo/kilo.json', '~/.kilocode/kilo.json'],
  ['~/.kilocode/kilo.json', '~/.kilo/kilo.json'],
];

/** Places of one name, the weakest first. */
const places = [
  ...['~/.claude', '~/.agents', 'p/.claude', 'p/.agents', '.claude', '.agents', '~/.config/kilo'],
  ...['p/.kilocode', 'p/.kilo', '.kilocode', '.kilo', '~/.kilocode', '~/.kilo'],
];

const scenes: readonly ToolCase[] = [
  ...pairs.map(
    ([weaker, stronger]): ToolCase => ({
      name: `two files: ${weaker} and ${stronger}`,
      about: 'settings',
      files: {
        ...switched(names),
        [weaker]: rules({ a: 'deny', b: 'allow' }),
        [stronger]: rules({ a: 'allow', b: 'deny' }),
      },
    }),
  ),
  {
    name: 'settings of opencode',
    about: 'settings',
    files: {
      ...switched(names),
      '~/.config/opencode/opencode.json': rules({ a: 'deny' }),
      '.opencode/opencode.json': rules({ b: 'deny' }),
      '~/.opencode/opencode.json': rules({ ab: 'deny' }),
    },
  },
  {
    name: 'settings: null takes a rule back',
    about: 'settings',
    files: {
      ...switched(names),
      'kilo.json': rules({ a: 'deny', b: null }),
      '.kilo/kilo.json': rules({ a: null }),
    },
  },
  {
    name: 'settings of opencode 2 do not count',
    about: 'settings',
    files: { ...switched(names), 'kilo.json': json({ agents: { x: { disabled: true } }, permissions: [] }) },
  },
  {
    name: 'settings: rules of the agent code',
    about: 'settings',
    files: {
      ...switched(names),
      'kilo.json': json({ agent: { code: { permission: { skill: { a: 'deny' } } } } }),
    },
  },
  {
    name: 'skills of one name',
    about: 'winners',
    cwd: 'p',
    files: Object.fromEntries(
      places.flatMap((place, at) =>
        // Each name is in all places up to one of them.
        places.slice(at).map((_, index) => {
          const name = `s${at + index}`;
          return [`${place}/skills/${name}/SKILL.md`, `---\nname: ${name}\ndescription: d\n---\n`] as const;
        }),
      ),
    ),
  },
  {
    name: 'places of the older extension',
    about: 'places',
    files: {
      ...skillsIn('.kilocode/skills', 'k1'),
      ...skillsIn('~/.kilocode/skills', 'k2'),
      '.kilocode/agents/k1.md': agent(),
      '~/.kilocode/agent/k2.md': agent(),
      '.kilocode/workflows/w1.md': '# Title\ndo it',
      '.kilo/workflows/w2.md': 'do it',
      '~/.kilo/workflows/w3.md': 'do it',
    },
  },
  {
    name: 'places of opencode',
    about: 'places',
    files: {
      ...skillsIn('.opencode/skills', 'o1'),
      ...skillsIn('~/.config/opencode/skills', 'o2'),
      ...skillsIn('~/.opencode/skills', 'o3'),
      '.opencode/agent/o.md': agent(),
    },
  },
  {
    name: 'places: links out of the repository',
    about: 'places',
    files: {
      ...skillsIn('~/out', 'l1', 'l2'),
      '~/out/agent.md': agent(),
      ...skillsIn('.agents/skills', 'l3'),
    },
    links: {
      '.agents/skills/l1': '~/out/l1',
      '.kilo/skills': '~/out',
      '.kilo/agent/l.md': '~/out/agent.md',
    },
  },
  {
    name: 'servers: files for servers alone',
    about: 'servers',
    files: {
      '.kilocode/mcp.json': json({
        mcpServers: { a: { command: 'true', disabled: true }, b: { command: 'true' } },
      }),
      '.kilo/mcp.json': json({
        mcpServers: { c: { command: 'true', disabled: true }, d: { command: 'true' } },
      }),
      'kilo.json': json({ mcp: { a: { enabled: true }, b: { enabled: false } } }),
    },
  },
  {
    name: 'servers: a switch of opencode 2 does not count',
    about: 'servers',
    files: { 'kilo.json': json({ mcp: { s: { ...localServer, disabled: true } } }) },
  },
];

export const kiloCases: readonly ToolCase[] = [...familyCases(names), ...scenes];
