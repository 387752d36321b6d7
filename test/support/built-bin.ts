/** Builds the command as it is shipped into a temporary folder, so that no test runs an old build. */

import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface BuiltBin {
  path: string;
  remove(): void;
}

const project = fileURLToPath(new URL('../..', import.meta.url));

export function buildBin(): BuiltBin {
  const folder = mkdtempSync(join(tmpdir(), 'skillpick-bin-'));
  execFileSync(process.execPath, [join(project, 'scripts/build.js'), '--no-types'], {
    env: { ...process.env, SKILLPICK_OUTDIR: join(folder, 'dist') },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (const part of ['package.json', 'bin'])
    cpSync(join(project, part), join(folder, part), { recursive: true });
  const path = join(folder, 'bin', 'skillpick.js');
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
