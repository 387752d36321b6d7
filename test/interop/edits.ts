/** Edits on disk, and waiting for the host to notice them. */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { SessionStore, SessionView } from '../../src/client/index.js';
import { walk } from '../../src/protocol/index.js';
import { write } from './scene.js';
import { reached, type Setting } from './setting.js';

const knockMs = 2_000;

function lists(description: string): (view: SessionView) => boolean {
  return ({ confirmed }) =>
    [...walk(confirmed.customizations)].some(
      ({ node }) => node.type === 'skill' && node.description === description,
    );
}

/** Resolves when the session lists a skill with this description. */
export async function described(store: SessionStore, description: string): Promise<void> {
  await reached(store, lists(description));
}

function skillFolder({ scene }: Setting, name: string): string {
  return join(scene.workspace, '.github', 'skills', name);
}

/** Writes a skill of the scene's repository. */
export function writeSkill(setting: Setting, name: string, description: string): void {
  const text = `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n`;
  write(join(skillFolder(setting, name), 'SKILL.md'), text);
}

/**
 * Resolves when the host watches the files of the session. The host misses earlier edits and does not report when it
 * starts, so this edits a file until the host reacts, and then removes it.
 */
export async function watched(setting: Setting, store: SessionStore): Promise<void> {
  for (let knock = 1; ; knock += 1) {
    const description = `Knock ${knock}.`;
    writeSkill(setting, 'knock', description);
    const isHeard = described(store, description).then(() => true);
    if (!(await Promise.race([isHeard, delay(knockMs, false)]))) continue;
    rmSync(skillFolder(setting, 'knock'), { recursive: true });
    await reached(store, (view) => !lists(description)(view));
    return;
  }
}
