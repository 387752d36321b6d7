import { describe, expect, it } from 'vitest';
import { listEntries } from '../../../src/entries/entries.js';
import type { SessionSource } from '../../../src/source/session-source.js';
import { openDemo } from '../../support/demo-session.js';

const stepMs = 4_000;
const steps = 8;

const listOf = (source: SessionSource) => listEntries(source.getView().state, source.host);

const facts = (source: SessionSource) => {
  const { entries, containers } = listOf(source);
  const named = (name: string) => entries.find((entry) => entry.name === name);
  return {
    plugin: containers.find(({ name }) => name === 'browser-kit')?.load,
    server: named('browser')?.state,
    visitor: named('hotfix') !== undefined,
    review: named('code-review')?.isMixed,
  };
};

const atStart = { plugin: 'loading', server: 'starting', visitor: false, review: false };

describe('the demo by itself', () => {
  it('changes one thing after another, and is as before at the end', async () => {
    const { source, clock } = await openDemo({ isAlive: true });
    const before = JSON.stringify(source.getView().state.customizations);
    const seen = [facts(source)];
    for (let step = 0; step < steps; step += 1) {
      await clock.advance(stepMs);
      seen.push(facts(source));
    }
    expect(seen).toEqual([
      atStart,
      { ...atStart, plugin: 'loaded' },
      { ...atStart, plugin: 'loaded', server: 'ready' },
      { ...atStart, plugin: 'loaded', server: 'ready', visitor: true },
      { ...atStart, plugin: 'loaded', server: 'ready', visitor: true, review: true },
      { ...atStart, plugin: 'loaded', server: 'ready', review: true },
      { ...atStart, plugin: 'loaded', server: 'ready' },
      { ...atStart, plugin: 'loaded' },
      atStart,
    ]);
    expect(JSON.stringify(source.getView().state.customizations)).toBe(before);
  });

  it('closes one of its sessions after a while', async () => {
    const { source, clock } = await openDemo({ isAlive: true });
    const titles = async () => (await source.listSessions()).map(({ title }) => title);
    expect(await titles()).toEqual(['my-repo', 'website', 'infra', 'experiments']);
    await clock.advance(stepMs * steps);
    expect(await titles()).toEqual(['my-repo', 'website', 'infra']);
  });

  it('stays as it is when it is still', async () => {
    const { source, clock } = await openDemo();
    expect(clock.pending).toEqual([]);
    expect(facts(source)).toEqual(atStart);
  });

  it('ends with its session', async () => {
    const { source, clock } = await openDemo({ isAlive: true });
    expect(clock.pending).toEqual([stepMs]);
    await source.close();
    expect(clock.pending).toEqual([]);
  });

  it('shows in the session of one tool what that tool reads of the user’s own', async () => {
    const { source } = await openDemo({ session: 'codex:/demo-infra' });
    const { entries } = listOf(source);
    expect(source.getView().state).toMatchObject({ title: 'infra', provider: 'codex' });
    expect(entries.length).toBeGreaterThan(5);
    expect(entries.flatMap(({ tools }) => tools.map(({ id }) => id))).toEqual(entries.map(() => 'codex'));
    expect(new Set(entries.map(({ from }) => from))).toEqual(new Set(['user']));
  });
});
