import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { bundle } from '../support/bundle.js';
import type { ToggleReport } from '../support/children/two-thousand-toggles.js';

const entry = fileURLToPath(new URL('../support/children/two-thousand-toggles.ts', import.meta.url));

it('every one of two thousand switches has one outcome over a connection that keeps breaking', async () => {
  const file = await bundle(entry);
  for (const seed of [1, 20_261]) {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [
      '--expose-gc',
      file,
      String(seed),
    ]);
    const report = JSON.parse(stdout) as ToggleReport;
    expect(stderr).toBe('');
    expect(report).toMatchObject({ lost: [], differs: false, pending: 0, unhandled: [] });
    const { confirmed = 0, unconfirmed = 0, ...others } = report.outcomes;
    expect(others).toEqual({});
    expect(confirmed + unconfirmed).toBe(2_000);
    expect(report.connections).toBeGreaterThan(20);
    const [first = 0, ...later] = report.heapBytes;
    // A thousand switches that are never freed would take about as much.
    for (const bytes of later) expect(bytes - first).toBeLessThan(1_000_000);
  }
});
