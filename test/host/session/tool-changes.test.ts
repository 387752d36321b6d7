import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lockDeadline, withLock } from '../../../src/host/files/lock.js';
import { changeTools, type ToolBatch } from '../../../src/host/session/tool-changes.js';
import { claude } from '../../../src/host/tools/claude/claude.js';
import { codex } from '../../../src/host/tools/codex/codex.js';
import { gemini } from '../../../src/host/tools/gemini/gemini.js';
import { SettingsMistake } from '../../../src/host/tools/refusal.js';
import type { EntryRef, Tool, ToolScope } from '../../../src/host/tools/tool.js';
import { monotonicMs } from '../../../src/monotonic.js';
import { Scene } from '../tools/scene.js';

const config = '~/.codex/config.toml';
const local = '.gemini/settings.json';

function order(
  scene: Scene,
  tool: Tool,
  entries: readonly EntryRef[],
  scope: ToolScope = 'workspace',
): ToolBatch {
  const nearest = tool === codex ? 'global' : scope;
  const requests = entries.map((entry, at) => ({ entry, scope: nearest, enabled: false, at }) as const);
  return { tool, switches: scene.switches(tool), requests };
}

/** Gemini CLI has a home so deep that the path of its settings is valid, but that of a temporary file is too long. */
function deepScene() {
  const longest = 4_095;
  const top = new Scene().folder;
  const room = longest - top.length - `/${local}`.length - 10;
  const names = Array.from({ length: Math.floor(room / 250) }, () => 'd'.repeat(249));
  const rest = room - names.length * 250 - 1;
  const home = join(top, ...names, ...(rest > 0 ? ['e'.repeat(rest)] : []));
  mkdirSync(home, { recursive: true });
  return { scene: new Scene({ env: { GEMINI_CLI_HOME: home } }), home };
}

describe.runIf(process.platform === 'linux')('a switch that one tool cannot write', () => {
  test('is put back in the others, and the rest of the batch is made', async () => {
    const { scene, home } = deepScene();
    const path = join(home, local);
    scene.write(config, '# mine\nmodel = "x"\n');
    const [both, one] = [scene.skill('.agents/skills', 'both'), scene.skill('.agents/skills', 'one')];
    const { refused: reasons } = await changeTools([
      order(scene, codex, [both, one]),
      order(scene, gemini, [both], 'global'),
    ]);
    expect([...reasons]).toEqual([[0, `Gemini CLI: ${path} cannot be written: its name is too long`]]);
    expect(scene.read(config)).toContain('one/SKILL.md');
    expect(scene.read(config)).not.toContain('both/SKILL.md');
  });

  test('is put back by removing the file if there was none', async () => {
    const { scene, home } = deepScene();
    const entry = scene.skill('.agents/skills', 'lint');
    const { refused: reasons } = await changeTools([
      order(scene, codex, [entry]),
      order(scene, gemini, [entry], 'global'),
    ]);
    expect([...reasons.keys()]).toEqual([0]);
    expect(existsSync(scene.path('~/.codex'))).toBe(false);
    expect(existsSync(join(home, '.gemini'))).toBe(false);
  });
});

test('a file that cannot be put back is named', async () => {
  const scene = new Scene();
  const entry = scene.skill('.agents/skills', 'lint');
  let times = 0;
  const spoiling: Tool = {
    ...(gemini as Tool),
    parse(text, file) {
      if (text.includes('lint')) times += 1;
      if (times !== 2) return gemini.parse(text, file);
      // When Codex's file is read back after the write, another program changes it.
      writeFileSync(scene.path(config), 'model = "theirs"\n');
      throw new SettingsMistake(1, 1, 'no');
    },
  };
  const { refused: reasons } = await changeTools([
    order(scene, codex, [entry]),
    order(scene, spoiling, [entry]),
  ]);
  const [reason] = reasons.values();
  expect(reason).toMatch(
    /^Gemini CLI: .* has a mistake in line 1, column 1: no; Codex: it stays switched there/,
  );
  expect(reason).toContain(`another program has changed ${scene.path(config)} since`);
  expect(scene.read(config)).toBe('model = "theirs"\n');
  expect(scene.read(local)).toBeUndefined();
});

describe('a directory that cannot be written', () => {
  test.each([
    ['of the file', '.gemini', 0o555, 'is read-only'],
    ['above the missing one', '', 0o555, 'is read-only'],
  ])('prevents all writes: %s', async (_, directory, mode, reason) => {
    const scene = new Scene();
    const entry = scene.skill('~/.agents/skills', 'lint');
    mkdirSync(scene.path(directory), { recursive: true });
    chmodSync(scene.path(directory), mode);
    const { refused: reasons } = await changeTools([
      order(scene, codex, [entry]),
      order(scene, gemini, [entry]),
    ]);
    expect([...reasons.values()]).toEqual([
      `Gemini CLI: ${scene.path(directory).replace(/\/$/, '')} ${reason}`,
    ]);
    expect(existsSync(scene.path('~/.codex'))).toBe(false);
    chmodSync(scene.path(directory), 0o755);
  });

  test('prevents the switch even if the file itself can be written', async () => {
    const scene = new Scene();
    const entry = scene.skill('~/.agents/skills', 'lint');
    scene.write(local, '{}\n');
    chmodSync(scene.path('.gemini'), 0o555);
    const { refused: reasons } = await changeTools([
      order(scene, codex, [entry]),
      order(scene, gemini, [entry]),
    ]);
    expect([...reasons.values()]).toEqual([`Gemini CLI: ${scene.path('.gemini')} is read-only`]);
    expect([scene.read(local), scene.read(config)]).toEqual(['{}\n', undefined]);
    chmodSync(scene.path('.gemini'), 0o755);
  });

  test('is reported if it is a file', async () => {
    const scene = new Scene();
    const entry = scene.skill('~/.agents/skills', 'lint');
    scene.write('.gemini', 'mine');
    const { refused: reasons } = await changeTools([
      order(scene, codex, [entry]),
      order(scene, gemini, [entry]),
    ]);
    const reason = `${scene.path(local)} cannot be written: it is not a directory`;
    expect([...reasons.values()]).toEqual([`Gemini CLI: ${reason}`]);
    expect(existsSync(scene.path('~/.codex'))).toBe(false);
  });
});

describe('locks', () => {
  const lockOf = (scene: Scene, { id }: Tool) => scene.path(`~/.local/state/skillpick/${id}.lock`);

  test('that another process holds cause the switches that need them to be refused before anything is written', async () => {
    const scene = new Scene();
    const [both, one] = [scene.skill('.agents/skills', 'both'), scene.skill('.agents/skills', 'one')];
    const lock = lockOf(scene, gemini);
    await withLock(lock, async () => {
      const orders = [order(scene, codex, [both, one]), order(scene, gemini, [both], 'global')];
      const { refused: reasons } = await changeTools(orders, monotonicMs());
      const reason = `Gemini CLI: the switch could not be saved: another process holds ${lock}`;
      expect([...reasons]).toEqual([[0, reason]]);
    });
    expect(scene.read(config)).not.toContain('both/SKILL.md');
    expect(scene.read(config)).toContain('one/SKILL.md');
    expect(scene.read(local)).toBeUndefined();
  });

  test('are taken in the same order by all, so that there is no deadlock', async () => {
    const scene = new Scene();
    const entry = scene.skill('.agents/skills', 'lint');
    const orders = () => [claude, codex, gemini].map((tool) => order(scene, tool, [entry], 'global'));
    const rounds = Array.from({ length: 10 }, (_, at) => {
      const mine = orders();
      return changeTools(at % 2 === 0 ? mine : mine.toReversed(), lockDeadline());
    });
    for (const { refused } of await Promise.all(rounds)) expect([...refused]).toEqual([]);
    expect(scene.read(local.replace('.gemini', '~/.gemini'))).toContain('lint');
  });
});
