/** Writes the table of keys into README.md between its markers; `--check` fails if the table is out of date. */

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const readme = join(root, 'README.md');
const [start, end] = ['<!-- keys -->', '<!-- /keys -->'];

const {
  outputFiles: [output],
} = await build({
  stdin: {
    contents: "export { bindings, keyLabel } from './src/picker/bindings.ts';",
    resolveDir: root,
    loader: 'ts',
  },
  bundle: true,
  format: 'esm',
  write: false,
});
if (output === undefined) throw new Error('esbuild wrote nothing');
/** @type {{ bindings: { keys: string[], help: string }[], keyLabel: (key: string) => string }} */
const { bindings, keyLabel } = await import(
  `data:text/javascript;base64,${Buffer.from(output.contents).toString('base64')}`
);

const rows = bindings.map(
  ({ keys, help }) => `| ${keys.map((key) => `\`${keyLabel(key)}\``).join(', ')} | ${help} |`,
);
const table = [start, '| key | what it does |', '| --- | --- |', ...rows, end].join('\n');
const text = readFileSync(readme, 'utf8');
const updated = text.slice(0, text.indexOf(start)) + table + text.slice(text.indexOf(end) + end.length);
if (!process.argv.includes('--check')) writeFileSync(readme, updated);
else if (updated !== text) {
  console.error('The keys in README.md are out of date: run npm run docs:keys.');
  process.exitCode = 1;
}
