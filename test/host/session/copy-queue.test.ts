import { describe, expect, it } from 'vitest';
import { hostLimits } from '../../../src/host/limits.js';
import { CopyQueue } from '../../../src/host/session/copy-queue.js';
import { quiet } from '../../support/fake-clock.js';

const most = hostLimits.clientPluginsAtOnce;

/** A queue of copies that go on until they are ended. */
function start() {
  const queue = new CopyQueue();
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (name: string, clientId: string, signal = new AbortController().signal) =>
    queue.run(clientId, signal, () => {
      started.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  const end = async (name: string) => {
    ends.get(name)!();
    await quiet();
  };
  return { started, add, end };
}

describe('the queue of copies', () => {
  it('makes a few at the same time', async () => {
    const { started, add, end } = start();
    const names = Array.from({ length: 3 * most }, (_, at) => `c${at}`);
    for (const name of names) void add(name, name);
    await quiet();
    expect(started).toEqual(names.slice(0, most));
    await end('c1');
    expect(started).toEqual(names.slice(0, most + 1));
  });

  it('makes one at a time for a client, and others before its next', async () => {
    const { started, add, end } = start();
    const first = add('a1', 'a');
    for (const [name, client] of [
      ['a2', 'a'],
      ['b1', 'b'],
    ] as const)
      void add(name, client);
    await quiet();
    expect(started).toEqual(['a1', 'b1']);
    await end('a1');
    expect(await first).toBe('a1');
    expect(started).toEqual(['a1', 'b1', 'a2']);
  });

  it('leaves out one that is given up, and goes on after one that fails', async () => {
    const { started, add, end } = start();
    void add('a1', 'a');
    const newer = new AbortController();
    const given = add('a2', 'a', newer.signal);
    void add('a3', 'a');
    newer.abort(new Error('newer'));
    await expect(given).rejects.toThrow('newer');
    await end('a1');
    expect(started).toEqual(['a1', 'a3']);
    const queue = new CopyQueue();
    const { signal } = new AbortController();
    await expect(queue.run('a', signal, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await queue.run('a', signal, async () => 'yes')).toBe('yes');
  });
});
