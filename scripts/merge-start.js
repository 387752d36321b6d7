/**
 * esbuild splits the code that commands share, so that even the smallest run loads a dozen files, and opening them takes
 * Node longer than running them. This merges everything that every command loads into one CommonJS file, which Node
 * starts soonest. The other files load it with `require`: with `import`, Node would parse the whole file once more
 * to find its names. Without the merged file, `--list` over a socket takes a fifth longer.
 */

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { build } from 'esbuild';

/**
 * The files that esbuild wrote, by path.
 * @typedef {Map<string, import('esbuild').Metafile['outputs'][string]>} Outputs
 */

const staticImport = /(import|export)(\{[^}]*\}from)?"(\.[^"]*)"/g;

/**
 * Returns the files that this one imports, in the order of the imports.
 * @param {string} path
 * @param {Map<string, string>} texts
 * @param {Set<string>} [found]
 * @returns {string[]}
 */
function closureOf(path, texts, found = new Set()) {
  if (found.has(path)) return [...found];
  found.add(path);
  for (const [, , , specifier = ''] of texts.get(path)?.matchAll(staticImport) ?? []) {
    closureOf(join(dirname(path), specifier), texts, found);
  }
  return [...found];
}

/**
 * Adds the number of the file to a name, because names are unique only within a file.
 * @param {string} name
 * @param {number} index
 */
const renamed = (name, index) => (index === 0 ? name : `${name}$${index}`);

/** @param {string} directory @param {string} path */
const specifierFrom = (directory, path) => relative(directory, path).replace(/^(?!\.)/, './');

/**
 * @param {string[]} paths
 * @param {Outputs} outputs
 * @param {string} directory
 */
async function bundleTogether(paths, outputs, directory) {
  const lines = paths.map((path, index) => {
    const names = (outputs.get(path)?.exports ?? []).map((name) => `${name} as ${renamed(name, index)}`);
    return `export { ${names.join(', ')} } from '${specifierFrom(directory, path)}';`;
  });
  /** @param {import('esbuild').OnResolveArgs} args */
  const keepApart = ({ path, resolveDir }) => {
    const target = join(resolveDir, path);
    return paths.includes(target) ? undefined : { path: specifierFrom(directory, target), external: true };
  };
  const { outputFiles } = await build({
    stdin: { contents: lines.join('\n'), resolveDir: directory },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    minifyWhitespace: true,
    write: false,
    logLevel: 'warning',
    plugins: [{ name: 'keep-apart', setup: ({ onResolve }) => onResolve({ filter: /^\./ }, keepApart) }],
  });
  return outputFiles[0]?.text ?? '';
}

/**
 * Returns the text of a file with its imports from merged files replaced by the merged module.
 * @param {string} text
 * @param {string} path
 * @param {string[]} paths
 * @param {string} mergedPath
 */
function redirected(text, path, paths, mergedPath) {
  let isChanged = false;
  const body = text.replace(/import(\{[^}]*\}from)?"(\.[^"]*)";?/g, (whole, clause, specifier) => {
    const index = paths.indexOf(join(dirname(path), specifier));
    if (index === -1) return whole;
    isChanged = true;
    /** @type {string[]} */
    const names = clause === undefined ? [] : clause.slice(1, clause.indexOf('}')).split(',');
    const bindings = names.map((name) => {
      const [imported = '', local = imported] = name.trim().split(' as ');
      return `${renamed(imported, index)}:${local}`;
    });
    return bindings.length === 0 ? '' : `const{${bindings.join(',')}}=startModule;`;
  });
  if (!isChanged) return text;
  const start = `"${specifierFrom(dirname(path), mergedPath)}"`;
  const head = 'import{createRequire as createStartRequire}from"node:module";';
  return `${head}const startModule=createStartRequire(import.meta.url)(${start});${body}`;
}

/**
 * Merges the files that this one imports into a file next to it.
 * @param {string} entry
 * @param {Outputs} outputs
 */
export async function mergeStart(entry, outputs) {
  const texts = new Map([...outputs.keys()].map((path) => [path, readFileSync(path, 'utf8')]));
  const paths = closureOf(entry, texts);
  const mergedPath = entry.replace(/\.js$/, '.cjs');
  const merged = await bundleTogether(paths, outputs, dirname(entry));
  for (const path of paths) rmSync(path);
  writeFileSync(mergedPath, merged);
  for (const [path, text] of texts) {
    if (paths.includes(path)) continue;
    const rewritten = redirected(text, path, paths, mergedPath);
    const lost = paths.find((removed) => rewritten.includes(`/${basename(removed)}"`));
    if (lost !== undefined) throw new Error(`${path} still imports ${lost}; look at scripts/merge-start.js`);
    writeFileSync(path, rewritten);
  }
}
