#!/usr/bin/env node
// CommonJS, which Node starts sooner than a module. Printing the version loads nothing else.

const [first, ...rest] = process.argv.slice(2);

async function run() {
  const { main, processIo } = require('../dist/cli/main.cjs');
  const io = processIo();
  io.end(await main(io));
}

if (rest.length === 0 && (first === '--version' || first === '-V')) {
  process.stdout.once('error', ({ code }) => {
    if (code === 'EPIPE') return;
    process.stderr.write(`skillpick: The output cannot be written (${code}).\n`);
    process.exitCode = 1;
  });
  process.stdout.write(`${require('../package.json').version}\n`);
} else {
  run();
}
