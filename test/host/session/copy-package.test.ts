import { describe, expect, it } from 'vitest';
import { hostLimits } from '../../../src/host/limits.js';
import { type ClientFiles, withCopy } from '../../../src/host/session/copy-package.js';
import { quiet } from '../../support/fake-clock.js';

const most = hostLimits.clientRequestsAtOnce;
const top = 'virtual://client/pack';
const { signal } = new AbortController();

/** A client with some directories of files. It answers after a turn, and refuses files with this name. */
function client(directories: number, refused?: string) {
  const asked = { now: 0, most: 0, all: 0 };
  const answer = async <T>(value: T): Promise<T> => {
    asked.now += 1;
    asked.all += 1;
    asked.most = Math.max(asked.most, asked.now);
    await new Promise<void>((resolve) => setImmediate(resolve));
    asked.now -= 1;
    return value;
  };
  const named = (type: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({ type, name: `${type}-${at}.md` }));
  const files: ClientFiles = {
    list: (uri) => answer(uri === top ? named('directory', directories) : named('file', 20)),
    read: async (uri) => {
      await answer(undefined);
      if (refused !== undefined && uri.endsWith(refused)) throw new Error('refused');
      return Buffer.from('text');
    },
  };
  return { files, asked };
}

describe('the copy of a package', () => {
  it('is made with few requests at the same time, over all of its directories', async () => {
    const { files, asked } = client(20);
    await withCopy(files, top, signal, () => {});
    expect(asked).toEqual({ now: 0, most, all: 1 + 20 + 20 * 20 });
  });

  it('asks for nothing more after the client has refused a file', async () => {
    const { files, asked } = client(10, 'file-1.md');
    await expect(withCopy(files, top, signal, () => {})).rejects.toThrow('refused');
    while (asked.now > 0) await quiet();
    expect(asked.all).toBeLessThanOrEqual(1 + 10 + 2 * most);
  });
});
