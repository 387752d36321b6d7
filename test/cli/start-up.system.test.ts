import { expect, it } from 'vitest';
import { makeScratch } from '../support/command.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { ScriptedHost } from '../support/scripted-host.js';
import { directory, ModelSession, skill } from '../support/scripted-session.js';

const printLoaded = "process.on('exit', () => process.stderr.write(process.moduleLoadList.join('\\n')));";

// Importing node:http from a module takes 60 ms on Node 22 and newer.
it.each([
  ['the embedded host', false],
  ['a host behind a socket', true],
])('list loads no HTTP, TLS or fetch for %s', async (_what, isServed) => {
  const scratch = makeScratch();
  scratch.skill('one');
  const NODE_OPTIONS = `--require ${scratch.write('print-loaded.cjs', printLoaded)}`;
  const { url } = await listenDuringTest(
    new ScriptedHost(new ModelSession([directory('d', [skill('one')])])),
  );
  const args = ['list', '--format', 'names', ...(isServed ? ['--url', url] : ['--local'])];
  const { code, stdout, stderr } = await scratch.run(args, { env: { NODE_OPTIONS } });
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'one\n' });
  const loaded = stderr.split('\n').filter((line) => line.startsWith('NativeModule '));
  expect(loaded).toContain('NativeModule fs');
  expect(loaded.filter((line) => /\b(_?https?|http2|tls|zlib|undici)\b/.test(line))).toEqual([]);
});
