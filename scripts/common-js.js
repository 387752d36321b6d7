/**
 * esbuild splits the code that commands share into modules only. This turns them into CommonJS files, which Node starts
 * sooner: it need not load its module loader, nor all that its own modules offer. Everything that every command
 * loads is merged into one file, because opening a dozen of them takes Node longer than running them.
 */

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { build, transform } from 'esbuild';

/**
 * The files that esbuild wrote, by path.
 * @typedef {Map<string, import('esbuild').Metafile['outputs'][string]>} Outputs
 */

/**
 * Where the exports of a file are now, and how they are called there.
 * @typedef {{ file: string, nameOf: (name: string) => string }} Target
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

/** @type {import('esbuild').CommonOptions} */
const commonJs = {
  format: 'cjs',
  platform: 'node',
  target: 'node20.19',
  minifyWhitespace: true,
  logLevel: 'warning',
};

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
    ...commonJs,
    stdin: { contents: lines.join('\n'), resolveDir: directory },
    bundle: true,
    write: false,
    plugins: [{ name: 'keep-apart', setup: ({ onResolve }) => onResolve({ filter: /^\./ }, keepApart) }],
  });
  return outputFiles[0]?.text ?? '';
}

/**
 * Returns the text of a file with its imports replaced by calls of `require`.
 * @param {string} text
 * @param {string} path
 * @param {Map<string, Target>} targets
 */
function redirected(text, path, targets) {
  const directory = dirname(path);
  /** @param {Target} target */
  const load = ({ file }) => `require("${specifierFrom(directory, file)}")`;
  return text
    .replace(/import(\{[^}]*\}from)?"(\.[^"]*)";?/g, (whole, clause, specifier) => {
      const target = targets.get(join(directory, specifier));
      if (target === undefined) return whole;
      if (clause === undefined) return `${load(target)};`;
      /** @type {string[]} */
      const names = clause.slice(1, clause.indexOf('}')).split(',');
      const bindings = names.map((name) => {
        const [imported = '', local = imported] = name.trim().split(' as ');
        return `${target.nameOf(imported)}:${local}`;
      });
      return `const{${bindings.join(',')}}=${load(target)};`;
    })
    .replace(/import\("(\.[^"]*)"\)/g, (whole, specifier) => {
      const target = targets.get(join(directory, specifier));
      return target === undefined ? whole : `Promise.resolve().then(()=>${load(target)})`;
    });
}

/**
 * Exports values at the end of a file instead of getters at its start, because defining hundreds of them takes time.
 * The merged file loads no other chunk while it starts, so its exports are not needed before the end.
 * @param {string} text
 */
function withPlainExports(text) {
  const getters = /var (\w+)=\{\};__export\(\1,\{([^}]*)\}\);module\.exports=__toCommonJS\(\1\);/.exec(text);
  const names = /0&&\(module\.exports=\{[^}]*\}\);\n?$/;
  if (getters === null || !names.test(text))
    throw new Error('esbuild exports in another way; look at scripts/common-js.js');
  const [whole, , list = ''] = getters;
  return `${text.replace(whole, '').replace(names, '')}module.exports={${list.replaceAll(':()=>', ':')}};\n`;
}

/**
 * Merges the files that this one imports into a file next to it, and turns the others into CommonJS.
 * @param {string} entry
 * @param {Outputs} outputs
 */
export async function writeCommonJs(entry, outputs) {
  const texts = new Map([...outputs.keys()].map((path) => [path, readFileSync(path, 'utf8')]));
  const start = closureOf(entry, texts);
  const others = [...texts.keys()].filter((path) => !start.includes(path));
  const mergedPath = entry.replace(/\.js$/, '.cjs');
  /** @type {Map<string, Target>} */
  const targets = new Map();
  for (const [index, path] of start.entries())
    targets.set(path, { file: mergedPath, nameOf: (name) => renamed(name, index) });
  for (const path of others)
    targets.set(path, { file: path.replace(/\.js$/, '.cjs'), nameOf: (name) => name });
  const bundled = withPlainExports(await bundleTogether(start, outputs, dirname(entry)));
  const merged = redirected(bundled, mergedPath, targets);
  /** @type {[string, string][]} */
  const written = [[mergedPath, merged]];
  for (const path of others) {
    const { code } = await transform(redirected(texts.get(path) ?? '', path, targets), commonJs);
    written.push([path.replace(/\.js$/, '.cjs'), code]);
  }
  for (const path of texts.keys()) rmSync(path);
  for (const [path, text] of written) {
    const lost = [...targets.keys()].find((removed) => text.includes(`/${basename(removed)}"`));
    if (lost !== undefined) throw new Error(`${path} still imports ${lost}; look at scripts/common-js.js`);
    writeFileSync(path, `"use strict";${text}`);
  }
}
