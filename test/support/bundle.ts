/** Bundles modules of this repository so that plain Node can run them. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { onTestFinished } from 'vitest';

/** A bundled script; remove it when the tests are done. */
export interface Script {
  path: string;
  remove(): void;
}

async function bundleInto(folder: string, entry: string): Promise<string> {
  const outfile = join(folder, 'bundle.mjs');
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    // The other builds of some packages load their parts in a way that cannot be bundled.
    mainFields: ['module', 'main'],
    external: ['bufferutil', 'utf-8-validate'],
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
    logLevel: 'silent',
  });
  return outfile;
}

const makeFolder = () => mkdtempSync(join(tmpdir(), 'skillpick-bundle-'));

/** Bundles this file and returns the path of the bundle, which is removed after the test. */
export async function bundle(entry: string): Promise<string> {
  const folder = makeFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return bundleInto(folder, entry);
}

/** Bundles a script of `test/support/children`. */
export async function bundleScript(name: string): Promise<Script> {
  const folder = makeFolder();
  const path = await bundleInto(folder, fileURLToPath(new URL(`children/${name}.ts`, import.meta.url)));
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
