/** Cases that opencode and Kilo share. The names of directories, files and variables differ. */

import type { ToolCase } from '../asker.js';
import { settingsAgentCases } from './opencode-agents.js';
import {
  agent,
  type FamilyNames,
  type Files,
  json,
  localServer,
  skill,
  skillsIn,
} from './opencode-entries.js';
import { fileCases } from './opencode-files.js';
import { settingsCases } from './opencode-settings.js';

function placeCases({ directory, home, file, prefix }: FamilyNames): ToolCase[] {
  const own = (place: string, letter: string): Files => ({
    ...skillsIn(`${place}/skill`, `${letter}1`),
    ...skillsIn(`${place}/skills`, `${letter}2`),
    ...skillsIn(`${place}/skills/deep/er`, `${letter}3`),
    ...skillsIn(`${place}/skills/.hidden`, `${letter}4`),
    [`${place}/skills/SKILL.md`]: skill(`${letter}5`),
    [`${place}/agent/${letter}1.md`]: agent(),
    [`${place}/agents/${letter}2.md`]: agent(),
    [`${place}/mode/${letter}3.md`]: agent(),
    [`${place}/modes/${letter}4.md`]: agent(),
    [`${place}/modes/deep/${letter}5.md`]: agent(),
    [`${place}/command/${letter}c1.md`]: 'do it',
    [`${place}/commands/deep/${letter}c2.md`]: '---\ndescription: d\n---\ndo it',
  });
  const foreign = (at: string, letter: string): Files => ({
    ...skillsIn(`${at}.claude/skills`, `${letter}1`),
    ...skillsIn(`${at}.agents/skills`, `${letter}2`),
    ...skillsIn(`${at}.agents/skills/.hidden`, `${letter}3`),
    ...skillsIn(`${at}.claude/skills/outer`, `${letter}4`),
    [`${at}.claude/skills/outer/SKILL.md`]: skill(`${letter}5`),
    [`${at}.agents/skills/SKILL.md`]: skill(`${letter}6`),
    [`${at}.claude/agents/${letter}1.md`]: agent(`name: ${letter}1\n`),
    [`${at}.agents/agents/${letter}2.md`]: agent(),
  });
  const everywhere = {
    ...own(directory, 'r'),
    ...own(`p/q/${directory}`, 'w'),
    ...foreign('', 'f'),
    ...foreign('p/q/', 'g'),
  };
  return [
    {
      name: 'places of a repository',
      about: 'places',
      cwd: 'p/q',
      files: { ...everywhere, ...foreign('other/', 'o') },
    },
    { name: 'places without Git', about: 'places', cwd: 'p/q', isBare: true, files: everywhere },
    {
      name: 'places of the user',
      about: 'places',
      files: {
        ...own(home, 'u'),
        ...own(`~/${directory}`, 'd'),
        ...foreign('~/', 'h'),
        ...own('~/chosen', 'c'),
      },
      env: { [`${prefix}_CONFIG_DIR`]: '<home>/chosen' },
    },
    {
      name: 'places named in the settings',
      about: 'places',
      files: {
        [`${file}.json`]: json({ skills: { paths: ['extra', 'gone', '<repository>/absolute'] } }),
        ...skillsIn('extra', 'e1'),
        ...skillsIn('extra/deep/er', 'e2'),
        ...skillsIn('extra/.hidden', 'e3'),
        ...skillsIn('absolute', 'e4'),
        'extra/SKILL.md': skill('e5'),
      },
    },
    {
      name: 'places named in a list in the settings',
      about: 'places',
      cwd: 'p',
      files: {
        [`${file}.json`]: json({ skills: ['near', '~/own', '<repository>/absolute'] }),
        ...skillsIn('near', 'n1'),
        ...skillsIn('p/near', 'n2'),
        ...skillsIn('~/own', 'n3'),
        ...skillsIn('absolute', 'n4'),
      },
    },
    {
      name: "places out of the repository, named in the repository's settings",
      about: 'places',
      files: {
        [`${file}.json`]: json({ skills: { paths: ['inside', '~/own'] } }),
        ...skillsIn('inside', 'n1'),
        ...skillsIn('~/own', 'n2'),
      },
      links: { 'inside/n3': '~/own/n2' },
    },
    {
      name: "places out of the repository, named in the user's settings",
      about: 'places',
      files: {
        [`${home}/${file}.json`]: json({ skills: { paths: ['inside', '~/own'] } }),
        ...skillsIn('inside', 'n1'),
        ...skillsIn('~/own', 'n2'),
        ...skillsIn('~/other', 'n3'),
      },
      links: { 'inside/n3': '~/other/n3' },
    },
    {
      name: `places named in the file of ${prefix}_CONFIG`,
      about: 'places',
      cwd: 'p',
      files: {
        '~/chosen/one.json': json({ skills: { paths: ['near', '~/own'] }, mcp: { s: localServer } }),
        ...skillsIn('~/chosen/near', 'n1'),
        ...skillsIn('p/near', 'n2'),
        ...skillsIn('~/own', 'n3'),
      },
      env: { [`${prefix}_CONFIG`]: '<home>/chosen/one.json' },
    },
    ...Object.entries({
      EXTERNAL_SKILLS: '1',
      CLAUDE_CODE: 'true',
      CLAUDE_CODE_SKILLS: 'yes',
      EXTERNAL_SKILLS_: 'false',
    }).map(
      ([name, value]): ToolCase => ({
        name: `places: ${prefix}_DISABLE_${name} is ${value}`,
        about: 'places',
        files: { ...foreign('', 'f'), ...foreign('~/', 'h'), ...skillsIn(`${directory}/skills`, 'own') },
        env: { [`${prefix}_DISABLE_${name.replace(/_$/, '')}`]: value },
      }),
    ),
    {
      name: 'links inside the repository',
      about: 'places',
      files: { ...skillsIn('real', 'l1'), 'real/l2.md': skill('l2'), 'real/l3.md': agent() },
      links: {
        '.agents/skills/l1': 'real/l1',
        '.agents/skills/l2/SKILL.md': 'real/l2.md',
        [`${directory}/agent/l3.md`]: 'real/l3.md',
        '.agents/skills/gone/SKILL.md': 'real/gone.md',
      },
    },
    {
      name: 'links of the user',
      about: 'places',
      files: { ...skillsIn('~/real', 'l1'), ...skillsIn('~/more', 'l4'), '~/real/l3.md': agent() },
      links: {
        '~/.agents/skills/l1': '~/real/l1',
        [`${home}/agent/l3.md`]: '~/real/l3.md',
        '~/.claude/skills': '~/more',
      },
    },
  ];
}

function serverCases({ directory, file, home, prefix }: FamilyNames): ToolCase[] {
  const off = { ...localServer, enabled: false };
  return [
    {
      name: 'servers: switches in their own file',
      about: 'servers',
      files: {
        [`${file}.json`]: json({
          mcp: { off, on: { ...localServer, enabled: true }, plain: localServer, lone: { enabled: false } },
        }),
        '.mcp.json': '{"mcpServers": {"claude": {"command": "true"}}}',
      },
    },
    {
      name: 'servers: the same one in several files',
      about: 'servers',
      files: {
        [`${home}/${file}.json`]: json({ mcp: { a: localServer, b: off, c: localServer } }),
        [`${file}.json`]: json({ mcp: { a: { enabled: false }, b: { enabled: true }, d: localServer } }),
        [`${directory}/${file}.json`]: json({ mcp: { d: { enabled: false }, e: localServer } }),
        [`~/${directory}/${file}.json`]: json({ mcp: { f: localServer, e: { enabled: false } } }),
      },
    },
    {
      name: `servers: the file of ${prefix}_CONFIG between the user's and the repository's`,
      about: 'servers',
      files: {
        [`${home}/${file}.json`]: json({ mcp: { a: localServer, b: off } }),
        '~/chosen.json': json({ mcp: { a: off, b: { enabled: true }, c: off, d: localServer } }),
        [`${file}.json`]: json({ mcp: { c: { enabled: true }, d: off } }),
      },
      env: { [`${prefix}_CONFIG`]: '<home>/chosen.json' },
    },
  ];
}

function gateCases({ directory, file }: FamilyNames): ToolCase[] {
  return [
    {
      name: 'a command with the name of a skill',
      about: 'gates',
      files: { ...skillsIn('.agents/skills', 'a', 'b'), [`${directory}/command/c.md`]: 'do it' },
    },
    {
      name: 'agents that are closed to the model',
      about: 'gates',
      files: {
        [`${directory}/agent/x.md`]: agent(),
        [`${directory}/agent/team/y.md`]: agent(),
        [`${directory}/agent/team/z.md`]: agent('hidden: true\n'),
        [`${file}.json`]: json({ permission: { task: { 'team/*': 'deny' } } }),
      },
    },
  ];
}

function winnerCases({ directory, home, file }: FamilyNames): ToolCase[] {
  return [
    {
      name: 'agents of one name',
      about: 'winners',
      cwd: 'p',
      files: Object.fromEntries(
        [directory, `p/${directory}`, home, `~/${directory}`].map((place) => [
          `${place}/agent/same.md`,
          agent(),
        ]),
      ),
    },
    {
      name: 'an agent file against the settings around it',
      about: 'winners',
      files: {
        [`${directory}/agent/on.md`]: agent('disable: false\n'),
        [`${directory}/agent/off.md`]: agent('disable: true\n'),
        [`${home}/agent/own.md`]: agent('disable: true\n'),
        [`${home}/agent/mine.md`]: agent('disable: true\n'),
        [`${directory}/${file}.json`]: json({
          agent: { on: { disable: true }, off: { disable: false }, own: { disable: false } },
        }),
        [`${file}.json`]: json({ agent: { mine: { disable: false } } }),
      },
    },
    {
      name: 'stronger settings against an agent file',
      about: 'winners',
      files: {
        [`${directory}/agent/on.md`]: agent('disable: false\n'),
        [`${directory}/agent/off.md`]: agent('disable: true\n'),
        [`~/${directory}/${file}.json`]: json({ agent: { on: { disable: true }, off: { disable: false } } }),
      },
    },
  ];
}

/** All cases of a tool of this family. */
export function familyCases(names: FamilyNames): ToolCase[] {
  return [
    ...placeCases(names),
    ...fileCases(names),
    ...settingsCases(names),
    ...winnerCases(names),
    ...settingsAgentCases(names),
    ...serverCases(names),
    ...gateCases(names),
  ];
}
