/** Agents that only the settings of opencode and Kilo declare. */

import type { ToolCase } from '../asker.js';
import { agent, type FamilyNames, json } from './opencode-entries.js';

export function settingsAgentCases({ directory, home, file, prefix }: FamilyNames): ToolCase[] {
  const one = { description: 'd', mode: 'subagent' };
  return [
    {
      name: 'agents in the settings',
      about: 'gates',
      files: {
        [`${directory}/agent/changed.md`]: agent(),
        [`${file}.json`]: json({
          agent: {
            ...{ one, off: { ...one, disable: true }, on: { ...one, disable: false } },
            ...{ prompted: { prompt: 'p' }, chosen: { model: 'fake/m' }, 'team/deep': one },
            ...{ primary: { ...one, mode: 'primary' }, all: { ...one, mode: 'all' } },
            ...{ hidden: { ...one, hidden: true }, denied: one, only: { disable: true } },
            ...{ changed: { description: 'other' }, build: { description: 'x' }, explore: one },
          },
          permission: { task: { denied: 'deny' } },
        }),
      },
    },
    {
      name: 'agents in several settings',
      about: 'winners',
      files: {
        [`${home}/${file}.json`]: json({
          agent: { a: one, b: { ...one, disable: true }, c: { ...one, mode: 'primary' }, d: one },
        }),
        '~/chosen.json': json({ agent: { e: one, f: { ...one, disable: true } } }),
        [`${file}.json`]: json({
          agent: {
            a: { disable: true },
            b: { disable: false },
            c: { description: 'c' },
            f: { disable: false },
          },
        }),
        [`${directory}/${file}.json`]: json({ agent: { d: { disable: true }, g: one } }),
        [`~/${directory}/${file}.json`]: json({ agent: { g: { mode: 'primary' }, h: one } }),
      },
      env: { [`${prefix}_CONFIG`]: '<home>/chosen.json' },
    },
  ];
}
