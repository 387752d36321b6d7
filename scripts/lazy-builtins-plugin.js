// @ts-nocheck
/**
 * commander and ws ask for more than a short run needs: child processes, TLS, compression, a server. Loading those
 * takes longer than all of our own code, so Node's modules are loaded when they are first used, and parts of ws
 * only with what uses them. The build fails if a package no longer asks for them as expected.
 */

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const lazy = [
  { filter: /[\\/]commander[\\/]lib[\\/]command\.js$/, modules: ['node:child_process'] },
  { filter: /[\\/]ws[\\/]lib[\\/]websocket\.js$/, modules: ['https', 'tls', 'querystring'] },
  { filter: /[\\/]ws[\\/]lib[\\/]permessage-deflate\.js$/, modules: ['zlib'] },
];

function deferred(source, module, path) {
  const found = new RegExp(`const (\\w+) = require\\('${module}'\\);`).exec(source);
  if (found === null)
    throw new Error(`${path} no longer loads ${module}; look at scripts/lazy-builtins-plugin.js`);
  const [statement, name] = found;
  const get = `get: (_, key) => require('${module}')[key]`;
  return source.replace(statement, `const ${name} = new Proxy({}, { ${get} });`);
}

export const lazyBuiltinsPlugin = {
  name: 'lazy-builtins',
  setup(build) {
    // Each part of ws only defines something, so that those who do not use it need not have it.
    build.onResolve({ filter: /^\.\/lib\// }, ({ importer, path }) => {
      if (!/[\\/]ws[\\/]wrapper\.mjs$/.test(importer)) return undefined;
      return { path: join(dirname(importer), path), sideEffects: false };
    });
    for (const { filter, modules } of lazy) {
      build.onLoad({ filter }, ({ path }) => {
        const source = readFileSync(path, 'utf8');
        return {
          contents: modules.reduce((text, module) => deferred(text, module, path), source),
          loader: 'js',
        };
      });
    }
  },
};
