import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeScratch, type Scratch, serveIn } from '../support/command.js';

function scratchWithSkill(): { scratch: Scratch; path: string } {
  const scratch = makeScratch();
  scratch.skill('one');
  return { scratch, path: join(scratch.root, 'skillpick.sock') };
}

/** Leaves a socket behind on which nothing listens. */
function leaveDeadSocket(path: string): void {
  const script = `require('net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
  expect(() => execFileSync(process.execPath, ['-e', script], { stdio: 'ignore' })).toThrow();
  expect(lstatSync(path).isSocket()).toBe(true);
}

const names = ['list', '--format', 'names'];

describe('serve --socket', () => {
  it('listens for this user alone, prints its address, publishes it, and removes it at the end', async () => {
    const { scratch, path } = scratchWithSkill();
    const running = scratch.start(['serve', '--socket', '../skillpick.sock']);
    await running.until(() => running.stderr.includes('Ctrl+C'));
    expect(running.stdout).toBe(`ws+unix:${path}\n`);
    expect(running.stderr).toContain('only you can connect, without a token');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const { hosts } = (await scratch.json(['hosts', '--json'])) as { hosts: object[] };
    expect(hosts[1]).toMatchObject({ number: 1, state: 'answers', url: `ws+unix:${path}` });
    for (const address of [
      ['--url', `ws+unix:${path}`],
      ['--host', 'skillpick'],
    ])
      expect(await scratch.run([...names, ...address])).toMatchObject({
        code: 0,
        stdout: 'one\n',
        stderr: '',
      });
    running.process.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ code: 143 });
    expect(existsSync(path)).toBe(false);
    expect(((await scratch.json(['hosts', '--json'])) as { hosts: object[] }).hosts).toHaveLength(1);
  });

  it('needs no token, takes the right one, and refuses a wrong one', async () => {
    const { scratch, path } = scratchWithSkill();
    const { url, tokenFile } = await serveIn(scratch, ['--socket', path]);
    expect(url).toBe(`ws+unix:${path}`);
    const run = (token: string) => scratch.run([...names, '--url', url], { env: { AHP_TOKEN: token } });
    expect(await run(readFileSync(tokenFile, 'utf8').trim())).toMatchObject({ code: 0, stdout: 'one\n' });
    const refused = await run('wrong');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('A socket of skillpick serve needs none.');
  });

  it('replaces a socket that a host of ours has left behind', async () => {
    const { scratch, path } = scratchWithSkill();
    leaveDeadSocket(path);
    const { url } = await serveIn(scratch, ['--socket', path]);
    expect(await scratch.run([...names, '--url', url])).toMatchObject({ code: 0, stdout: 'one\n' });
  });

  const refusals: [what: string, make: (path: string) => unknown, reason: RegExp][] = [
    ['a file', (path) => writeFileSync(path, 'mine'), /it exists and is not a socket/],
    ['a directory', (path) => mkdirSync(path), /it exists and is not a socket/],
    [
      'a link to a dead socket',
      (path) => {
        leaveDeadSocket(`${path}.target`);
        symlinkSync(`${path}.target`, path);
      },
      /it exists and is not a socket/,
    ],
    [
      'a socket that is in use',
      (path) =>
        new Promise<void>((resolve) => {
          const server = createServer((socket) => socket.destroy()).listen(path, resolve);
          onTestFinished(() => void server.close());
        }),
      /another process listens there/,
    ],
    [
      'anything in a directory to which others can write',
      (path) => chmodSync(join(path, '..'), 0o777),
      /others can write to its directory/,
    ],
    ['a path in a directory that does not exist', () => {}, /the system refuses \(ENOENT\)/],
  ];
  it.each(refusals)('does not take the place of %s', async (what, make, reason) => {
    const { scratch, path } = scratchWithSkill();
    await make(path);
    const before = lstatSync(path, { throwIfNoEntry: false });
    const socket = what.startsWith('a path') ? join(scratch.root, 'no/such.sock') : path;
    const { code, stdout, stderr } = await scratch.run(['serve', '--socket', socket]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^skillpick: \S+ cannot be listened on: [^\n]+\. Choose another path\.\n$/);
    expect(stderr).toMatch(reason);
    expect(lstatSync(path, { throwIfNoEntry: false })?.ino).toBe(before?.ino);
  });

  it.each<[string, (scratch: Scratch) => string[], RegExp]>([
    [
      '--port',
      () => ['--socket', 'x', '--port', '7000'],
      /--port cannot be used with --socket\. Give one of them\./,
    ],
    [
      'a path that is too long',
      () => ['--socket', `/tmp/${'é'.repeat(60)}`],
      /has 125 bytes; the system allows 10[37]\./,
    ],
    ['a control character', () => ['--socket', '/tmp/a\nb'], /has a control character\./],
    ['a path that no URL can express', () => ['--socket', '/tmp/a:/b'], /colon before a slash/],
  ])('is refused with %s', async (_what, args) => {
    const { scratch } = scratchWithSkill();
    const { code, stdout, stderr } = await scratch.run(['serve', ...args(scratch)]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(_what === '--port' ? /--port/ : /The path of the socket/);
  });

  it('removes its socket when it crashes, but not one that has taken its place', async () => {
    const { scratch, path } = scratchWithSkill();
    const script = scratch.write('crash.cjs', 'process.on("SIGUSR2", () => { throw new Error("boom"); });');
    const crash = async (meanwhile: () => void) => {
      const running = scratch.start(['serve', '--socket', path], {
        env: { NODE_OPTIONS: `--require ${script}` },
      });
      await running.until(() => running.stderr.includes('Ctrl+C'));
      meanwhile();
      running.process.kill('SIGUSR2');
      await running.ended;
    };
    await crash(() => {});
    expect(existsSync(path)).toBe(false);
    await crash(() => {
      execFileSync('rm', [path]);
      writeFileSync(path, 'another');
    });
    expect(readFileSync(path, 'utf8')).toBe('another');
  });

  it('leaves a socket that another process has made in its place', async () => {
    const { scratch, path } = scratchWithSkill();
    const running = scratch.start(['serve', '--socket', path]);
    await running.until(() => running.stderr.includes('Ctrl+C'));
    rmSync(path);
    const server = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => server.listen(path, resolve));
    onTestFinished(() => void server.close());
    const { ino } = lstatSync(path);
    running.process.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ code: 143 });
    expect(lstatSync(path, { throwIfNoEntry: false })?.ino).toBe(ino);
    expect(readdirSync(scratch.root).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  /** Of the directory, as the process sees it: changing them for real would take root. */
  it.each<[facts: string, reason: RegExp | undefined]>([
    ['{ mode: 0o40770, gid: process.getgid() + 1 }', /others can write to its directory/],
    ['{ mode: 0o42775, gid: process.getgid() + 1 }', /others can write to its directory/],
    ['{ mode: 0o41777, gid: process.getgid() + 1 }', undefined],
    ['{ mode: 0o40770, gid: process.getgid() }', undefined],
    ['{ mode: 0o40777, gid: process.getgid() }', /others can write to its directory/],
    ['{ uid: process.getuid() + 1 }', /its directory belongs to another user/],
    ['{ uid: 0 }', undefined],
  ])('is in a directory with %s: refused with %s', async (facts, reason) => {
    const { scratch, path } = scratchWithSkill();
    const script = scratch.write(
      'facts.cjs',
      `const fs = require('fs');
      const { statSync } = fs;
      fs.statSync = (path, ...rest) => {
        const found = statSync(path, ...rest);
        return path === ${JSON.stringify(scratch.root)} ? Object.assign(found, ${facts}) : found;
      };
      require('module').syncBuiltinESMExports();`,
    );
    const running = scratch.start(['serve', '--socket', path], {
      env: { NODE_OPTIONS: `--require ${script}` },
    });
    if (reason === undefined) {
      await running.until(() => running.stderr.includes('Ctrl+C'));
      running.process.kill('SIGTERM');
      await running.ended;
    } else {
      expect(await running.ended).toMatchObject({ code: 1, stderr: expect.stringMatching(reason) });
    }
  });
});
