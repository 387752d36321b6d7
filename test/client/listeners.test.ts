import { describe, expect, it } from 'vitest';
import { FreshRequest } from '../../src/client/fresh-request.js';
import { Listeners } from '../../src/client/listeners.js';
import { openInMemory } from '../support/client-in-memory.js';
import { quiet } from '../support/fake-clock.js';
import { ScriptedHost } from '../support/scripted-host.js';
import { ModelSession, skills } from '../support/scripted-session.js';

describe('listeners', () => {
  it('may remove and add themselves and others during a notification', () => {
    const listeners = new Listeners<[number]>();
    const calls: string[] = [];
    const stopFirst = listeners.add((value) => {
      calls.push(`first ${value}`);
      stopFirst();
      stopSecond();
      listeners.add(() => calls.push('new'));
    });
    const stopSecond = listeners.add(() => calls.push('second'));
    let stopThird = () => {};
    const third = () => {
      calls.push('third');
      stopThird();
      stopThird = listeners.add(third);
    };
    stopThird = listeners.add(third);
    listeners.notify(1);
    expect(calls).toEqual(['first 1', 'third']);
    calls.length = 0;
    listeners.notify(2);
    expect(calls).toEqual(['new', 'third']);
  });

  it('are counted each time they are added, also the same one twice', () => {
    const listeners = new Listeners();
    let count = 0;
    const listener = () => {
      count += 1;
    };
    const stop = listeners.add(listener);
    listeners.add(listener);
    listeners.notify();
    stop();
    stop();
    listeners.notify();
    expect(count).toBe(3);
  });

  it('of a store are called once for all changes of one turn, and not after they stopped', async () => {
    const host = new ScriptedHost(new ModelSession(skills(3)));
    const { store } = await openInMemory(host);
    await quiet();
    const views: unknown[] = [];
    const stop = store.subscribe(() => views.push(store.getSnapshot()));
    for (const id of ['s0', 's1', 's2']) host.toggleByAnother(id, false);
    await quiet();
    expect(views).toEqual([store.getSnapshot()]);
    expect(store.getSnapshot()).toBe(store.getSnapshot());
    host.toggleByAnother('s0', true);
    stop();
    await quiet();
    expect(views).toHaveLength(1);
  });
});

describe('a fresh request', () => {
  it('starts after the call, once for all calls before it starts', async () => {
    const ends: ((answer: number) => void)[] = [];
    const fresh = new FreshRequest(() => new Promise<number>((resolve) => ends.push(resolve)));
    const first = fresh.run();
    await quiet();
    const [second, third] = [fresh.run(), fresh.run()];
    await quiet();
    expect(ends).toHaveLength(1);
    ends[0]?.(1);
    await quiet();
    expect(ends).toHaveLength(2);
    ends[1]?.(2);
    expect(await Promise.all([first, second, third])).toEqual([1, 2, 2]);
  });

  it('is not blocked by one that failed', async () => {
    let count = 0;
    const fresh = new FreshRequest(async () => {
      count += 1;
      if (count === 1) throw new Error('no');
      return count;
    });
    const failed = expect(fresh.run()).rejects.toThrow('no');
    await failed;
    await expect(fresh.run()).resolves.toBe(2);
  });
});
