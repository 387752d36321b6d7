/** Bundles a module the way the package does, into a folder of its own that goes away with the test. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { onTestFinished } from 'vitest';

const require = "import{createRequire as r}from'node:module';const require=r(import.meta.url);";

/** The path of the bundle. */
export async function bundle(entry: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'skillpick-bundle-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const outfile = join(folder, 'bundle.mjs');
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external: ['bufferutil', 'utf-8-validate'],
    banner: { js: require },
    logLevel: 'silent',
  });
  return outfile;
}
