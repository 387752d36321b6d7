import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltBin, buildBin } from '../support/built-bin.js';
import { Journey, keys, sizes } from '../support/journey.js';

let bin: BuiltBin;
beforeAll(() => {
  bin = buildBin();
});
afterAll(() => bin.remove());

const before = '{"skillOverrides":{"lint":"name-only"}}';

/** A picker in which a skill of Claude Code was switched off, and the text of its settings. */
async function startSwitched() {
  const journey = new Journey(bin);
  mkdirSync(join(journey.home, '.claude'));
  journey.write('.claude/skills/lint/SKILL.md', '---\nname: lint\ndescription: Checks.\n---\n');
  const file = journey.write('.claude/settings.local.json', before);
  const pty = journey.start({ size: sizes.large });
  await pty.shows(/▌ ● on {7}lint +user model {2}●/);
  pty.write(keys.space);
  await pty.shows('✓ lint off in Claude Code · this repo · settings.local.json · ^/ undo');
  return { pty, text: () => readFileSync(file, 'utf8') };
}

it('takes a switch back exactly, and makes it again', async () => {
  const { pty, text } = await startSwitched();
  expect(text()).toBe('{"skillOverrides":{"lint":"off"}}');
  pty.write(keys.undo);
  await pty.shows('Took back lint: now on in Claude Code');
  expect(text()).toBe(before);
  pty.write(keys.ctrl(']'));
  await pty.shows('Made again lint: now off in Claude Code');
  expect(text()).toBe('{"skillOverrides":{"lint":"off"}}');
});

it('takes switches back from the newest to the oldest, even if the keys come together', async () => {
  const { pty, text } = await startSwitched();
  pty.write(keys.space + keys.undo + keys.undo + keys.ctrl('c'));
  await pty.ended;
  expect(text()).toBe(before);
});

it('reports on exit nothing that was taken back in another session', async () => {
  const journey = new Journey(bin);
  for (const tool of ['.claude', '.codex']) mkdirSync(join(journey.home, tool));
  journey.write('.claude/skills/lint/SKILL.md', '---\nname: lint\ndescription: Checks.\n---\n');
  journey.skill('other');
  const pty = journey.start({ size: sizes.large, args: ['lint'] });
  await pty.shows(/skillpick {2}repo +\[All 2\] +Claude Code 1 +Codex 1 +this repo \^s$/m);
  await pty.shows(/▌ ● on {7}lint +user model {2}●/);
  pty.write(keys.tab);
  await pty.shows('✓ lint off in Claude Code');
  pty.write(keys.ctrl('o'));
  await pty.shows('what Claude Code reads');
  pty.write(`${keys.down}${keys.enter}`);
  await pty.shows(/skillpick {2}repo · Claude Code +/);
  pty.write(keys.undo);
  await pty.shows('Took back lint: now on in Claude Code');
  pty.write(keys.ctrl('c'));
  expect((await pty.ended).code).toBe(130);
  expect(pty.screen.text).not.toMatch(/lint: (?:on|off)/);
});

it('asks before a switch counts in all repositories, and remembers the answer', async () => {
  const journey = new Journey(bin);
  mkdirSync(join(journey.home, '.codex/skills/own'), { recursive: true });
  writeFileSync(
    join(journey.home, '.codex/skills/own/SKILL.md'),
    '---\nname: own\ndescription: Is mine.\n---\n',
  );
  const settings = join(journey.home, '.codex/config.toml');
  const pty = journey.start({ size: sizes.large });
  await pty.shows(/▌ ● on {7}own +user model {2}●/);
  pty.write(keys.space);
  await pty.shows('Codex can do this only for all repositories: own. Do that?');
  await pty.shows('o once  a always  l leave it out  esc cancel all of it');
  pty.write(keys.escape);
  await pty.shows('Nothing was switched.');
  expect(existsSync(settings)).toBe(false);
  pty.write(keys.space);
  await pty.shows('Codex can do this only for all repositories: own. Do that?');
  pty.write('a');
  await pty.shows('✓ own off in Codex · everywhere · config.toml (new)');
  expect(readFileSync(settings, 'utf8')).toContain('enabled = false');
  pty.write(keys.undo);
  await pty.shows('Took back own: now on in Codex');
  expect(existsSync(settings)).toBe(false);
});

it('goes on to the switch before one that wrote nothing', async () => {
  const journey = new Journey(bin);
  const skill = join(journey.home, '.agents/skills/own/SKILL.md');
  mkdirSync(dirname(skill), { recursive: true });
  writeFileSync(skill, '---\nname: own\ndescription: Is mine.\n---\n');
  for (const tool of ['home/.claude', 'home/.codex', 'config/opencode'])
    mkdirSync(join(journey.root, tool), { recursive: true });
  const off = `[[skills.config]]\npath = "${skill}"\nenabled = false\n`;
  writeFileSync(join(journey.home, '.codex/config.toml'), off);
  journey.write('.claude/skills/lint/SKILL.md', '---\nname: lint\ndescription: Checks.\n---\n');
  const pty = journey.start({ size: sizes.large });
  await pty.shows(/▌ ● on {7}lint +user model {2}●/);
  pty.write(keys.space);
  await pty.shows('lint off in');
  pty.write(keys.end + keys.space);
  await pty.shows('Codex can do this only for all repositories: own.');
  pty.write('l');
  await pty.shows('own on already in opencode');
  pty.write(keys.undo);
  await pty.shows('Took back lint');
});
