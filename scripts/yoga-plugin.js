/**
 * Gives Yoga its WebAssembly as a buffer. Yoga would fetch it from a data URL, which loads Node's whole fetch at
 * start-up. The build fails if the loader no longer looks as expected.
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
