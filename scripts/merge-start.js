// @ts-nocheck
/**
 * esbuild puts whatever several commands share into files by who shares it, a dozen of them for the smallest run,
 * and opening them takes Node longer than running them. This puts everything that every command loads into one
 * CommonJS file, which Node starts soonest. All others take it from there with `require`: with `import`, Node would
 * read through the whole file once more to learn its names.
 */

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { build } from 'esbuild';

const staticImport = /(import|export)(\{[^}]*\}from)?"(\.[^"]*)"/g;

/** The files that come with this one, in the order in which they are asked for. */
function closureOf(path, texts, found = new Set()) {
  if (found.has(path)) return [...found];
  found.add(path);
  for (const [, , , specifier] of texts.get(path).matchAll(staticImport)) {
    closureOf(join(dirname(path), specifier), texts, found);
  }
  return [...found];
}

/** Names are unique within a file only, so all but the entry's own get the number of their file. */
const renamed = (name, index) => (index === 0 ? name : `${name}$${index}`);

const specifierFrom = (directory, path) => relative(directory, path).replace(/^(?!\.)/, './');

async function bundleTogether(paths, outputs, directory) {
  const lines = paths.map((path, index) => {
    const names = outputs.get(path).exports.map((name) => `${name} as ${renamed(name, index)}`);
    return `export { ${names.join(', ')} } from '${specifierFrom(directory, path)}';`;
  });
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
  return outputFiles[0].text;
}

/** A file's imports from the merged ones, taken from where those are now. */
function redirected(text, path, paths, mergedPath) {
  let isConcerned = false;
  const led = text.replace(/import(\{[^}]*\}from)?"(\.[^"]*)";?/g, (whole, clause, specifier) => {
    const index = paths.indexOf(join(dirname(path), specifier));
    if (index === -1) return whole;
    isConcerned = true;
    const names = clause === undefined ? [] : clause.slice(1, clause.indexOf('}')).split(',');
    const told = names.map((name) => {
      const [imported, local = imported] = name.trim().split(' as ');
      return `${renamed(imported, index)}:${local}`;
    });
    return told.length === 0 ? '' : `const{${told.join(',')}}=startModule;`;
  });
  if (!isConcerned) return text;
  const start = `"${specifierFrom(dirname(path), mergedPath)}"`;
  const head = 'import{createRequire as createStartRequire}from"node:module";';
  return `${head}const startModule=createStartRequire(import.meta.url)(${start});${led}`;
}

/** Modules that Node itself has loaded before anything of ours runs. */
const loadedAnyway = new Set(['node:events', 'node:fs', 'node:path', 'node:url']);

/** Node's own modules, loaded when they are first used: some take longer than all of our own code. */
function withLazyBuiltins(text) {
  const names = new Set();
  const declared = text.replace(/var (\w+)=require\("(node:[^"]+)"\);/g, (statement, name, module) => {
    if (loadedAnyway.has(module)) return statement;
    names.add(name);
    return `var ${name}=()=>require("${module}");`;
  });
  const used = declared.replace(/\b(import_node_\w+)\./g, (use, name) =>
    names.has(name) ? `${name}().` : use,
  );
  const whole = [...names].find((name) => new RegExp(`\\b${name}\\b(?!=\\(\\)|\\(\\))`).test(used));
  if (whole !== undefined) throw new Error(`${whole} is used as a whole; look at scripts/merge-start.js`);
  return used;
}

/** Merges what this file loads at once; the merged file stands next to it. */
export async function mergeStart(entry, outputs) {
  const texts = new Map([...outputs.keys()].map((path) => [path, readFileSync(path, 'utf8')]));
  const paths = closureOf(entry, texts);
  const mergedPath = entry.replace(/\.js$/, '.cjs');
  const merged = await bundleTogether(paths, outputs, dirname(entry));
  for (const path of paths) rmSync(path);
  writeFileSync(mergedPath, withLazyBuiltins(merged));
  for (const [path, text] of texts) {
    if (paths.includes(path)) continue;
    const led = redirected(text, path, paths, mergedPath);
    const lost = paths.find((gone) => led.includes(`/${basename(gone)}"`));
    if (lost !== undefined) throw new Error(`${path} still asks for ${lost}; look at scripts/merge-start.js`);
    writeFileSync(path, led);
  }
}
