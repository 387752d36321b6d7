/** Rules of Qwen Code that no other tool has. They were compared with the tool itself. */

import { expect, test } from 'vitest';
import { qwen } from '../../../src/host/tools/qwen/qwen.js';
import { Scene } from './scene.js';
import { standingsOf } from './tool-table.js';

test('a command takes the slash command of a skill with its name, and leaves it the model', () => {
  const scene = new Scene();
  const head = (name: string) => `---\nname: ${name}\ndescription: A test.\n---\nThe body.\n`;
  for (const name of ['one', 'two']) scene.write(`.qwen/skills/${name}/SKILL.md`, head(name));
  scene.write('.qwen/commands/one.md', head('one'));
  const standings = standingsOf(scene, qwen).map(([path, { inEffect, userInvocable, modelInvocable }]) => [
    ...[path.slice(scene.repository.length + 1), inEffect, userInvocable, modelInvocable],
  ]);
  expect(standings.sort()).toEqual([
    ['.qwen/commands/one.md', true, true, true],
    ['.qwen/skills/one/SKILL.md', true, false, true],
    ['.qwen/skills/two/SKILL.md', true, true, true],
  ]);
});
