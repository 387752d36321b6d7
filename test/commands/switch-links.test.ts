import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeScratch } from '../support/command.js';

it('a switch is not written through a link of the repository, and doctor reports the link', async () => {
  const scratch = makeScratch();
  mkdirSync(join(scratch.home, '.claude'));
  scratch.write('.claude/skills/lint/SKILL.md', '---\nname: lint\ndescription: Lints.\n---\n');
  const link = join(scratch.cwd, '.claude/settings.local.json');
  const profile = join(scratch.home, '.profile');
  symlinkSync(profile, link);
  const reason = `${link} is a link that leads out of the repository, to ${profile}`;

  const { code, stdout, stderr } = await scratch.run(['disable', 'lint']);
  expect({ code, stdout }).toEqual({
    code: 1,
    stdout: `skill lint: rejected, still on: Claude Code: ${reason}\n`,
  });
  expect(stderr).toBe(`skillpick: The switch did not take effect: Claude Code: ${reason}.\n`);
  expect(existsSync(profile)).toBe(false);

  const report = JSON.parse((await scratch.run(['doctor', '--json'])).stdout);
  expect(report.problems).toContainEqual(
    expect.objectContaining({ message: reason, fix: 'Correct the link, or remove it.' }),
  );
});
