/** Set-up of the unit tests: starting a process or opening a socket throws, so that no slow test hides among them. */

import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

function forbid(action: string) {
  return (): never => {
    throw new Error(`A unit test may not ${action}: name the file *.system.test.ts.`);
  };
}

const starts = ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'] as const;
for (const name of starts) Object.assign(childProcess, { [name]: forbid('start a process') });
Object.assign(net.Server.prototype, { listen: forbid('listen') });
Object.assign(net.Socket.prototype, { connect: forbid('connect') });
Object.assign(dgram.Socket.prototype, { bind: forbid('open a socket') });
syncBuiltinESMExports();
