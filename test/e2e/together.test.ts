/** Keys that come faster than what they lead to: in one write, or while a batch is still being sent. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltBin, buildBin } from '../support/built-bin.js';
import { keys } from '../support/journey.js';
import { play, toggles } from '../support/played.js';

let bin: BuiltBin;
beforeAll(() => {
  bin = buildBin();
});
afterAll(() => bin.remove());

describe('in one write', () => {
  it('two Spaces end where they began, and three do not', async () => {
    const { host, pty } = await play(bin);
    await pty.shows('● live');
    pty.write('  ');
    await expect.poll(() => toggles(host)).toEqual(['-alpha', '+alpha']);
    await pty.shows(/▌ ● on +user model +alpha/);
    pty.write(`${keys.down}   `);
    await pty.shows(/▌\*○ off +user model +beta/);
    expect(toggles(host).slice(2)).toEqual(['-beta', '+beta', '-beta']);
    expect(host.session.flags()).toMatchObject({ alpha: true, beta: false });
  });

  it('undo takes back the Space before it', async () => {
    const { host, pty } = await play(bin);
    await pty.shows('● live');
    pty.write(` ${keys.undo}`);
    await pty.shows('Took back alpha.');
    await expect.poll(() => toggles(host)).toEqual(['-alpha', '+alpha']);
    await pty.shows(/▌ ● on +user model +alpha/);
  });
});
