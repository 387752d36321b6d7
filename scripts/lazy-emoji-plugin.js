/**
 * Postpones work of string-width. When it is loaded it compiles patterns of all emoji and marks and creates a
 * segmenter, which takes longer than the rest of the first frame, though hardly any text needs it. The build fails if
 * the package no longer looks as expected.
 */

import { readFileSync } from 'node:fs';

const patterns = /^const (\w+) = (\/.*\\p\{.*\/[a-z]+);$/gm;
const segmenter = 'const segmenter = new Intl.Segmenter();';

/** Replaces a pattern in all the ways in which the package uses one. */
const helpers = `const lazyPattern = make => {
  let pattern;
  const get = () => (pattern ??= make());
  return {
    test: text => get().test(text),
    [Symbol.search]: text => get()[Symbol.search](text),
    [Symbol.match]: text => get()[Symbol.match](text),
  };
};
let realSegmenter;
const segmenter = { segment: text => (realSegmenter ??= new Intl.Segmenter()).segment(text) };`;

/** @param {string} source */
function isAsExpected(source) {
  const usesMore = /Regex\.(exec|lastIndex)|\.replace\(\w*Regex|segmenter\.[^s]/.test(source);
  return !usesMore && source.includes(segmenter) && source.includes('\\p{RGI_Emoji}$/v;');
}

/** @type {import('esbuild').Plugin} */
export const lazyEmojiPlugin = {
  name: 'lazy-emoji',
  setup(build) {
    build.onLoad({ filter: /[\\/]string-width[\\/]index\.js$/ }, ({ path }) => {
      // The older versions that other packages depend on are small.
      if (/node_modules.*node_modules/.test(path)) return undefined;
      const source = readFileSync(path, 'utf8');
      if (!isAsExpected(source)) {
        throw new Error(`${path} has changed; look at scripts/lazy-emoji-plugin.js`);
      }
      const contents = source
        .replace(segmenter, helpers)
        .replace(patterns, (_, name, pattern) => `const ${name} = lazyPattern(() => ${pattern});`);
      return { contents, loader: 'js' };
    });
  },
};
