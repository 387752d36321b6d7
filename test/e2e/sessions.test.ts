/** From one session to another: which one is open in the end, where the cursor is, and what is left behind. */

import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientLimits } from '../../src/client/limits.js';
import { type BuiltBin, buildBin } from '../support/built-bin.js';
import { publishEntry, publishedToken } from '../support/endpoint-entries.js';
import { Journey, keys, sizes } from '../support/journey.js';
import { fewNodes, isToggle } from '../support/picker-on-host.js';
import type { Pty } from '../support/pty.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { type Call, ScriptedHost, SESSION } from '../support/scripted-host.js';
import { directory, ModelSession, skill } from '../support/scripted-session.js';

let bin: BuiltBin;
beforeAll(() => {
  bin = buildBin();
});
afterAll(() => bin.remove());

const two = 'copilotcli:/two';
const three = 'copilotcli:/three';

function hostOfThree(): ScriptedHost {
  const host = new ScriptedHost(new ModelSession(fewNodes()));
  host.sessions.set(two, new ModelSession([directory('d', [skill('two-skill')])]));
  host.sessions.set(three, new ModelSession([directory('d', [skill('three-skill')])]));
  return host;
}

async function open(host: ScriptedHost, ...args: string[]): Promise<Pty> {
  const { url } = await listenDuringTest(host);
  return new Journey(bin).start({ args: ['--url', url, '-s', SESSION, ...args] });
}

const opens = (session: string) => (call: Call) =>
  call.method === 'subscribe' && call.params['channel'] === session;

/** Delays the response that opens a session; returns a function that sends it. */
function hold(host: ScriptedHost, session: string): () => void {
  const held: (() => void)[] = [];
  host.script = (call, _peer, proceed) => (opens(session)(call) ? held.push(proceed) : proceed());
  return () => {
    host.script = (_call, _peer, proceed) => proceed();
    for (const proceed of held) proceed();
  };
}

/** The row of the chooser for a session without a title or a folder. */
const rowOf = (session: string) => new RegExp(`^ .  ${session.slice('copilotcli:/'.length)} `, 'm');

async function choose(pty: Pty, session: string): Promise<void> {
  pty.write(keys.ctrl('o'));
  await pty.shows('Sessions of');
  await pty.shows(rowOf(session));
  pty.write(keys.paste(session.slice(-3)) + keys.enter);
  // Otherwise the next choice would match this screen.
  await pty.hides('Sessions of');
}

/** Expects one session to be open, and to stay open when the other one responds late. */
async function expectNothingElse(host: ScriptedHost, pty: Pty, answer: () => void): Promise<void> {
  // Well before the request times out.
  await expect.poll(() => host.peers.size, { timeout: clientLimits.requestTimeoutMs / 2 }).toBe(1);
  answer();
  const asked = host.next('subscribe');
  pty.write(keys.ctrl('r'));
  await asked;
  await pty.shows('The session was asked for again: the list is up to date.');
  expect(host.peers.size).toBe(1);
}

describe('a session that takes long to open', () => {
  it('is abandoned for one that is chosen later', async () => {
    const host = hostOfThree();
    const answer = hold(host, two);
    const pty = await open(host);
    await pty.shows('alpha');
    const asked = host.next('subscribe', opens(two));
    await choose(pty, two);
    await asked;
    await choose(pty, three);
    await pty.shows('three-skill');
    await expectNothingElse(host, pty, answer);
    expect(pty.screen.text).toContain('three-skill');
  });

  it('is abandoned for the one that is open', async () => {
    const host = hostOfThree();
    const answer = hold(host, two);
    const pty = await open(host);
    await pty.shows('alpha');
    const asked = host.next('subscribe', opens(two));
    await choose(pty, two);
    await asked;
    await choose(pty, SESSION);
    await expectNothingElse(host, pty, answer);
    expect(pty.screen.text).toContain('alpha');
  });

  it('is abandoned although the command line names it', async () => {
    const host = hostOfThree();
    const answer = hold(host, SESSION);
    const asked = host.next('subscribe', opens(SESSION));
    const pty = await open(host);
    await asked;
    await choose(pty, two);
    await pty.shows('two-skill');
    await expectNothingElse(host, pty, answer);
    expect(pty.screen.text).toContain('two-skill');
  });
});

describe('the cursor', () => {
  it('is on the first entry of the session that was opened', async () => {
    const host = new ScriptedHost(new ModelSession(fewNodes()));
    const others = [
      directory('empty', []),
      directory(
        'more',
        ['zero', 'one', 'gamma'].map((id) => skill(id)),
      ),
    ];
    host.sessions.set(two, new ModelSession(others));
    const pty = await open(host);
    await pty.shows('● alpha');
    pty.write(`${keys.down}${keys.down}`);
    await pty.shows(/▌ ● gamma +user model/);
    await choose(pty, two);
    await pty.shows(/▌ ● zero +user model/);
    await pty.until(() => pty.screen.text.match(/▌/g)?.length === 1, 'one cursor');
  });
});

it('a running host with several sessions offers them', async () => {
  const journey = new Journey(bin);
  journey.skill('local');
  const { url } = await listenDuringTest(hostOfThree(), { token: publishedToken });
  publishEntry(journey, 'far', url);
  const pty = journey.start();
  await pty.shows('● local');
  pty.write(keys.ctrl('o'));
  await pty.shows('Running elsewhere');
  pty.write(keys.paste('standalone') + keys.enter);
  await pty.shows('Sessions of');
  await pty.shows(rowOf(two));
  pty.write(keys.paste('two') + keys.enter);
  await pty.shows(/▌ ● two-skill +user model/);
});

it('what was switched on this machine can be taken back after a visit to another host', async () => {
  const journey = new Journey(bin);
  mkdirSync(join(journey.home, '.claude'));
  journey.write('.claude/skills/lint/SKILL.md', '---\nname: lint\ndescription: Checks.\n---\n');
  const settings = join(journey.cwd, '.claude/settings.local.json');
  const host = new ScriptedHost(new ModelSession(fewNodes()));
  const { url } = await listenDuringTest(host, { token: publishedToken });
  publishEntry(journey, 'far', url);
  const pty = journey.start({ size: sizes.large });
  await pty.shows(/▌ ● on {7}lint/);
  pty.write(keys.space);
  await pty.shows('✓ lint off in Claude Code');
  pty.write(keys.ctrl('o'));
  await pty.shows('Running elsewhere');
  pty.write(keys.paste('standalone') + keys.enter);
  await pty.shows(/▌ ● on {7}alpha/);
  pty.write(keys.undo);
  await pty.shows('Nothing to take back.');
  pty.write(keys.ctrl('o'));
  await pty.shows('This machine');
  pty.write(keys.paste('all tools') + keys.enter);
  await pty.shows(/▌\*○ off {6}lint/);
  expect(readFileSync(settings, 'utf8')).toContain('"off"');
  pty.write(keys.undo);
  await pty.shows('Took back lint: now on in Claude Code');
  expect(existsSync(settings)).toBe(false);
  pty.write(keys.ctrl('c'));
  await pty.ended;
  expect(pty.screen.text).not.toContain('lint: ');
  expect(host.calls('dispatchAction')).toEqual([]);
});

it('a screen reader says that one of several sessions has to be chosen', async () => {
  const { url } = await listenDuringTest(hostOfThree());
  const pty = new Journey(bin).start({ args: ['--url', url, '--screen-reader'] });
  await pty.shows('Choose a session.');
});

it('a session that cannot be opened is reported with the same hint as on the command line', async () => {
  const host = hostOfThree();
  const { url } = await listenDuringTest(host);
  hold(host, two);
  const args = ['--url', url, '-s', SESSION, '--timeout', '3000'];
  const pty = new Journey(bin).start({ args, size: sizes.large });
  await pty.shows(/● on +alpha/);
  await choose(pty, two);
  await pty.shows('within 3 s. It may be busy: try again, or give it longer with --timeout.');
});

describe('switches that are left behind', () => {
  it('are reported at once and on exit, and do not reach the next session', async () => {
    const host = new ScriptedHost(new ModelSession(fewNodes()));
    host.sessions.set(two, new ModelSession(fewNodes()));
    host.script = (call, _peer, proceed) => {
      if (!isToggle(call) || call.params['channel'] === two) proceed();
    };
    const pty = await open(host, '--timeout', '20000');
    await pty.shows('● alpha');
    const called = host.next('dispatchAction');
    pty.write(keys.space);
    await called;
    await pty.shows(/▌…○ alpha +user model/);
    await choose(pty, two);
    await pty.shows('Asked to switch off, but not confirmed: alpha.');
    await pty.shows(/▌ ● alpha +user model/);
    pty.write(keys.space);
    await pty.shows(/▌\*○ alpha +user model/);
    pty.write(keys.escape);
    await pty.ended;
    const printed = pty.screen.text.replaceAll('\n', '');
    expect(printed).toMatch(/skillpick: Asked to switch off, .*: alpha\. *skillpick: alpha: off/);
  });
});
