/** Settings of Codex: of the user and of a repository, valid, odd and broken ones. */

import type { ToolCase } from '../asker.js';
import {
  agent,
  block,
  caseOf,
  config,
  type Files,
  pluginFiles,
  skill,
  skills,
  trust,
} from './codex-texts.js';

/** The entries that the settings below switch. */
const switched: Files = {
  ...skills('.agents/skills/alpha', '.agents/skills/beta', '~/.agents/skills/alpha', '~/.codex/skills/gamma'),
  '.agents/skills/spaced/SKILL.md': skill('"two  words"'),
  '.agents/skills/pack/inner/SKILL.md': skill('inner'),
  '.agents/skills/pack/.codex-plugin/plugin.json': '{"name": "pack"}',
  'store/linked/SKILL.md': skill('linked'),
  '~/.codex/agents/helper.toml': agent('helper'),
  ...pluginFiles('kit', '1.0.0'),
};
const links = { '.agents/skills/linked': 'store/linked' };

/** A case with this text in the user's settings. */
const settings = (name: string, text: string | Uint8Array, files: Files = {}): ToolCase =>
  caseOf('settings', name, { ...switched, [config]: text, ...files }, { links });

/** A case with settings in the repository too, which the user trusts. */
const projectSettings = (name: string, text: string, user = ''): ToolCase =>
  settings(`in a trusted project: ${name}`, `${user}${trust()}`, { '.codex/config.toml': text });

const alphaPath = 'path = "<repository>/.agents/skills/alpha/SKILL.md"';
const named = (name: string) => `name = "${name}"`;
const kitOn = '[plugins."kit@market"]\nenabled = true\n';
const kitOff = '[plugins."kit@market"]\nenabled = false\n';

const skillSettings: readonly ToolCase[] = [
  settings('no settings', ''),
  settings('a path', block(alphaPath)),
  settings('a path in single quotes', block(alphaPath.replaceAll('"', "'"))),
  settings('the path of a folder', block('path = "<repository>/.agents/skills/alpha"')),
  settings('a path from the home', block('path = "~/.agents/skills/alpha/SKILL.md"')),
  settings('a path from the settings', block('path = "../.agents/skills/alpha/SKILL.md"')),
  settings('a path from the repository', block('path = ".agents/skills/alpha/SKILL.md"')),
  settings('a path with dots', block('path = "<repository>/store/..//.agents/skills/alpha/SKILL.md"')),
  settings('the path of a link', block('path = "<repository>/.agents/skills/linked/SKILL.md"')),
  settings('the path behind a link', block('path = "<repository>/store/linked/SKILL.md"')),
  settings('a name', block(named('alpha'))),
  settings('a name in another case', block(named('Alpha'))),
  settings('a name with blanks around it', block(named('  alpha '))),
  settings('a name with a blank', block(named('two words'))),
  settings('a name with two blanks', block(named('two  words'))),
  settings('a name with a namespace', block(named('pack:inner'))),
  settings('a name without its namespace', block(named('inner'))),
  settings('a pattern', block(named('*'))),
  settings('an empty name', block(named(''))),
  settings('both path and name', block(`${named('beta')}\n${alphaPath}`)),
  settings('neither path nor name', block('')),
  settings('a name off, then its path on', block(named('alpha')) + block(alphaPath, 'true')),
  settings('a path on, then its name off', block(alphaPath, 'true') + block(named('alpha'))),
  settings('a path off, then its name on', block(alphaPath) + block(named('alpha'), 'true')),
  settings('off, then on', block(named('alpha')) + block(named('alpha'), 'true')),
  settings('on, then off', block(named('alpha'), 'true') + block(named('alpha'))),
  settings('a list', 'skills.config = [{ name = "alpha", enabled = false }]\n'),
  settings('a list in a table', '[skills]\nconfig = [{ name = "beta", enabled = false }]\n'),
  settings('a table over several lines', 'skills = {\n  config = [{ name = "beta", enabled = false }],\n}\n'),
  settings('an empty list instead of a table', `skills = []\n${kitOn}`),
  settings('unknown keys', `extra = 1\n[skills]\nextra = 1\n${block(`${named('alpha')}\nextra = 1`)}`),
  settings('a byte order mark', `\uFEFF${block(named('alpha'))}`),
  settings('line ends of Windows', block(named('alpha')).replaceAll('\n', '\r\n')),
  settings('escapes', block('name = "\\u0061lpha"') + block('name = "\\x62eta"')),
  settings('instructions off', `[skills]\ninclude_instructions = false\n${kitOn}`),
  settings('a block without enabled', `[[skills.config]]\n${named('alpha')}\n`),
  settings('enabled as a text', block(named('alpha'), '"false"')),
  settings('enabled as a number', block(named('alpha'), '0')),
  settings('a name that is a number', block('name = 5')),
  settings('a path that is a number', block('path = 5')),
  settings('a table instead of blocks', '[skills.config]\nname = "alpha"\nenabled = false\n'),
  settings('skills as a text', 'skills = "none"\n'),
  settings('a list of texts', 'skills.config = ["alpha"]\n'),
  settings('bundled as a flag', 'skills.bundled = false\n'),
  settings('instructions as a text', 'skills.include_instructions = "no"\n'),
  settings('a syntax error', `extra = \n${block(named('alpha'))}`),
  settings('a key twice', `extra = 1\nextra = 2\n${block(named('alpha'))}`),
  settings('a table twice', `[skills]\n[skills]\n`),
  settings('bytes that are not UTF-8', Uint8Array.of(0x23, 0xff, 0x0a)),
  settings('a model that is a number', `model = 5\n${block(named('alpha'))}`),
  settings('an unknown approval policy', `approval_policy = "maybe"\n${block(named('alpha'))}`),
  settings('a profile', `profile = "work"\n${block(named('alpha'))}`),
  settings('a profile of its own', '', { '~/.codex/work.config.toml': block(named('alpha')) }),
  settings('an unknown trust level', '[projects."/nowhere"]\ntrust_level = "maybe"\n'),
  projectSettings('a block', block(named('alpha'))),
  projectSettings('instructions off', '[skills]\ninclude_instructions = false\n'),
  projectSettings(
    'instructions on again',
    '[skills]\ninclude_instructions = true\n',
    '[skills]\ninclude_instructions = false\n',
  ),
  projectSettings('a syntax error', 'extra = \n'),
  projectSettings('a block without enabled', '[[skills.config]]\nname = "alpha"\n'),
  projectSettings('a model that is a number', 'model = 5\n'),
  settings('a syntax error in an untrusted project', '', { '.codex/config.toml': 'extra = \n' }),
];

const agentSettings: readonly ToolCase[] = [
  settings('all agents off', '[agents]\nenabled = false\n'),
  settings('limits of agents', '[agents]\nmax_threads = 3\n'),
  settings('agents as a text', 'agents = "none"\n'),
  projectSettings('all agents off', '[agents]\nenabled = false\n'),
  projectSettings('all agents on again', '[agents]\nenabled = true\n', '[agents]\nenabled = false\n'),
  settings('an agent in the settings', '[agents.extra]\ndescription = "An extra one."\n'),
  settings('an agent without a description', '[agents.extra]\n'),
  settings('an agent with a file', '[agents.extra]\nconfig_file = "roles/extra.toml"\n', {
    '~/.codex/roles/extra.toml': 'description = "From a file."\ndeveloper_instructions = "Work."\n',
  }),
  settings('an agent with a missing file', '[agents.extra]\ndescription = "x"\nconfig_file = "no.toml"\n'),
  settings('an agent that its file renames', '[agents.extra]\nconfig_file = "roles/extra.toml"\n', {
    // Codex reports no path, so the description has it.
    '~/.codex/roles/extra.toml': agent('renamed', 'In ~/.codex/config.toml.'),
  }),
  settings('an agent in a file and in the settings', '[agents.helper]\ndescription = "Again."\n'),
  settings('a table that takes an agent away', '[agents.helper]\n'),
  projectSettings('an agent', '[agents.extra]\ndescription = "An extra one."\n'),
];

const pluginSettings: readonly ToolCase[] = [
  settings('a plugin on', kitOn),
  settings('a plugin off', kitOff),
  settings('a plugin without enabled', '[plugins."kit@market"]\n'),
  settings('a plugin in one line', 'plugins = { "kit@market" = { enabled = true } }\n'),
  settings('a plugin without its marketplace', '[plugins.kit]\nenabled = true\n'),
  settings('a plugin in another case', '[plugins."Kit@market"]\nenabled = true\n'),
  settings('a plugin with enabled as a text', '[plugins."kit@market"]\nenabled = "yes"\n'),
  settings('no plugins at all', `${kitOn}[features]\nplugins = false\n`),
  settings('a skill of a plugin by name', kitOn + block(named('kit:tool'))),
  settings('a skill of a plugin by its own name', kitOn + block(named('tool'))),
  settings(
    'a skill of a plugin by path',
    kitOn + block('path = "~/.codex/plugins/cache/market/kit/1.0.0/skills/tool/SKILL.md"'),
  ),
  settings(
    'a server of a plugin',
    `${kitOn}[plugins."kit@market".mcp_servers.kit-server]\nenabled = false\n`,
  ),
  projectSettings('a plugin off', kitOff, kitOn),
  projectSettings('a plugin on', kitOn, kitOff),
  projectSettings('a plugin on for this repository alone', kitOn),
  projectSettings(
    'a server of a plugin',
    '[plugins."kit@market".mcp_servers.kit-server]\nenabled = false\n',
    kitOn,
  ),
  settings('a plugin off in an untrusted project', kitOn, { '.codex/config.toml': kitOff }),
];

export const codexSettingsCases: readonly ToolCase[] = [
  ...skillSettings,
  ...agentSettings,
  ...pluginSettings,
];
