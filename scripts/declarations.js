/**
 * Emits one declaration file for each published entry point, without references to other files of the package. tsc
 * writes a declaration file per module into a temporary folder, and rollup joins them. The plugin that reads
 * declarations needs the compiler API of TypeScript 6, which TypeScript 7 does not have yet.
 */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';

const tsc = join('node_modules', 'typescript', 'bin', 'tsc');
const moduleComment = /^\/\*\*[\s\S]*?\*\/\n/;

/**
 * Removes the comment that describes a module: tsc would attach it to the module's first declaration. In the source
 * an empty line separates it from the code.
 * @param {string} folder
 */
function removeModuleComments(folder) {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const source = ['.ts', '.tsx']
      .map((extension) => join('src', path.replace(/\.d\.ts$/, extension)))
      .find((file) => path.endsWith('.d.ts') && existsSync(file));
    if (source === undefined) continue;
    const [comment] = moduleComment.exec(readFileSync(source, 'utf8')) ?? [];
    const text = readFileSync(join(folder, path), 'utf8');
    const isModuleComment = comment !== undefined && readFileSync(source, 'utf8').startsWith(`${comment}\n`);
    if (isModuleComment && text.startsWith(comment))
      writeFileSync(join(folder, path), text.slice(comment.length));
  }
}

/**
 * Writes `<name>.d.ts` into the folder for each name of an entry point `src/<name>/index.ts`.
 * @param {string[]} names
 * @param {string} outdir
 */
export async function writeDeclarations(names, outdir) {
  const folder = mkdtempSync(join(tmpdir(), 'skillpick-types-'));
  try {
    execFileSync(process.execPath, [tsc, '-p', 'scripts/tsconfig.build.json', '--outDir', folder], {
      stdio: 'inherit',
    });
    removeModuleComments(folder);
    for (const name of names) {
      const bundle = await rollup({
        input: join(folder, name, 'index.d.ts'),
        external: [/^node:/],
        plugins: [dts()],
        onwarn: (warning) => {
          throw new Error(warning.message);
        },
      });
      await bundle.write({ file: join(outdir, `${name}.d.ts`), format: 'es' });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
