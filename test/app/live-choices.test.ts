import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { appLimits } from '../../src/app/limits.js';
import { LiveChoices } from '../../src/app/live-choices.js';
import type { Offer } from '../../src/app/session-choices.js';
import { SkillpickError } from '../../src/errors.js';
import type { SessionSource } from '../../src/source/session-source.js';
import { openEmbedded } from '../support/embedded-session.js';
import { makeTree } from '../support/host-tree.js';

const offer = (key: string): Offer => ({
  key,
  group: 'Sessions',
  title: key,
  note: '',
  isCurrent: false,
  options: {},
});

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Choices of a session that reports changes when the test does, listed by this function. */
function start(list: (host: Offer | undefined) => Promise<Offer[]>) {
  const shown: string[][] = [];
  const failures: unknown[] = [];
  const listeners = new Set<() => void>();
  let asked = 0;
  const isOpen = { chooser: true, session: true };
  const session = {
    onSessions(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as SessionSource;
  const choices = new LiveChoices({
    list: (host) => {
      asked += 1;
      return list(host);
    },
    current: () => (isOpen.session ? session : undefined),
    isChoosing: () => isOpen.chooser,
    show: (offers) => shown.push(offers.map(({ key }) => key)),
    failed: (error) => failures.push(error),
  });
  const report = async () => {
    for (const listener of listeners) listener();
    await turn();
  };
  /** Lets the time pass after which other hosts are looked for. */
  const wait = async () => {
    vi.advanceTimersByTime(appLimits.choicesRefreshMs);
    await turn();
  };
  return { choices, shown, failures, listeners, isOpen, report, wait, count: () => asked };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});

afterEach(() => {
  const count = vi.getTimerCount();
  vi.useRealTimers();
  expect(count).toBe(0);
});

describe('the choices', () => {
  it('are listed at first, when the host reports a change, and now and then', async () => {
    const offers = [offer('a')];
    const { choices, shown, report, wait } = start(async () => [...offers]);
    await choices.open(undefined);
    offers.push(offer('b'));
    await report();
    offers.push(offer('c'));
    await wait();
    expect(shown).toEqual([['a'], ['a', 'b'], ['a', 'b', 'c']]);
    expect([choices.find('c')?.key, choices.find('zz')]).toEqual(['c', undefined]);
    choices.stop();
  });

  it('are not followed any more once they are stopped', async () => {
    const { choices, shown, listeners, wait } = start(async () => [offer('a')]);
    await choices.open(undefined);
    choices.stop();
    await wait();
    expect([shown.length, listeners.size]).toEqual([1, 0]);
    expect(choices.find('a')?.key).toBe('a');
  });

  it.each(['report', 'wait'] as const)('stop by themselves once the chooser is closed: %s', async (step) => {
    const followed = start(async () => [offer('a')]);
    await followed.choices.open(undefined);
    followed.isOpen.chooser = false;
    await followed[step]();
    expect([followed.count(), followed.listeners.size, vi.getTimerCount()]).toEqual([1, 0, 0]);
  });

  it('are not shown if the chooser was closed while they were listed', async () => {
    let listed = (_offers: Offer[]) => {};
    const { choices, shown, isOpen, wait } = start(() => new Promise((resolve) => (listed = resolve)));
    const opening = choices.open(undefined);
    isOpen.chooser = false;
    listed([offer('a')]);
    await opening;
    expect(shown).toEqual([]);
    await wait();
  });

  it('are those of the last opening, if several are under way', async () => {
    const waiting: ((offers: Offer[]) => void)[] = [];
    const { choices, shown, listeners } = start(() => new Promise((resolve) => waiting.push(resolve)));
    const [first, second] = [choices.open(undefined), choices.open(undefined)];
    waiting[1]?.([offer('new')]);
    waiting[0]?.([offer('old')]);
    await Promise.all([first, second]);
    expect([shown, listeners.size]).toEqual([[['new']], 1]);
    choices.stop();
  });

  it('are not overtaken by a list that was asked for earlier', async () => {
    const waiting: ((offers: Offer[]) => void)[] = [];
    const { choices, shown, report } = start(() => new Promise((resolve) => waiting.push(resolve)));
    const opening = choices.open(undefined);
    waiting.shift()?.([offer('first')]);
    await opening;
    await report();
    await report();
    waiting[1]?.([offer('newest')]);
    await turn();
    waiting[0]?.([offer('old')]);
    await turn();
    expect(shown.at(-1)).toEqual(['newest']);
    choices.stop();
  });

  it.each([
    ['another host', offer('host'), true],
    ['no session', undefined, false],
  ])('of %s are listed again from time to time', async (_name, host, session) => {
    const asked: (Offer | undefined)[] = [];
    const { choices, isOpen, listeners, wait } = start(async (from) => {
      asked.push(from);
      return [offer('a')];
    });
    isOpen.session = session;
    await choices.open(host);
    await wait();
    expect([asked, listeners.size]).toEqual([[host, host], 0]);
    choices.stop();
  });

  it('stay as they are if the host does not answer for once', async () => {
    let isFailing = false;
    const { choices, shown, failures, wait } = start(async () => {
      if (isFailing) throw new SkillpickError('host-unreachable', 'No agent host answers.');
      return [offer('a')];
    });
    await choices.open(undefined);
    isFailing = true;
    await wait();
    expect([shown, failures]).toEqual([[['a']], []]);
    choices.stop();
  });

  it('reject if they cannot be listed at first, and report later failures', async () => {
    const error = new Error('no list');
    let isFailing = true;
    const { choices, failures, report } = start(async () => {
      if (isFailing) throw error;
      return [offer('a')];
    });
    await expect(choices.open(undefined)).rejects.toBe(error);
    isFailing = false;
    await choices.open(undefined);
    isFailing = true;
    await report();
    expect(failures).toEqual([error]);
    choices.stop();
  });
});

describe('the choices of a real session', () => {
  it('are not listed again because they were listed', async () => {
    const tree = makeTree();
    tree.skill('one');
    const session = await openEmbedded(tree);
    const failures: unknown[] = [];
    let lists = 0;
    let shows = 0;
    const choices = new LiveChoices({
      list: async () => {
        lists += 1;
        // An endless loop would keep the test from failing.
        if (lists > 10) throw new Error('listed again and again');
        const sessions = await session.listSessions();
        return sessions.map(({ resource }) => offer(resource));
      },
      current: () => session,
      isChoosing: () => true,
      show: () => {
        shows += 1;
      },
      failed: (error) => failures.push(error),
    });
    await choices.open(undefined);
    vi.advanceTimersByTime(appLimits.choicesRefreshMs);
    while (shows < 2) await turn();
    for (let count = 0; count < 20; count += 1) await turn();
    choices.stop();
    expect([lists, failures]).toEqual([2, []]);
  });
});
