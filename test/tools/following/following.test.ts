/** Switches entries while the tools run, and checks that running sessions obey when skillpick says they do. */

import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, onTestFinished, test } from 'vitest';
import { tools } from '../../../src/host/tools/all-tools.js';
import type { SwitchedKind, Tool, ToolId } from '../../../src/host/tools/tool.js';
import type { Scene } from '../../host/tools/scene.js';
import { sceneOf } from '../agreement.js';
import { installed } from '../installed.js';
import { output } from '../run.js';
import { claude } from './claude.js';
import { codex } from './codex.js';
import { copilot } from './copilot.js';
import { gemini } from './gemini.js';
import { familyFollower } from './opencode-family.js';
import { qwen } from './qwen.js';
import { type Follower, refs, type Session } from './session.js';

const followers: Readonly<Record<ToolId, Follower>> = {
  claude,
  codex,
  copilot,
  gemini,
  opencode: familyFollower('opencode'),
  kilo: familyFollower('kilo'),
  qwen,
};

/** A tool in its scene. */
class Stage {
  private constructor(
    private readonly tool: Tool,
    private readonly scene: Scene,
    private readonly command: readonly string[],
  ) {}

  static async make(tool: Tool, command: readonly string[]): Promise<Stage> {
    const { files, commands = [] } = followers[tool.id];
    const scene = sceneOf({ name: 'following', about: 'settings', files });
    for (const args of commands) await output({ scene, command, args });
    const present = join(scene.folder, 'commands');
    mkdirSync(present);
    writeFileSync(join(present, tool.id), '', { mode: 0o755 });
    return new Stage(tool, scene, command);
  }

  async open(): Promise<Session> {
    const session = await followers[this.tool.id].open(this.scene, this.command);
    onTestFinished(() => session.end());
    return session;
  }

  /** Switches an entry with the built command, and checks what it says about running sessions. */
  async switch(word: 'enable' | 'disable', kind: SwitchedKind): Promise<void> {
    const { id, title, obeysFrom } = this.tool;
    const scope = followers[id].scopes?.[kind] ?? 'workspace';
    const args = [inject('bin'), word, refs[kind], '--scope', scope, '--tool', id, '--local'];
    const { home, folder, environment } = this.scene;
    const env = { HOME: home, USERPROFILE: home, PATH: join(folder, 'commands') };
    const { stderr } = await promisify(execFile)(process.execPath, args, { cwd: environment.cwd, env });
    expect(stderr).toContain(
      obeysFrom[kind] === 'restart' ? `Restart ${title} to see it.` : `${title} obeys with the next prompt.`,
    );
  }
}

/** Sends prompts until the session obeys. A tool that watches its settings notices a change after a moment. */
const untilObeyed = (session: Session, kind: SwitchedKind, isOn: boolean): Promise<void> =>
  expect
    .poll(async () => (await session.prompt()).includes(kind), {
      timeout: 30_000,
      message: `uses the ${kind}`,
    })
    .toBe(isOn);

test.for(tools.map((tool) => [tool.title, tool] as const))(
  'a running session of %s obeys when skillpick says so',
  { timeout: 300_000 },
  async ([, tool], context) => {
    const found = await installed(tool);
    if ('missing' in found) return context.skip(`${tool.title} cannot be had here`);
    const all = Object.keys(tool.obeysFrom) as SwitchedKind[];
    const late = all.filter((kind) => tool.obeysFrom[kind] === 'restart');
    const soon = all.filter((kind) => tool.obeysFrom[kind] === 'next-prompt');
    const stage = await Stage.make(tool, found.command);
    const used = async (session: Session) => (await session.prompt()).toSorted();

    const first = await stage.open();
    expect(await used(first)).toEqual(all.toSorted());
    for (const kind of late) await stage.switch('disable', kind);
    const second = await stage.open();
    expect(await used(second)).toEqual(soon.toSorted());
    expect(await used(first)).toEqual(all.toSorted());
    for (const kind of late) await stage.switch('enable', kind);
    expect(await used(second)).toEqual(soon.toSorted());

    for (const kind of soon) {
      await stage.switch('disable', kind);
      await untilObeyed(first, kind, false);
      await stage.switch('enable', kind);
      await untilObeyed(first, kind, true);
    }
  },
);
