/**
 * Everything at once: a network that delays, cuts and garbles, three kinds of clients, processes that are killed, and
 * five tools' settings files. `npm run test:chaos -- --minutes 30` runs for longer, with one seed after the other.
 */

import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type Invariant, invariants, type Report } from './report.js';
import { runChaos } from './run.js';

const { CHAOS_SEED, CHAOS_MINUTES } = process.env;
const firstSeed = Number(CHAOS_SEED ?? Math.floor(Math.random() * 1_000_000));
const durationMs = Number(CHAOS_MINUTES ?? 0) * 60_000;
const rounds = 3;
const longestMs = 300_000;

describe(`chaos from seed ${firstSeed}`, () => {
  let report: Report;

  beforeAll(async () => {
    const endAt = Date.now() + durationMs;
    for (let seed = firstSeed; ; seed += 1) {
      report = await runChaos(inject('bin'), seed, rounds);
      if (report.violations.length > 0) process.stdout.write(report.story);
      if (report.violations.length > 0 || Date.now() >= endAt) return;
    }
  }, durationMs + longestMs);

  it.each(Object.entries(invariants) as [Invariant, string][])('%s: %s', (invariant) => {
    const untrue = report.describe(invariant);
    if (untrue !== '') expect.fail(untrue);
  });
});
