/** The picker on another machine: ssh asks before the picker draws, and ends with it. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type BuiltBin, buildBin } from '../support/built-bin.js';
import { Journey, keys, type Start, sizes } from '../support/journey.js';
import { fewNodes, sentToggles } from '../support/picker-on-host.js';
import type { Pty } from '../support/pty.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { ScriptedHost } from '../support/scripted-host.js';
import { ModelSession } from '../support/scripted-session.js';
import { itWithSshd, passphrase, type Sshd } from '../support/sshd.js';

let bin: BuiltBin;
beforeAll(() => {
  bin = buildBin();
});
afterAll(() => bin.remove());

interface Started {
  journey: Journey;
  host: ScriptedHost;
  pty: Pty;
}

async function startThrough(sshd: Sshd, { env, ...start }: Start = {}): Promise<Started> {
  const host = new ScriptedHost(new ModelSession(fewNodes()));
  const { port } = await listenDuringTest(host);
  const journey = new Journey(bin);
  const args = ['--url', `ssh://box/${port}`];
  return {
    journey,
    host,
    pty: journey.start({ args, ...start, env: { ...sshd.env, PORT: String(port), ...env } }),
  };
}

/** Leaves a key that only its passphrase opens. */
function lockKey(sshd: Sshd): void {
  sshd.configure(`IdentityFile ${sshd.directory}/locked-key\nIdentitiesOnly yes`);
  writeFileSync(join(sshd.directory, 'key'), '');
}

describe('the picker over ssh', () => {
  itWithSshd('switches, and tells of a drop until another tunnel is open', async (sshd) => {
    const { host, pty } = await startThrough(sshd);
    await pty.shows('● alpha');
    pty.write(keys.down + keys.space);
    await pty.shows('○ beta');
    sshd.hangUp();
    await pty.shows('Connection lost');
    await pty.hides('Connection lost');
    await pty.shows('○ beta');
    expect(sentToggles(host)).toEqual(['-beta']);
    expect(sshd.started()).toHaveLength(2);
    pty.write(keys.escape);
    expect((await pty.ended).code).toBe(0);
    await sshd.allEnded();
    expect(sshd.tunnels()).toEqual([]);
  });

  itWithSshd('lets ssh ask for a passphrase before the first frame, and never afterwards', async (sshd) => {
    lockKey(sshd);
    const { pty } = await startThrough(sshd, { size: sizes.large });
    await pty.shows('Enter passphrase for key');
    expect(pty.screen.isAlternate).toBe(false);
    pty.write(`${passphrase}\r`);
    await pty.shows(/● (?:on +)?alpha/);
    expect(pty.output).not.toContain(passphrase);
    sshd.hangUp();
    await pty.shows(/box refuses the login/);
    expect(pty.screen.text).not.toContain('Enter passphrase');
    expect(sshd.started()).toHaveLength(2);
    pty.write(keys.escape);
    await pty.ended;
  });

  itWithSshd('lets ssh ask once for the whole report of doctor', async (sshd) => {
    lockKey(sshd);
    const shell = 'skillpick doctor --url "ssh://box/$PORT"; read';
    const { pty } = await startThrough(sshd, { size: sizes.large, shell });
    await pty.shows('Enter passphrase for key');
    pty.write(`${passphrase}\r`);
    await pty.shows(/--url +url .* answers/);
    expect(sshd.started()).toHaveLength(1);
    pty.write('\r');
    await pty.ended;
  });

  itWithSshd('asks whether a new machine is to be trusted', async (sshd) => {
    writeFileSync(join(sshd.directory, 'known'), '');
    const { pty } = await startThrough(sshd);
    await pty.shows('Are you sure you want to continue connecting');
    pty.write('yes\r');
    await pty.shows('● alpha');
  });

  itWithSshd('ends while ssh asks, with its code and without a trace', async (sshd) => {
    lockKey(sshd);
    const { pty } = await startThrough(sshd);
    await pty.shows('Enter passphrase for key');
    pty.write(keys.ctrl('c'));
    expect((await pty.ended).code).toBe(130);
    await sshd.allEnded();
    expect(sshd.tunnels()).toEqual([]);
  });

  itWithSshd('shows in one line why it cannot connect', async (sshd) => {
    writeFileSync(join(sshd.directory, 'authorized'), '');
    const { pty } = await startThrough(sshd);
    expect((await pty.ended).code).toBe(1);
    expect(pty.screen.text).toContain('box refuses the login');
    expect(pty.screen.isAlternate).toBe(false);
  });

  const ends: [what: string, signal: NodeJS.Signals, code: number][] = [
    ['it crashes', 'SIGUSR2', 1],
    ['it is asked to end', 'SIGTERM', 143],
    ['it is quit', 'SIGQUIT', 131],
  ];
  for (const [what, signal, code] of ends)
    itWithSshd(`ends the tunnel when ${what}, although the terminal stays`, async (sshd) => {
      const [script, pid] = ['crash.cjs', 'pid'].map((name) => join(sshd.directory, name)) as [
        string,
        string,
      ];
      const text = `require('node:fs').writeFileSync('${pid}', String(process.pid));
        process.on('SIGUSR2', () => { throw new Error('boom'); });`;
      writeFileSync(script, text);
      const { pty } = await startThrough(sshd, {
        env: { NODE_OPTIONS: `--require ${script}` },
        shell: 'skillpick --url "ssh://box/$PORT"; echo "code $?"; read',
      });
      await pty.shows('● alpha');
      process.kill(Number(readFileSync(pid, 'utf8')), signal);
      await pty.shows(`code ${code}`);
      await sshd.allEnded();
      expect(sshd.tunnels()).toEqual([]);
    });

  itWithSshd('ends the tunnel when its terminal is closed', async (sshd) => {
    const { pty } = await startThrough(sshd);
    await pty.shows('● alpha');
    pty.hangUp();
    await pty.ended;
    await sshd.allEnded();
    expect(sshd.tunnels()).toEqual([]);
  });
});
