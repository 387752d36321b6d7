/**
 * Bundles Ink without what the picker never uses. The build fails if Ink no longer looks as expected.
 *
 * - Yoga, the layout engine. In Ink's plain text path, text is stacked in the order of the tree and no computed size is
 *   read. Without Yoga, no WebAssembly is compiled, and Ink need not be a module that waits at its top level. That
 *   brings the first frame from seven times the start of Node to four.
 * - The development tools, for which Ink waits at its top level, too.
 * - The removal of escape sequences from texts, which takes longer than the rest of a frame. Texts are cleaned before they
 *   get here, and their only sequences are those of the theme.
 * - The view of an error with its source. skillpick reports errors itself, after restoring the terminal, and that view
 *   reads the working directory while it loads, which fails if the directory is gone.
 */

import { readFileSync } from 'node:fs';

const yoga = `
const node = new Proxy({}, { get: (_, name) => () => (name === 'getChildCount' || name === 'getDisplay' ? 0 : undefined) });
const constants = { DISPLAY_NONE: 1, Node: { create: () => node } };
export default new Proxy(constants, { get: (known, name) => known[name] ?? 0 });
`;

const devtools = /if \(isDev\(\)\) \{[\s\S]*?\n\}\n(?=const diff)/;
const packageJson =
  /async function loadPackageJson\(\)[\s\S]*?const packageJson = isDev\(\)\s*\? await loadPackageJson\(\)\s*:/;

/** @param {string} source */
function withoutDevtools(source) {
  if (!devtools.test(source) || !packageJson.test(source))
    throw new Error('ink has changed how it loads; look at scripts/ink-plugin.js');
  return source.replace(devtools, '').replace(packageJson, 'const packageJson =');
}

/** @type {import('esbuild').Plugin} */
export const inkPlugin = {
  name: 'ink-as-used',
  setup(build) {
    build.onResolve({ filter: /^yoga-layout$/ }, () => ({ path: 'yoga-layout', namespace: 'unused' }));
    build.onLoad({ filter: /.*/, namespace: 'unused' }, () => ({ contents: yoga, loader: 'js' }));
    build.onLoad({ filter: /[\\/]ink[\\/]build[\\/]reconciler\.js$/ }, ({ path }) => ({
      contents: withoutDevtools(readFileSync(path, 'utf8')),
      loader: 'js',
    }));
    build.onLoad({ filter: /[\\/]ink[\\/]build[\\/]sanitize-ansi\.js$/ }, () => ({
      contents: 'export default (text) => text;',
      loader: 'js',
    }));
    build.onLoad({ filter: /[\\/]ink[\\/]build[\\/]components[\\/]ErrorOverview\.js$/ }, () => ({
      contents: 'export default () => null;',
      loader: 'js',
    }));
  },
};
