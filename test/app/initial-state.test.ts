import { describe, expect, it } from 'vitest';
import { createInitialState, withSecondsLeft } from '../../src/app/initial-state.js';
import type { PickerOptions } from '../../src/app/start.js';
import type { Io } from '../../src/io.js';
import { modelOf } from '../support/picker.js';

describe('the first state', () => {
  it.each([
    [['plugin'], undefined, 'type:plugin', 'all'],
    [['plugin', 'rule'], 'acme', 'type:plugin,rule acme', 'all'],
    [['rule'], 'acme', 'acme', 'all'],
    [['skill', 'agent'], undefined, '', 'usual'],
  ])('of the types %j and the query %j', (types, query, text, kind) => {
    const options = { filter: { types }, ...(query && { query }) } as unknown as PickerOptions;
    const { state } = createInitialState(options, { config: {}, problems: [] }, { env: {} } as Io);
    expect([state.query.text, state.kind]).toEqual([text, kind]);
  });
});

describe('the time that a host still has', () => {
  const waiting = modelOf([], { waitingFor: 'Connecting to ws://127.0.0.1:7000.' });

  it('counts down in whole seconds, and stops at none', () => {
    const texts = [4_900, 4_000, 1, -20].map((leftMs) => withSecondsLeft(waiting, leftMs).waitingFor);
    expect(texts).toEqual(
      [5, 4, 1, 0].map((seconds) => `Connecting to ws://127.0.0.1:7000, ${seconds} s left.`),
    );
  });

  it('replaces the time that was shown before', () => {
    const later = withSecondsLeft(withSecondsLeft(waiting, 3_000), 2_000);
    expect(later.waitingFor).toBe('Connecting to ws://127.0.0.1:7000, 2 s left.');
  });

  it('is not shown for our own host, nor once a session is open', () => {
    const own = modelOf([], {
      waitingFor: 'Reading skills and agents.',
      host: { ...waiting.host, isOwn: true },
    });
    for (const model of [own, modelOf([])]) expect(withSecondsLeft(model, 1_000)).toBe(model);
  });
});
