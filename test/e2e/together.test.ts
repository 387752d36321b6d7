/** Keys that come faster than what they lead to: in one write, or while a batch is still being sent. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltBin, buildBin } from '../support/built-bin.js';
import { keys } from '../support/journey.js';
import { sentToggles, startPicker } from '../support/picker-on-host.js';
import { skills } from '../support/scripted-session.js';

let bin: BuiltBin;
beforeAll(() => {
  bin = buildBin();
});
afterAll(() => bin.remove());

describe('in one write', () => {
  it('two Spaces cancel each other out, and three do not', async () => {
    const { host, pty } = await startPicker(bin);
    await pty.shows('▌ ● alpha');
    pty.write('  ');
    await expect.poll(() => sentToggles(host)).toEqual(['-alpha', '+alpha']);
    await pty.shows(/▌ ● alpha +user model/);
    pty.write(`${keys.down}   `);
    await pty.shows(/▌\*○ beta +user model/);
    expect(sentToggles(host).slice(2)).toEqual(['-beta', '+beta', '-beta']);
    expect(host.session.flags()).toMatchObject({ alpha: true, beta: false });
  });

  it('undo reverts the Space before it', async () => {
    const { host, pty } = await startPicker(bin);
    await pty.shows('▌ ● alpha');
    pty.write(` ${keys.undo}`);
    await pty.shows('Took back alpha.');
    await expect.poll(() => sentToggles(host)).toEqual(['-alpha', '+alpha']);
    await pty.shows(/▌ ● alpha +user model/);
  });
});

describe('after the key that quits', () => {
  it.each([
    ['Ctrl+C', keys.ctrl('c'), 130],
    // A lone Esc would be Alt with the key after it.
    ['Esc', '\x1b[27u', 0],
  ])('keys are ignored: %s', async (_name, key, code) => {
    const { host, pty } = await startPicker(bin);
    await pty.shows('▌ ● alpha');
    pty.write(`${key} ${keys.down} ${keys.ctrl('x')}f`);
    expect(await pty.ended).toEqual({ code, signal: 0 });
    expect(sentToggles(host)).toEqual([]);
    expect(pty.screen.text).not.toMatch(/: (?:on|off)\b/);
  });
});

describe('while a batch is being sent', () => {
  it('undo reverts all of it, and nothing more is sent', async () => {
    const { host, pty } = await startPicker(bin, skills(2_000));
    await pty.shows('2000');
    pty.write(keys.ctrl('x'));
    await pty.shows('2000 shown');
    pty.write(`f${keys.undo}`);
    await pty.shows('Took back s0, s1 and 1998 more.');
    // They are sent in their order, so there are as many of both only at the end.
    const sent = (sign: string) => sentToggles(host).filter((toggle) => toggle.startsWith(sign)).length;
    await expect.poll(() => sent('+') > 0 && sent('+') === sent('-'), { timeout: 20_000 }).toBe(true);
    expect(sent('-')).toBeLessThan(2_000);
    expect(Object.values(host.session.flags())).not.toContain(false);
    await pty.shows(/▌ ● s0 +user model/);
  });
});
