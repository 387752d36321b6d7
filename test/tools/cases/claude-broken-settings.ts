/** Settings files that are not as Claude Code wants them. It ignores some of them, and parts of others. */

import type { ToolCase } from '../asker.js';
import { local, overrides, settings, shared, someOff, user } from './claude-parts.js';

const texts: Readonly<Record<string, string | Uint8Array>> = {
  'a comment': `// x\n${someOff()}`,
  'a trailing comma': someOff(','),
  'a byte order mark': `\uFEFF${someOff()}`,
  'CRLF and tabs': someOff().replaceAll(', ', ',\r\n\t'),
  'no text': '',
  'blanks alone': ' \n',
  'a list': '[]',
  null: 'null',
  'text behind the end': `${someOff()} x`,
  'single quotes': someOff().replaceAll('"', "'"),
  'a key twice': '{"skillOverrides": {"lint": "on", "lint": "off"}, "skillOverrides": {"other": "off"}}',
};
const forms = Object.entries(texts).map(([name, text]) => settings(`a file with ${name}`, { [local]: text }));

/** Further keys of a file. With some of them Claude Code ignores the file. */
const values = [
  '"skillOverrides": {"lint": "OFF"}',
  '"skillOverrides": {"lint": false}',
  '"skillOverrides": {"lint": "off", "unknown": null}',
  '"skillOverrides": ["lint"]',
  '"skillOverrides": null',
  '"permissions": []',
  '"permissions": {"deny": "Agent(checker)"}',
  '"permissions": {"deny": [], "allow": null}',
  '"permissions": {"defaultMode": "none"}',
  '"permissions": {"additionalDirectories": [5]}',
  '"permissions": {"unknown": 5}',
  '"enabledPlugins": {"a@b": "yes"}',
  '"enabledPlugins": {"a@b": ["1.0.0"]}',
  '"enabledPlugins": {"a@b": null}',
  '"env": 5',
  '"env": {"A": 5, "B": {}}',
  '"model": null',
  '"hooks": 5',
  '"hooks": {"PreToolUse": 5}',
  '"hooks": {"PostToolUse": 5, "Unknown": []}',
  '"hooks": {"PreToolUse": [{"matcher": "x", "hooks": [{"type": "command", "command": "true"}]}]}',
  '"unknown": 5',
  '"$schema": 5',
  '"disabledMcpjsonServers": [5]',
  '"enableAllProjectMcpServers": "yes"',
  '"enableAllProjectMcpServers": null',
  '"includeCoAuthoredBy": null',
  '"cleanupPeriodDays": 0',
  '"statusLine": {"type": "command"}',
  '"statusLine": {"type": "command", "command": "x", "padding": 0}',
  '"sandbox": {"enabled": "yes"}',
  '"theme": 5, "effortLevel": 5, "forceLoginMethod": 5, "teammateMode": 5, "allowedMcpServers": 5',
  '"outputStyle": 5',
  '"tui": "x"',
  '"autoMode": {"allow": "x"}',
];
/** One value in each file, and another skill off in each, so that one scene tries three values. */
const trios = Array.from({ length: Math.ceil(values.length / 3) }, (_, at) => {
  const three = values.slice(3 * at, 3 * at + 3);
  const skills = ['lint', 'other', 'folder'];
  const files = three.map((more, file) => [[local, shared, user][file], someOff(`, ${more}`, skills[file])]);
  return settings(`files with ${three.join(' / ')}`, Object.fromEntries(files));
});

const brokenBesideGood = [
  settings('a broken file above a good one', { [local]: `${overrides({ lint: 'on' })},`, [user]: someOff() }),
  settings('a broken file of the user', {
    [user]: overrides({ lint: 'none' }),
    [local]: overrides({ other: 'off' }),
  }),
];

export const claudeBrokenSettingsCases: readonly ToolCase[] = [...forms, ...trios, ...brokenBesideGood];
