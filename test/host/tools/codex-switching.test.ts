import { expect, test } from 'vitest';
import { codex } from '../../../src/host/tools/codex/codex.js';
import { Scene } from './scene.js';

const config = '~/.codex/config.toml';

/** Skills of the repository with these names. */
function makeSkills(names: readonly string[]) {
  const scene = new Scene();
  return { scene, skills: names.map((name) => scene.skill('.agents/skills', name)) };
}

test('a skill that cannot be switched does not stop the others', async () => {
  const { scene, skills } = makeSkills(['a', 'b', 'c', 'd']);
  const item = (at: number) => `  { path = "${skills[at]?.canonicalPath}", enabled = false },`;
  scene.write(config, `[skills]\nconfig = [\n${item(0)}\n${item(1)} # because\n${item(2)}\n]\n`);
  const requests = [
    { entry: skills[0]!, enabled: true },
    { entry: skills[2]!, enabled: true },
    { entry: skills[3]!, enabled: false },
  ];
  const switches = scene.switches(codex);
  const outcomes = await switches.change(requests.map((request) => ({ ...request, scope: 'global' })));
  const comment = 'there is a comment in the list before or after the skill';
  expect(outcomes).toMatchObject([
    { state: { enabled: true } },
    { refused: `${scene.path(config)}: ${comment}` },
    { state: { enabled: false } },
  ]);
});
