import { describe, expect, test } from 'vitest';
import { codex } from '../../../src/host/tools/codex/codex.js';
import { editBlocks } from '../../../src/host/tools/codex/codex-blocks.js';
import { findContext } from '../../../src/host/tools/tool-context.js';
import { monotonicMs } from '../../../src/monotonic.js';
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

describe('thousands of skills that are off', () => {
  const count = 4_000;
  const files = Array.from({ length: count }, (_, at) => `/skills/s${at}/SKILL.md`);
  const text = files.map((file) => `[[skills.config]]\npath = "${file}"\nenabled = false\n`).join('\n');

  /** Far more than it takes on a busy machine, and far less than a search of the whole text for each skill. */
  const mostMs = 6_000;

  function timeOf(work: () => void): number {
    const start = monotonicMs();
    work();
    return monotonicMs() - start;
  }

  test('have their lines found in one pass', () => {
    const file = { path: '/config.toml', scope: 'global', use: 'make' } as const;
    const lines: (number | undefined)[] = [];
    const took = timeOf(() => {
      for (const at of files.keys()) lines.push(codex.lineOf(text, ['skills', 'config', at], file));
    });
    expect(lines).toEqual(files.map((_, at) => 4 * at + 1));
    expect(took).toBeLessThan(mostMs);
  });

  test('are compared with the blocks in one pass', () => {
    const context = findContext(new Scene().environment);
    const edits = files.map((file) => ({ file, enabled: false }));
    const commented = text.replaceAll('enabled = false', 'enabled = false # mine');
    let edited: string | undefined;
    const took = timeOf(() => {
      edited = editBlocks(commented, edits, context);
    });
    expect(edited).toBe(commented);
    expect(took).toBeLessThan(mostMs);
  });
});
