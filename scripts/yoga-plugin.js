/**
 * Yoga ships its WebAssembly as a data URL and fetches it, which loads Node's fetch at start-up. This plugin passes
 * the same bytes as a buffer. The build fails if Yoga's loader no longer looks as expected.
 */

import { readFileSync } from 'node:fs';

const dataUrl = /"data:application\/octet-stream;base64,([A-Za-z0-9+/=]+)"/;
const options = 'loadYoga = loadYoga || {};';

/** @type {import('esbuild').Plugin} */
export const yogaPlugin = {
  name: 'yoga-without-fetch',
  setup(build) {
    build.onLoad({ filter: /yoga-wasm-base64-esm\.js$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const [, base64] = dataUrl.exec(source) ?? [];
      if (base64 === undefined || !source.includes(options) || !source.includes('.wasmBinary')) {
        throw new Error('yoga-layout has changed how it loads; look at scripts/yoga-plugin.js');
      }
      const contents = source
        .replace(dataUrl, '"data:application/octet-stream;base64,"')
        .replace(options, `${options} loadYoga.wasmBinary = Buffer.from("${base64}", "base64");`);
      return { contents, loader: 'js' };
    });
  },
};
