import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Creations } from '../../src/host/creations.js';
import { hostLimits } from '../../src/host/limits.js';
import type { Workspace } from '../../src/host/session/workspace.js';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

/** A directory that is read until it is ended, and the creation of a session in it. */
function start() {
  let end = () => {};
  const loading = new Promise<void>((resolve) => {
    end = resolve;
  });
  const workspace = { loading } as Workspace;
  const [released, create] = [vi.fn(), vi.fn()];
  const creations = new Creations(released);
  const created = creations.run('x:/1', workspace, create);
  return { end, workspace, released, create, creations, created };
}

it('creates a session once its directory is read, which it keeps until then', async () => {
  const { end, workspace, released, create, creations, created } = start();
  expect([creations.keeps(workspace), creations.size]).toEqual([true, 1]);
  expect(creations.waitingFor('x:/1')).toBeDefined();
  end();
  await created;
  expect(create).toHaveBeenCalledOnce();
  await vi.waitFor(() => expect(released).toHaveBeenCalledOnce());
  expect([creations.keeps(workspace), creations.size]).toEqual([false, 0]);
  expect(creations.waitingFor('x:/1')).toBeUndefined();
});

it('does not wait forever, but keeps the directory for the next request', async () => {
  const { end, workspace, released, create, creations, created } = start();
  create.mockImplementation(() => {
    throw new Error('still being read');
  });
  const refused = expect(created).rejects.toThrow('still being read');
  await vi.advanceTimersByTimeAsync(hostLimits.creationWaitMs);
  await refused;
  expect(creations.waitingFor('x:/1')).toBeUndefined();
  expect([creations.keeps(workspace), released.mock.calls.length]).toEqual([true, 0]);
  const next = creations.run('x:/1', workspace, () => {});
  end();
  await next;
  await vi.waitFor(() => expect(released).toHaveBeenCalledTimes(2));
  expect(creations.keeps(workspace)).toBe(false);
});
