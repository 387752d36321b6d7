// Preloaded into the picker: logs the files that it opens for reading and the directories that it lists.

const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

const log = fs.openSync(process.env['SKILLPICK_BENCH_LOG'] ?? '/dev/null', 'a');
const write = fs.writeSync;

/** @param {string} kind @param {unknown} path */
const note = (kind, path) => write(log, `${kind} ${String(path)}\n`);

/** @param {any} owner @param {string} name @param {(args: unknown[]) => void} before */
function wrap(owner, name, before) {
  const original = owner[name];
  owner[name] = function (/** @type {unknown[]} */ ...args) {
    before(args);
    return original.apply(this, args);
  };
}

/** @param {unknown} flags */
const isRead = (flags) =>
  flags === undefined || flags === 'r' || (typeof flags === 'number' && (flags & 3) === 0);

for (const owner of [fs, fs.promises])
  for (const name of owner === fs ? ['openSync', 'open'] : ['open'])
    wrap(owner, name, ([path, flags]) => isRead(flags) && note('open', path));
for (const owner of [fs, fs.promises])
  for (const name of owner === fs ? ['readFileSync', 'readFile'] : ['readFile'])
    wrap(owner, name, ([path]) => typeof path === 'string' && note('open', path));
for (const owner of [fs, fs.promises])
  for (const name of owner === fs ? ['readdirSync', 'readdir', 'opendirSync'] : ['readdir', 'opendir'])
    wrap(owner, name, ([path]) => note('list', path));
syncBuiltinESMExports();
