/**
 * The frames that the protocol tests replay. `SKILLPICK_RECORD=1` records them again; otherwise the test checks
 * that the host still sends what was recorded.
 */

import { execFileSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Recording, readRecording, recordingFile, writeRecording } from '../recordings/recording.js';
import { watched } from './edits.js';
import type { Json, RawMessage, RawNode } from './raw-client.js';
import { neutral, record } from './recorder.js';
import { describeHosts } from './setting.js';

interface RawSnapshot {
  state: { customizations?: RawNode[] };
}

/** Returns the frames that do not depend on timing: lists, toggles and refusals, in order. */
function essence({ frames }: Recording): unknown[] {
  return frames.flatMap(({ from, message }) => {
    const { params, result, error } = message as RawMessage;
    if (from === 'client') return [];
    if (error !== undefined) return [error];
    const action = params?.['action'] as Json | undefined;
    if (String(action?.['type']).startsWith('session/customization')) return [action];
    const snapshots = [
      result?.['snapshot'],
      ...((result?.['snapshots'] as unknown[]) ?? []),
    ] as RawSnapshot[];
    return snapshots.flatMap((snapshot) => snapshot?.state.customizations ?? []);
  });
}

describeHosts('recording', (setting, version) => {
  test('the host sends what was recorded, and the recording names nothing of this machine', async () => {
    const client = await setting().connect();
    await watched(setting(), await setting().openSession(client));
    const recording = neutral(setting(), await record(setting()));
    if (process.env['SKILLPICK_RECORD']) {
      writeRecording(version, recording);
      execFileSync('npx', ['biome', 'format', '--write', fileURLToPath(recordingFile(version))]);
    }
    expect(essence(recording)).toEqual(essence(readRecording(version)));
    const text = JSON.stringify(recording);
    for (const secret of [setting().host.token, setting().scene.root, userInfo().homedir]) {
      expect(text).not.toContain(secret);
    }
  });
});
