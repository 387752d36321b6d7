import { expect, test, vi } from 'vitest';
import { codex } from '../../../src/host/tools/codex/codex.js';
import { editBlocks } from '../../../src/host/tools/codex/codex-blocks.js';
import { findContext } from '../../../src/host/tools/tool-context.js';
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

test('many skills that are off are compared with the blocks in one pass', () => {
  const context = findContext(new Scene().environment);
  const canonical = vi.fn(context.canonical);
  const files = Array.from({ length: 200 }, (_, at) => `/skills/s${at}/SKILL.md`);
  const blocks = files.map((file) => `[[skills.config]]\npath = "${file}"\nenabled = false # mine\n`);
  const text = blocks.join('\n');
  const edits = files.map((file) => ({ file, enabled: false }));
  expect(editBlocks(text, edits, { ...context, canonical })).toBe(text);
  expect(canonical.mock.calls.length).toBeLessThan(20 * files.length);
});
