/** Scenes for opencode. */

import type { ToolCase } from '../asker.js';
import { agent, json, localServer, rules, skillsIn, switched } from './opencode-entries.js';
import { familyCases } from './opencode-family.js';

const names = {
  directory: '.opencode',
  file: 'opencode',
  home: '~/.config/opencode',
  prefix: 'OPENCODE',
};

const scenes: readonly ToolCase[] = [
  {
    name: 'settings of opencode 2: a disabled agent',
    about: 'settings',
    files: { ...switched(names), 'opencode.json': json({ agents: { x: { disabled: true } } }) },
  },
  {
    name: 'settings of opencode 2: an agent in both forms',
    about: 'settings',
    files: {
      ...switched(names),
      'opencode.json': json({ agent: { x: { description: 'd' } }, agents: { x: { disabled: true } } }),
    },
  },
  {
    name: 'settings of opencode 2: permissions',
    about: 'settings',
    files: { ...switched(names), 'opencode.json': json({ permissions: [] }) },
  },
  {
    name: 'settings: null',
    about: 'settings',
    files: { ...switched(names), 'opencode.json': rules({ a: null }) },
  },
  {
    name: 'settings of Kilo',
    about: 'settings',
    files: {
      ...switched(names),
      'kilo.json': rules({ a: 'deny' }),
      '.kilo/opencode.json': rules({ b: 'deny' }),
    },
  },
  {
    name: 'servers: switches of opencode 2',
    about: 'servers',
    files: {
      'opencode.json': json({
        mcp: { s: { ...localServer, disabled: true }, t: { ...localServer, disabled: false } },
      }),
    },
  },
  {
    name: 'places: links out of the repository',
    about: 'places',
    files: { ...skillsIn('~/out', 'l1', 'l2'), '~/out/agent.md': agent() },
    links: { '.agents/skills/l1': '~/out/l1', '.opencode/skills': '~/out' },
  },
  {
    name: 'places of Kilo',
    about: 'places',
    files: {
      ...skillsIn('.kilo/skills', 'k1'),
      ...skillsIn('~/.config/kilo/skills', 'k2'),
      '.kilo/agent/k.md': agent(),
    },
  },
  {
    name: 'skills of one name',
    about: 'winners',
    files: {
      ...skillsIn('.agents/skills', 'same'),
      ...skillsIn('.claude/skills', 'same'),
      ...skillsIn('~/.claude/skills', 'same'),
    },
  },
];

export const opencodeCases: readonly ToolCase[] = [...familyCases(names), ...scenes];
