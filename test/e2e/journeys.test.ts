/** Six tasks of a user who has only the screen, each from the start to what the tools' settings say in the end. */

import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { brokenText, FiveTools, fixedText, goDownTo, row, typeQuery } from '../support/five-tools.js';
import { keys, sizes } from '../support/journey.js';

const codexOff = (file: string) => `[[skills.config]]\npath = "${file}"\nenabled = false\n`;
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const opencodeSettings = (name: string) => ({
  $schema: 'https://opencode.ai/config.json',
  permission: { skill: { [name]: 'deny' } },
});

/** An editor that notes how it was called and then runs a command on the file. */
function editor(journey: FiveTools, command: string): Record<string, string> {
  const path = journey.write('../bin/vi', `#!/bin/sh\necho "$@" >> '${journey.root}/calls'\n${command}\n`);
  chmodSync(path, 0o755);
  return { VISUAL: path };
}

describe.each([
  ['80x24', sizes.usual],
  ['120x40', sizes.wide],
])('at %s, a user', (_, size) => {
  const isWide = size === sizes.wide;

  it('sees what is on in Claude Code, and which line of which file switches one off', async () => {
    const journey = new FiveTools();
    const pty = journey.start({ size });
    await pty.shows(row('▌ ●', 'release-check', ' ●●●●'));
    await pty.shows(row('  ◐', 'lint', '○ ● ●'));
    pty.write(keys.nextTab);
    await pty.shows(/All 8 +\[Claude Code 3\]/);
    await pty.hides('release-check');
    await pty.shows(row('▌ ≠', 'deploy', '≠ ● ≠'));
    await pty.shows(row('  ●', 'style', '● ● ●'));
    await pty.shows(row('  ●', 'reviewer', '● ●  '));
    await goDownTo(pty, /○ lint/);
    await pty.shows('space switch in Claude Code');
    if (isWide)
      await pty.shows(/│ Claude Code +off +\/lint\n.*│ +\.claude\/settings\.local\.json(?:\n.*│ +)?:3\n/);
    else await pty.shows('off in Claude Code');
    pty.write(keys.enter);
    await pty.shows('lint  skill, .claude/skills, this repo');
    await pty.shows(/Claude Code +off; \/lint; set by\s+\.claude\/settings\.local\.json:3\s/);
    await pty.shows(/skillOverrides\.lint\s+= "off"/);
  });

  it('switches one off in all tools, and another in one tool only', async () => {
    const journey = new FiveTools();
    const before = journey.files();
    const pty = journey.start({ size });
    await pty.shows(row('▌ ●', 'release-check', ' ●●●●'));
    pty.write(keys.space);
    await pty.shows(row('▌*○', 'release-check', ' ○○○○'));
    await pty.shows('✓ release-check off in 4 tools · this repo · 4 files, 4 new');
    await goDownTo(pty, /● style/);
    pty.write(keys.right);
    await pty.shows('space switch in Claude Code');
    pty.write(keys.right);
    await pty.shows('space switch in Copilot CLI');
    pty.write(keys.right);
    await pty.shows('space switch in opencode');
    pty.write(keys.space);
    await pty.shows(row('▌*◐', 'style', '● ● ○'));
    await pty.shows('✓ style off in opencode · this repo · opencode.json');
    const off = join(journey.cwd, '.agents/skills/release-check/SKILL.md');
    const { permission } = opencodeSettings('release-check');
    permission.skill['style'] = 'deny';
    expect(journey.changedSince(before)).toEqual({
      'home/.codex/config.toml': codexOff(off),
      'repo/.gemini/settings.json': json({ skills: { disabled: ['release-check'] } }),
      'repo/.github/copilot/settings.local.json': json({ disabledSkills: ['release-check'] }),
      'repo/opencode.json': json({ ...opencodeSettings(''), permission }),
    });
  });

  it('switches for this repo, for everyone in it, and everywhere', async () => {
    const journey = new FiveTools();
    const before = journey.files();
    const pty = journey.start({ size });
    await pty.shows(/this repo \^s$/m);
    await goDownTo(pty, /● style/);
    pty.write(keys.space);
    await pty.shows('✓ style off in 3 tools · this repo');
    pty.write(keys.ctrl('s'));
    await pty.shows(/! everyone in this repo \^s$/m);
    await pty.shows('From now on switches are kept for everyone in this repo.');
    await goDownTo(pty, /● reviewer/);
    pty.write(keys.right);
    await pty.shows('space switch in Claude Code');
    pty.write(keys.space);
    await pty.shows('✓ reviewer off in Claude Code · everyone in this repo · settings.json (new)');
    pty.write(keys.ctrl('s'));
    await pty.shows(/! everywhere \^s$/m);
    pty.write(keys.home);
    await pty.shows('▌ .agents/skills');
    await goDownTo(pty, /● release-notes/);
    pty.write(keys.escape);
    await pty.hides('leave the cell');
    pty.write(keys.space);
    await pty.shows('✓ release-notes off in 4 tools · everywhere');
    pty.write(keys.ctrl('s'));
    await pty.shows(/ this repo \^s$/m);
    const off = join(journey.cwd, '.agents/skills/release-notes/SKILL.md');
    expect(journey.changedSince(before)).toEqual({
      'config/opencode/opencode.json': json(opencodeSettings('release-notes')),
      'home/.codex/config.toml': codexOff(off),
      'home/.copilot/settings.json': json({ disabledSkills: ['release-notes'] }),
      'home/.gemini/settings.json': json({ skills: { disabled: ['release-notes'] } }),
      'repo/.claude/settings.json': json({ permissions: { deny: ['Agent(reviewer)'] } }),
      'repo/.claude/settings.local.json': json({ skillOverrides: { lint: 'off', style: 'off' } }),
      'repo/.github/copilot/settings.local.json': json({ disabledSkills: ['style'] }),
      'repo/opencode.json': json(opencodeSettings('style')),
    });
  });

  it('takes everything back, in the picker and after leaving it', async () => {
    const journey = new FiveTools();
    const before = journey.files();
    const pty = journey.start({ size });
    await pty.shows(row('▌ ●', 'release-check', ' ●●●●'));
    pty.write(keys.space);
    await pty.shows('✓ release-check off in 4 tools');
    await goDownTo(pty, /◐ lint/);
    pty.write(keys.space);
    await pty.shows('✓ lint on in Claude Code · this repo · settings.local.json');
    await pty.shows(row('▌*●', 'lint', '● ● ●'));
    pty.write(keys.undo);
    await pty.shows('Took back lint: now off in Claude Code · ^] redo');
    await pty.shows(row('▌ ◐', 'lint', '○ ● ●'));
    pty.write(keys.undo);
    await pty.shows('Took back release-check: now on in 4 tools · ^] redo');
    await pty.shows(row('  ●', 'release-check', ' ●●●●'));
    expect(journey.changedSince(before)).toEqual({});
    pty.write(keys.space);
    await pty.shows('✓ lint on in Claude Code');
    pty.write(keys.escape);
    expect(await pty.ended).toEqual({ code: 0, signal: 0 });
    expect(pty.screen.text).toContain('skillpick: lint: on in Claude Code · this repo');
    expect(pty.screen.text).not.toContain('release-check');
    expect(Object.keys(journey.changedSince(before))).toEqual(['repo/.claude/settings.local.json']);
    const undo = journey.start({ size, args: ['undo'] });
    expect((await undo.ended).code).toBe(0);
    expect(undo.screen.text).toContain('lint');
    expect(journey.changedSince(before)).toEqual({});
  });

  it.each(['with a key', 'with a query'])('finds the broken skill %s and fixes it', async (way) => {
    const journey = new FiveTools();
    const file = join(journey.cwd, '.github/skills/torn/SKILL.md');
    const env = editor(journey, `cat > "$2" <<'END'\n${fixedText}END`);
    const pty = journey.start({ size, env });
    await pty.shows(/1 broken$/m);
    if (way === 'with a query') await typeQuery(pty, 'is:broken');
    else pty.write(keys.ctrl('f').repeat(4));
    await pty.shows(row('▌ ✗', 'torn', '  ✗  '));
    await pty.hides('release-check');
    pty.write(keys.enter);
    await pty.shows(/problem +line 4: frontmatter is not valid YAML/);
    expect(readFileSync(file, 'utf8')).toBe(brokenText);
    pty.write('e');
    await pty.hides('frontmatter is not valid YAML');
    await pty.shows(/state +on in Copilot CLI/);
    expect(readFileSync(join(journey.root, 'calls'), 'utf8')).toBe(`+4 ${file}\n`);
    pty.write(keys.escape);
    await pty.shows(way === 'with a query' ? 'No skill or agent matches.' : 'Nothing is broken.');
    if (way === 'with a query') pty.write(keys.escape);
    else pty.write(keys.ctrl('f'));
    await pty.shows(row('  ●', 'torn', '  ●  '));
    await pty.hides('broken');
  });

  it('finds which of two skills with one name wins in which tool', async () => {
    const journey = new FiveTools();
    const pty = journey.start({ size });
    await pty.shows(row('▌ ●', 'release-check', ' ●●●●'));
    await typeQuery(pty, 'is:shadowed');
    await pty.shows(row('▌ ●', 'deploy', '≠ ● ≠'));
    await pty.shows(row('  ●', 'deploy', '●   ≠'));
    await pty.hides('lint');
    if (isWide) {
      await pty.shows(/│ Claude Code +shadowed by\n.*│ +~\/\.claude\/skills\/deploy\n/);
      await pty.shows(/│ Copilot CLI +on +\/deploy\n/);
      await pty.shows(/│ opencode +on, but it may use\n.*│ +~\/\.claude\/skills\/deploy\n/);
    }
    pty.write(keys.enter);
    await pty.shows(/Claude Code +shadowed by\s+~\/\.claude\/skills\/deploy\//);
    await pty.shows(/Copilot CLI +on; \/deploy/);
    await pty.shows(/opencode +on, but it may use\s/);
    pty.write('n');
    await pty.shows('deploy  skill, ~/.claude/skills, yours');
    await pty.shows(/Claude Code +on; \/deploy/);
    await pty.hides(/^ +Copilot CLI/m);
  });
});

it('opens the setting that decides at its line', async () => {
  const journey = new FiveTools();
  const pty = journey.start({ env: editor(journey, 'printf "{}" > "$2"') });
  await pty.shows(row('▌ ●', 'release-check', ' ●●●●'));
  await goDownTo(pty, /◐ lint/);
  pty.write(keys.enter);
  await pty.shows('skillOverrides.lint = "off"');
  pty.write('o');
  await pty.hides('skillOverrides.lint = "off"');
  await pty.shows(/state +on in Claude Code, Copilot CLI, opencode/);
  const settings = join(journey.cwd, '.claude/settings.local.json');
  expect(readFileSync(join(journey.root, 'calls'), 'utf8')).toBe(`+3 ${settings}\n`);
});
