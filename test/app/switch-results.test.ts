import { describe, expect, it, onTestFinished } from 'vitest';
import { SwitchResults } from '../../src/app/switch-results.js';
import { SkillpickError } from '../../src/errors.js';
import type { NamedSwitch, Settled, SwitchOutcome } from '../../src/picker/made-switches.js';

const off = (id: string): NamedSwitch => ({ id, name: id, enabled: false, scope: 'session' });
const confirmed: SwitchOutcome = { kind: 'confirmed', enabled: false };

function collecting() {
  const reports: (readonly Settled[])[] = [];
  const errors: unknown[] = [];
  const results = new SwitchResults({
    settled: (settled) => reports.push(settled),
    failed: (error) => errors.push(error),
  });
  onTestFinished(() => void results.stop());
  return { results, reports, errors };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('the results of switches', () => {
  it('are reported together', async () => {
    const { results, reports } = collecting();
    for (const id of ['a', 'b', 'c']) results.follow(off(id), Promise.resolve(confirmed));
    await expect.poll(() => reports.length).toBe(1);
    expect(reports[0]).toEqual(
      ['a', 'b', 'c'].map((id) => ({ id, name: id, wanted: false, outcome: confirmed })),
    );
  });

  it('are reported again when more of them come later', async () => {
    const { results, reports } = collecting();
    results.follow(off('a'), Promise.resolve(confirmed));
    await expect.poll(() => reports.length).toBe(1);
    results.follow(off('b'), Promise.resolve(confirmed));
    await expect.poll(() => reports.flat().map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('are returned by stop if they were not reported yet, and are not reported afterwards', async () => {
    const { results, reports } = collecting();
    let end = (_outcome: SwitchOutcome) => {};
    const late = new Promise<SwitchOutcome>((resolve) => {
      end = resolve;
    });
    results.follow(off('a'), Promise.resolve(confirmed));
    results.follow(off('b'), late);
    await Promise.resolve();
    expect(results.stop()).toEqual([{ id: 'a', name: 'a', wanted: false, outcome: confirmed }]);
    end(confirmed);
    await turn();
    expect(results.stop()).toEqual([]);
    expect(reports).toEqual([]);
  });

  it('count a switch that was refused before it was sent as rejected', async () => {
    const { results, reports } = collecting();
    results.follow(off('a'), Promise.reject(new SkillpickError('entry-unknown', 'No such entry.')));
    await expect
      .poll(() => reports.flat())
      .toMatchObject([{ id: 'a', outcome: { kind: 'rejected', reason: 'No such entry.' } }]);
  });

  it('do not hide an error that is a bug', async () => {
    const { results, reports, errors } = collecting();
    results.follow(off('a'), Promise.reject(new Error('a bug')));
    await expect.poll(() => errors).toEqual([new Error('a bug')]);
    expect(reports).toEqual([]);
  });
});
