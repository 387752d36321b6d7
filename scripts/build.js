/**
 * Bundles the command line and the libraries with esbuild, split so that no command loads what it does not use,
 * and emits type declarations with tsc. `--no-types` skips the declarations for a quick turn-around.
 */

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);

const entryPoints = ['src/cli/main.ts', 'src/protocol/index.ts', 'src/client/index.ts', 'src/host/index.ts'];

/** The licence texts of everything bundled, which have to travel with it. */
function writeLicenses(inputs) {
  const packages = new Set();
  for (const input of Object.keys(inputs)) {
    const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (match) packages.add(match[1]);
  }
  const texts = [...packages].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
    const text = file === undefined ? `License: ${license}` : readFileSync(join(folder, file), 'utf8').trim();
    return `${name} ${version}\n\n${text}\n`;
  });
  writeFileSync('dist/licenses.txt', texts.join(`\n${'-'.repeat(80)}\n\n`));
}

function emitTypes() {
  const tsc = join('node_modules', 'typescript', 'bin', 'tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'scripts/tsconfig.build.json'], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

rmSync('dist', { recursive: true, force: true });
const result = await build({
  entryPoints,
  outdir: 'dist',
  outbase: 'src',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // Some packages ship a CommonJS build that cannot be bundled next to an ESM one that can.
  mainFields: ['module', 'main'],
  chunkNames: 'chunks/[name]-[hash]',
  minifySyntax: true,
  legalComments: 'none',
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
  // Optional accelerators of ws, which it does without.
  external: ['bufferutil', 'utf-8-validate'],
  // Bundled CommonJS packages still ask for Node's own modules with require.
  banner: {
    js: "import{createRequire as createNodeRequire}from'node:module';const require=createNodeRequire(import.meta.url);",
  },
  metafile: true,
  logLevel: 'warning',
});
writeLicenses(result.metafile.inputs);
if (!process.argv.includes('--no-types')) emitTypes();
