/**
 * Bundles the command line and the libraries with esbuild, split so that each command loads only what it uses, and
 * writes their type declarations. `--no-types` skips the declarations. SKILLPICK_OUTDIR names another directory to
 * build into.
 */

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { writeCommonJs } from './common-js.js';
import { writeDeclarations } from './declarations.js';
import { inkPlugin } from './ink-plugin.js';
import { lazyEmojiPlugin } from './lazy-emoji-plugin.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
const outdir = process.env.SKILLPICK_OUTDIR ?? 'dist';

const libraries = ['src/protocol/index.ts', 'src/client/index.ts', 'src/host/index.ts'];

// Bundled CommonJS packages load Node's own modules with require, which modules do not have.
const requireBanner =
  "import{createRequire as createNodeRequire}from'node:module';const require=createNodeRequire(import.meta.url);\n";

/**
 * Writes the licence texts of all bundled packages.
 * @param {import('esbuild').Metafile['inputs']} inputs
 */
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
  writeFileSync(join(outdir, 'licenses.txt'), texts.join(`\n${'-'.repeat(80)}\n\n`));
}

/** @type {import('esbuild').BuildOptions & { metafile: true, write: false }} */
const options = {
  outdir,
  outbase: 'src',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // Some packages have an ESM build that can be bundled and a CommonJS one that cannot.
  mainFields: ['module', 'main'],
  chunkNames: 'chunks/[name]-[hash]',
  minifySyntax: true,
  // There is less to read at every start. Names stay, for the stacks in bug reports.
  minifyWhitespace: true,
  legalComments: 'none',
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
  // Optional accelerators of ws.
  external: ['bufferutil', 'utf-8-validate'],
  alias: { 'is-in-ci': './scripts/shims/is-in-ci.js', 'react-devtools-core': './scripts/shims/none.js' },
  plugins: [inkPlugin, lazyEmojiPlugin],
  metafile: true,
  write: false,
  logLevel: 'warning',
};

/**
 * Bundles and writes. Only the file with esbuild's own helpers gets the banner. The other files import that file even
 * if they use nothing of it, which would make every run load more of Node; such imports are removed.
 * @param {string[]} entryPoints
 * @param {string} banner
 */
async function bundle(entryPoints, banner) {
  const { outputFiles, metafile } = await build({ ...options, entryPoints });
  const helpers = outputFiles.filter(({ text }) => text.includes('typeof require')).map(({ path }) => path);
  const bareImports = helpers.map((path) => new RegExp(`import"[./\\w-]*${basename(path)}";`, 'g'));
  for (const { path, text } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    const lean = bareImports.reduce((result, bare) => result.replace(bare, ''), text);
    writeFileSync(path, helpers.includes(path) ? banner + lean : lean);
  }
  return metafile;
}

rmSync(outdir, { recursive: true, force: true });
// Bundled separately: shared code would be split into many small files, which take time to load.
const program = await bundle(['src/cli/main.ts'], '');
const outputs = new Map(Object.entries(program.outputs).map(([path, output]) => [resolve(path), output]));
await writeCommonJs(resolve(outdir, 'cli/main.js'), outputs);
const packages = await bundle(libraries, requireBanner);
writeLicenses({ ...program.inputs, ...packages.inputs });
if (!process.argv.includes('--no-types'))
  await writeDeclarations(['protocol', 'client', 'host'], join(outdir, 'types'));
