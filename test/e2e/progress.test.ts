/** The line of a slow command, and the picker over a slow disk, as a user sees them in a terminal. */

import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltBin, buildBin } from '../support/built-bin.js';
import { Journey, keys } from '../support/journey.js';
import type { Pty } from '../support/pty.js';
import { rawHost } from '../support/raw-socket-host.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { ScriptedHost, SESSION } from '../support/scripted-host.js';
import { directory, ModelSession, skill } from '../support/scripted-session.js';
import type { Call } from '../support/scripted-wire.js';

let bin: BuiltBin;
beforeAll(() => {
  bin = buildBin();
});
afterAll(() => bin.remove());

const names = ['alpha', 'beta', 'gamma'];

/** A host that holds back these calls until it is released. */
async function slowHost(isHeld: (call: Call) => boolean) {
  const host = new ScriptedHost(
    new ModelSession([
      directory(
        'd',
        names.map((name) => skill(name)),
      ),
    ]),
  );
  const held: (() => void)[] = [];
  let isReleased = false;
  host.script = (call, _peer, proceed) => {
    if (isHeld(call) && !isReleased) held.push(proceed);
    else proceed();
  };
  const release = () => {
    isReleased = true;
    for (const proceed of held.splice(0)) proceed();
  };
  const { url } = await listenDuringTest(host);
  return { url, release };
}

/** A working directory below many links to the same thousand skills, each of which is searched. */
function slowDisk(journey: Journey): string {
  for (let at = 0; at < 1_000; at += 1) journey.skill(`skill-${at}`);
  let directory = journey.cwd;
  for (let at = 0; at < 100; at += 1) {
    directory = join(directory, 'd');
    mkdirSync(join(directory, '.agents'), { recursive: true });
    symlinkSync(join(journey.cwd, '.agents/skills'), join(directory, '.agents/skills'));
  }
  return directory;
}

async function expectErased(pty: Pty, line: RegExp, code = 0): Promise<void> {
  expect((await pty.ended).code).toBe(code);
  expect(pty.screen.text).not.toMatch(line);
}

describe('a command that takes long', () => {
  it('shows how long it has been connecting, and then only its output', async () => {
    const { url, release } = await slowHost(({ method }) => method === 'initialize');
    const pty = new Journey(bin).start({ args: ['list', '--url', url] });
    await pty.shows(new RegExp(`^Connecting to ${url}/? \\(\\d s\\)`));
    release();
    await expectErased(pty, /Connecting/);
    expect(pty.screen.text).toMatch(/^ {2}name +user model\n● alpha +user model\n/);
  });

  it('shows how long it has been waiting for an answer, and erases that before an error', async () => {
    const { url } = await slowHost(({ params }) => params['channel'] === SESSION);
    const pty = new Journey(bin).start({ args: ['list', '--url', url, '--timeout', '2000'] });
    await pty.shows(`Waiting for ${url}`);
    await expectErased(pty, /Waiting/, 1);
    expect(pty.screen.text).toMatch(/^skillpick: /);
  });

  it('shows how many of its switches are made, with --json too', async () => {
    const isHeld = ({ method, params }: Call) =>
      method === 'dispatchAction' && JSON.stringify(params).includes('"gamma"');
    const { url, release } = await slowHost(isHeld);
    const args = ['disable', '--json', '--timeout', '15000', '--url', url, ...names];
    const pty = new Journey(bin).start({ args });
    await pty.shows('Switching: 2 of 3');
    release();
    await expectErased(pty, /Switching/);
    expect(pty.screen.text).toMatch(/^\{"schema"/);
  });

  it('shows how many hosts were asked', async () => {
    const { url } = await rawHost(() => {});
    const pty = new Journey(bin).start({ args: ['hosts', '--url', url] });
    await pty.shows('Asking hosts: 1 of 2');
    await expectErased(pty, /Asking/);
    expect(pty.screen.text).toMatch(/^no +name .*\n- +embedded/);
  });

  it('shows how many files were read, although nothing else runs meanwhile', async () => {
    const journey = new Journey(bin);
    const cwd = slowDisk(journey);
    const pty = journey.start({ args: ['list', 'skill-999', '-C', cwd] });
    await pty.shows(/^Reading files: [\d,]+/);
    await expectErased(pty, /Reading/);
    expect(pty.screen.text).toMatch(/^ {2}name .*\n● skill-999 /);
  });

  it('leaves no line behind when it is interrupted', async () => {
    const { url } = await slowHost(({ method }) => method === 'initialize');
    const pty = new Journey(bin).start({ args: ['list', '--url', url, '--timeout', '60000'] });
    await pty.shows('Connecting');
    pty.write(keys.ctrl('c'));
    await expectErased(pty, /Connecting/, 130);
  });

  it('can be interrupted while serve reads the files', async () => {
    const journey = new Journey(bin);
    const pty = journey.start({ args: ['serve', '-C', slowDisk(journey)] });
    await pty.shows(/^Reading files: [\d,]+/);
    pty.write(keys.ctrl('c'));
    await expectErased(pty, /Reading|ws:/, 130);
  });

  it.each([
    ['with --quiet', (line: string) => `${line} --quiet`],
    ['on a terminal that cannot erase a line', (line: string) => `TERM=dumb ${line}`],
    ['if stderr is not a terminal', (line: string) => `${line} 2> stderr.txt`],
  ])('shows nothing %s', async (_, lineFor) => {
    const { url } = await rawHost(() => {});
    const journey = new Journey(bin);
    journey.write('stderr.txt', '');
    const pty = journey.start({ shell: lineFor(`skillpick hosts --url ${url}`) });
    expect((await pty.ended).code).toBe(0);
    expect(pty.output).toContain('No agent host answers');
    expect(pty.output).not.toContain('Asking');
    expect(readFileSync(join(journey.cwd, 'stderr.txt'), 'utf8')).toBe('');
  });
});

describe('the picker over a slow disk', () => {
  it('takes keys while the files are read, and then shows what they find', async () => {
    const journey = new Journey(bin);
    const cwd = slowDisk(journey);
    const pty = journey.start({ args: ['-C', cwd] });
    await pty.shows(/reading/i);
    pty.write('skill-77');
    await pty.until(
      () => /skill-77/.test(pty.screen.text) && !/Does skill-77/.test(pty.screen.text),
      'the query to show before the list',
    );
    await pty.shows(/Does skill-77/);
    pty.write(`${keys.escape}${keys.escape}`);
    expect((await pty.ended).code).toBe(0);
  });

  it('can be left while the files are read', async () => {
    const journey = new Journey(bin);
    const cwd = slowDisk(journey);
    const pty = journey.start({ args: ['-C', cwd] });
    await pty.shows(/reading/i);
    pty.write(keys.ctrl('c'));
    expect((await pty.ended).code).toBe(130);
    expect(pty.output).not.toContain('Does skill-1');
  });
});
