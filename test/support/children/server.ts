/**
 * A process that serves a directory and publishes itself, and prints how to reach it. A line on its
 * standard input ends it in the way that the line names; signals end it as they end a command.
 */

import { createInterface } from 'node:readline';
import { Host } from '../../../src/host/host.js';
import { publishEndpoint } from '../../../src/host/wire/publish.js';
import { serveHost } from '../../../src/host/wire/server.js';

const [cwd = '', home = ''] = process.argv.slice(2);
const environment = { cwd, home, env: {}, platform: process.platform };
const host = new Host({ environment });
const token = `token-of-${process.pid}`;
const server = await serveHost({ host, token });
const { tokenFile, withdraw } = publishEndpoint(environment, server.endpoint, token);
host.watch();
for (const [signal, code] of [
  ['SIGTERM', 143],
  ['SIGINT', 130],
  ['SIGHUP', 129],
] as const) {
  process.on(signal, () => process.exit(code));
}
process.stdout.write(`${JSON.stringify({ url: server.url, token, tokenFile })}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'exit') process.exit(3);
  if (line === 'throw')
    setImmediate(() => {
      throw new Error('on purpose');
    });
}
withdraw();
await server.close();
