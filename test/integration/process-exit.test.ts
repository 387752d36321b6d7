import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { bundle } from '../support/bundle.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { ScriptedHost } from '../support/scripted-host.js';
import { ModelSession, skills } from '../support/scripted-session.js';

const library = fileURLToPath(new URL('../../src/client/index.ts', import.meta.url));

/** What a user of the library writes; it never calls `process.exit`. */
const program = `
import { connectToHost } from './bundle.mjs';

const [url, how] = process.argv.slice(2);
// Standard streams open at their first use, and the loader has its own things to close.
for (const stream of [process.stdout, process.stderr]) stream.write('');
const turn = () => new Promise((resolve) => setImmediate(resolve));
for (let count = 0; count < 5; count += 1) await turn();
const before = process.getActiveResourcesInfo();
const client = await connectToHost({ url, requestTimeoutMs: 300, keepAliveIntervalMs: 50 });
const store = await client.openSession('copilotcli:/one');
const statusIs = (kind) => new Promise((resolve) => client.onStatus((status) => status.kind === kind && resolve()));
const outcomes = [await store.toggle('s0', false)];
if (how === 'under way') outcomes.push(store.toggle('deaf', false));
if (how === 'waiting') {
  const waiting = statusIs('waiting');
  store.toggle('drop', false);
  await waiting;
  outcomes.push(store.toggle('s1', false));
}
if (how === 'reconnecting') {
  const again = statusIs('connecting');
  store.toggle('drop', false);
  await again;
}
await client.close();
let after = process.getActiveResourcesInfo();
for (let count = 0; count < 50 && after.length > before.length; count += 1) {
  await turn();
  after = process.getActiveResourcesInfo();
}
console.log(JSON.stringify({ before, after, outcomes: await Promise.all(outcomes) }));
`;

interface Result {
  code: number | null;
  signal: string | null;
  report: { before: string[]; after: string[]; outcomes: { kind: string }[] };
  errors: string;
}

function run(file: string, args: string[]): Promise<Result> {
  const child = spawn(process.execPath, [file, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 20_000,
  });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  return new Promise((resolve) => {
    child.on('close', (code, signal) =>
      resolve({ code, signal, report: JSON.parse(output || '{}'), errors }),
    );
  });
}

describe('a process that uses the library', () => {
  it('exits by itself after close, in every state of the connection', async () => {
    const file = await bundle(library);
    const main = join(dirname(file), 'main.mjs');
    writeFileSync(main, program);
    for (const how of ['quiet', 'under way', 'waiting', 'reconnecting']) {
      const [directory] = skills(4);
      const ids = ['s0', 's1', 'deaf', 'drop'];
      directory?.children?.forEach((child, index) => {
        child.id = ids[index] ?? child.id;
      });
      const host = new ScriptedHost(new ModelSession(directory ? [directory] : []));
      host.script = (call, _peer, proceed) => {
        const { id } = (call.params['action'] ?? {}) as { id?: string };
        if (id === 'drop') host.drop();
        else if (id !== 'deaf') proceed();
      };
      const { url } = await listenDuringTest(host);
      const { code, signal, report, errors } = await run(main, [url, how]);
      expect({ how, code, signal, errors }).toEqual({ how, code: 0, signal: null, errors: '' });
      expect(report.after, how).toEqual(report.before);
      expect(report.outcomes[0], how).toEqual({ kind: 'confirmed', enabled: false });
      for (const outcome of report.outcomes.slice(1)) expect(outcome.kind, how).toBe('unconfirmed');
    }
  });
});
