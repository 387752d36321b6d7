import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { discover } from '../../../src/host/discovery/discover.js';
import { OwnWrites } from '../../../src/host/files/read-cache.js';
import { Watcher } from '../../../src/host/files/watcher.js';
import { hostLimits } from '../../../src/host/limits.js';
import { monotonicMs } from '../../../src/monotonic.js';
import { makeDirectory, makeTree } from '../../support/host-tree.js';
import { setTimeBack } from '../../support/time-of-day.js';

/** A watcher that notes its calls, and a way to wait for the next one. */
function watched(most?: number) {
  const calls: boolean[] = [];
  let wake = () => {};
  const watcher = new Watcher((isInDirectories) => {
    calls.push(isInDirectories);
    wake();
  }, most);
  onTestFinished(() => watcher.close());
  /** Does something and resolves to the call that follows. */
  const callAfter = async (work: () => void): Promise<boolean> => {
    const next = new Promise<void>((resolve) => {
      wake = resolve;
    });
    work();
    await next;
    return calls.at(-1)!;
  };
  return { watcher, calls, callAfter };
}

const write = (path: string) => writeFileSync(path, String(Math.random()));

describe('a watcher', () => {
  it('reports once at the start, because something may have changed before it was set up', async () => {
    const directory = makeDirectory();
    const { watcher, callAfter } = watched();
    expect(await callAfter(() => watcher.watch([directory], []))).toBe(true);
    expect(watcher.mode).toBe('watching');
  });

  it('notices files that appear, change, move and vanish', async () => {
    const directory = makeDirectory();
    const { watcher, callAfter } = watched();
    const [a, b] = [join(directory, 'a'), join(directory, 'b')];
    await callAfter(() => watcher.watch([directory], []));
    expect(await callAfter(() => write(a))).toBe(true);
    expect(await callAfter(() => write(a))).toBe(true);
    expect(await callAfter(() => renameSync(a, b))).toBe(true);
    expect(await callAfter(() => rmSync(b))).toBe(true);
    expect(await callAfter(() => mkdirSync(a))).toBe(true);
  });

  it('continues when the clock is set back', async () => {
    const directory = makeDirectory();
    const { watcher, callAfter } = watched();
    await callAfter(() => watcher.watch([directory], []));
    setTimeBack();
    expect(await callAfter(() => write(join(directory, 'a')))).toBe(true);
  });

  it('reports a thousand changes in one call', async () => {
    const directory = makeDirectory();
    const { watcher, calls, callAfter } = watched();
    await callAfter(() => watcher.watch([directory], []));
    const before = calls.length;
    await callAfter(() => {
      for (let index = 0; index < 1_000; index += 1) write(join(directory, `file-${index}`));
    });
    // Events that the system delivers after the first call cause at most one more call.
    await callAfter(() => write(join(directory, 'last')));
    expect(calls.length - before).toBeLessThanOrEqual(3);
  });

  it('reports changes of its files, and ignores other files next to them', async () => {
    const directory = makeDirectory();
    const file = join(directory, 'switches.json');
    const { watcher, calls, callAfter } = watched();
    expect(await callAfter(() => watcher.watch([], [file]))).toBe(false);
    expect(await callAfter(() => write(file))).toBe(false);
    const witness = watched();
    await witness.callAfter(() => witness.watcher.watch([directory], []));
    const before = calls.length;
    for (const name of ['switches.json.lock', 'other', 'third']) {
      await witness.callAfter(() => write(join(directory, name)));
    }
    expect(calls.length).toBe(before);
    const aside = join(directory, 'switches.json.tmp');
    write(aside);
    expect(await callAfter(() => renameSync(aside, file))).toBe(false);
  });

  it('reports changes of its paths like those of directories, and ignores other paths next to them', async () => {
    const directory = makeDirectory();
    const path = join(directory, 'skills');
    const { watcher, calls, callAfter } = watched();
    expect(await callAfter(() => watcher.watch([], [], [path]))).toBe(true);
    expect(await callAfter(() => mkdirSync(path))).toBe(true);
    const witness = watched();
    await witness.callAfter(() => witness.watcher.watch([directory], []));
    const before = calls.length;
    for (const name of ['history', 'build.log', 'third'])
      await witness.callAfter(() => write(join(directory, name)));
    await witness.callAfter(() => mkdirSync(join(directory, 'other')));
    expect(calls.length).toBe(before);
    expect(await callAfter(() => renameSync(path, join(directory, 'gone')))).toBe(true);
  });

  it('notices that the directory of a path vanishes', async () => {
    const base = makeDirectory();
    const directory = join(base, 'tool');
    mkdirSync(directory);
    const { watcher, callAfter } = watched();
    await callAfter(() => watcher.watch([], [], [join(directory, 'skills')]));
    expect(await callAfter(() => renameSync(directory, join(base, 'gone')))).toBe(true);
  });

  it('notices the target of a link, over several links, and before it exists', async () => {
    const base = makeDirectory();
    const [file, second, first] = ['a/file', 'b/second', 'c/first'].map((path) => join(base, path)) as [
      string,
      string,
      string,
    ];
    for (const path of [file, second, first]) mkdirSync(dirname(path));
    symlinkSync(file, second);
    symlinkSync('../b/second', first);
    const { watcher, callAfter } = watched();
    await callAfter(() => watcher.watch([], [first]));
    expect(await callAfter(() => write(file))).toBe(false);
    expect(await callAfter(() => write(file))).toBe(false);
    expect(await callAfter(() => rmSync(second))).toBe(false);
  });

  it('stops at a loop of links', async () => {
    const base = makeDirectory();
    symlinkSync('b', join(base, 'a'));
    symlinkSync('a', join(base, 'b'));
    const { watcher, callAfter } = watched();
    await callAfter(() => watcher.watch([], [join(base, 'a')]));
    expect(await callAfter(() => rmSync(join(base, 'b')))).toBe(false);
  });

  it('waits as long after a slow scan as the scan took', async () => {
    const directory = makeDirectory();
    const slowMs = hostLimits.watchLongestDebounceMs + 200;
    const looks: { startedAtMs: number; endedAtMs: number }[] = [];
    let wake = () => {};
    const watcher = new Watcher(() => {
      const startedAtMs = monotonicMs();
      if (looks.length === 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, slowMs);
      looks.push({ startedAtMs, endedAtMs: monotonicMs() });
      wake();
    });
    onTestFinished(() => watcher.close());
    const nextLook = (work: () => void) =>
      new Promise<void>((resolve) => {
        wake = resolve;
        work();
      });
    await nextLook(() => watcher.watch([directory], []));
    await nextLook(() => write(join(directory, 'a')));
    const pauseMs = looks[1]!.startedAtMs - looks[0]!.endedAtMs;
    expect(pauseMs).toBeGreaterThan(hostLimits.watchLongestDebounceMs);
  });

  it('waits for a look that takes several turns, and reports afterwards what changed meanwhile', async () => {
    const directory = makeDirectory();
    const looks: (() => void)[] = [];
    let wake = () => {};
    const watcher = new Watcher(() => {
      wake();
      return new Promise<void>((resolve) => looks.push(resolve));
    });
    onTestFinished(() => watcher.close());
    const nextLook = (work: () => void) =>
      new Promise<void>((resolve) => {
        wake = resolve;
        work();
      });
    await nextLook(() => watcher.watch([directory], []));
    const witness = watched();
    await witness.callAfter(() => witness.watcher.watch([directory], []));
    await witness.callAfter(() => write(join(directory, 'meanwhile')));
    expect(looks).toHaveLength(1);
    await nextLook(() => looks[0]!());
    expect(looks).toHaveLength(2);
  });

  it('ignores what this process wrote until another process changes it', async () => {
    const directory = makeDirectory();
    const file = join(directory, 'settings.json');
    const own = new OwnWrites();
    const calls: boolean[] = [];
    let wake = () => {};
    const watcher = new Watcher(
      (isFound) => {
        calls.push(isFound);
        wake();
      },
      undefined,
      undefined,
      (path) => own.has(path),
    );
    onTestFinished(() => watcher.close());
    const callAfter = (work: () => void) =>
      new Promise<void>((resolve) => {
        wake = resolve;
        work();
      });
    await callAfter(() => watcher.watch([], [file]));
    const witness = watched();
    await witness.callAfter(() => witness.watcher.watch([directory], []));
    await witness.callAfter(() => {
      write(file);
      own.add([file]);
    });
    await witness.callAfter(() => write(join(directory, 'other')));
    expect(calls).toEqual([false]);
    await callAfter(() => write(file));
    expect(calls).toEqual([false, false]);
  });

  it('passes on errors and continues', async () => {
    const directory = makeDirectory();
    const failures: unknown[] = [];
    let wake = () => {};
    const watcher = new Watcher(
      () => {
        throw new Error('worse than anybody thought');
      },
      undefined,
      (error) => {
        failures.push(error);
        wake();
      },
    );
    onTestFinished(() => watcher.close());
    const failureAfter = (work: () => void) =>
      new Promise<void>((resolve) => {
        wake = resolve;
        work();
      });
    await failureAfter(() => watcher.watch([directory], []));
    await failureAfter(() => write(join(directory, 'a')));
    expect(failures.length).toBeGreaterThan(1);
    expect(String(failures[0])).toContain('worse than anybody thought');
  });

  it('notices a file in a new directory', async () => {
    const base = makeDirectory();
    const file = join(base, 'a/b/switches.json');
    const { watcher, callAfter } = watched();
    const follow = () => watcher.watch([], [file]);
    await callAfter(follow);
    await callAfter(() => mkdirSync(join(base, 'a/b'), { recursive: true }));
    await callAfter(follow);
    expect(await callAfter(() => write(file))).toBe(false);
    rmSync(join(base, 'a'), { recursive: true });
    await callAfter(follow);
    await callAfter(() => mkdirSync(join(base, 'a/b'), { recursive: true }));
    await callAfter(follow);
    await callAfter(() => write(file));
  });

  it('watches the directory that replaced another one', async () => {
    const base = makeDirectory();
    const [directory, other] = [join(base, 'here'), join(base, 'there')];
    for (const path of [directory, other]) mkdirSync(path);
    const { watcher, callAfter } = watched();
    await callAfter(() => watcher.watch([directory], []));
    await callAfter(() => {
      renameSync(directory, join(base, 'gone'));
      renameSync(other, directory);
      watcher.watch([directory], []);
    });
    expect(await callAfter(() => write(join(directory, 'file')))).toBe(true);
  });

  it('releases directories that are no longer wanted', async () => {
    const base = makeDirectory();
    const [one, other] = [join(base, 'one'), join(base, 'other')];
    for (const path of [one, other]) mkdirSync(path);
    const { watcher, calls, callAfter } = watched();
    await callAfter(() => watcher.watch([one, other], []));
    watcher.watch([other], []);
    const witness = watched();
    await witness.callAfter(() => witness.watcher.watch([one], []));
    const before = calls.length;
    for (const name of ['a', 'b']) await witness.callAfter(() => write(join(one, name)));
    expect(calls.length).toBe(before);
    await callAfter(() => write(join(other, 'a')));
  });

  it('ignores missing directories', async () => {
    const base = makeDirectory();
    const { watcher, callAfter } = watched();
    await callAfter(() => watcher.watch([join(base, 'none'), base], []));
    expect(watcher.mode).toBe('watching');
    await callAfter(() => write(join(base, 'file')));
  });

  it('starts to watch many directories in slices', async () => {
    const base = makeDirectory();
    const directories = Array.from({ length: hostLimits.watchSlice * 2 + 5 }, (_, index) =>
      join(base, String(index)),
    );
    for (const directory of directories) mkdirSync(directory);
    const { watcher, callAfter } = watched();
    await callAfter(() => watcher.watch(directories, []));
    for (const directory of [directories[0]!, directories.at(-1)!]) {
      expect(await callAfter(() => write(join(directory, 'file')))).toBe(true);
    }
  });

  it('reports nothing after it is closed', async () => {
    const directory = makeDirectory();
    const { watcher, calls, callAfter } = watched();
    await callAfter(() => watcher.watch([directory], []));
    const before = calls.length;
    write(join(directory, 'a'));
    watcher.close();
    watcher.watch([directory], []);
    const witness = watched();
    await witness.callAfter(() => witness.watcher.watch([directory], []));
    for (const name of ['b', 'c']) await witness.callAfter(() => write(join(directory, name)));
    expect(calls.length).toBe(before);
  });
});

describe('a watcher of discovered directories', () => {
  it('ignores other files in the home, in the directories of tools and in the repository', async () => {
    const tree = makeTree();
    tree.skill('alpha');
    const codex = join(tree.home, '.codex');
    mkdirSync(codex);
    const { directories, paths } = discover(tree.environment);
    const { watcher, calls, callAfter } = watched();
    await callAfter(() => watcher.watch(directories, [], paths));
    const witness = watched();
    await witness.callAfter(() => witness.watcher.watch([tree.home, codex, tree.cwd], []));
    const before = calls.length;
    for (const file of [
      join(tree.home, '.bash_history'),
      join(codex, 'history.jsonl'),
      join(tree.cwd, 'build.log'),
    ])
      for (const _ of [1, 2]) await witness.callAfter(() => write(file));
    expect(calls.length).toBe(before);
    for (const file of ['AGENTS.md', '.mcp.json', '.claude'])
      expect(await callAfter(() => write(join(tree.cwd, file)))).toBe(true);
  });
});

describe('more directories than can be watched', () => {
  it('are polled', async () => {
    const base = makeDirectory();
    const directories = ['a', 'b', 'c'].map((name) => join(base, name));
    for (const directory of directories) mkdirSync(directory);
    const { watcher, callAfter } = watched(2);
    watcher.watch(directories, []);
    expect(watcher.mode).toBe('polling');
    expect(await callAfter(() => watcher.watch([], []))).toBe(true);
  });
});
