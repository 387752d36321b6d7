import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { PickerSession } from '../../src/app/current-session.js';
import { type EffectContext, EffectRunner } from '../../src/app/effects.js';
import type { Intent } from '../../src/picker/intents.js';
import type { Model } from '../../src/picker/state.js';
import type { Terminal } from '../../src/terminal/terminal.js';
import { embedded } from '../support/own-session.js';
import { modelOf, skill } from '../support/picker.js';

/** Effects on a session that replies as the test says; what it shows then is this model. */
function start({
  hasReplied = true,
  shown = modelOf([skill('a')]),
}: {
  hasReplied?: boolean;
  shown?: Model;
} = {}) {
  let model = modelOf([skill('a')]);
  const intents: Intent[] = [];
  const calls: string[] = [];
  const watching = new Set<() => void>();
  const session = {
    current: {
      refresh: async () => hasReplied,
      onSessions(listener: () => void) {
        watching.add(listener);
        return () => watching.delete(listener);
      },
    },
    offers: async () => [],
    sync: () => {
      model = shown;
    },
  };
  const context: Partial<EffectContext> = {
    session: session as unknown as PickerSession,
    terminal: { releaseMouse: () => calls.push('release the mouse') } as unknown as Terminal,
    model: () => model,
    isChoosing: () => true,
    dispatch: (intent) => intents.push(intent),
    redraw: () => calls.push('redraw'),
    readAgain: () => calls.push('read the shown file'),
  };
  return { effects: new EffectRunner(context as EffectContext), intents, calls, watching };
}

describe('reading everything again', () => {
  const problem = { uri: 'file:///repo', message: 'the disk is full of holes', code: 'update-failed' };
  const failed = modelOf([skill('a')], {}, { problems: [{ ...problem, severity: 'error' }] });

  it.each([
    ['the host', {}, 'The session was asked for again: the list is up to date.', 'plain'],
    [
      'the disk',
      { shown: modelOf([], { host: embedded }) },
      'The disk was read again: the list is up to date.',
      'plain',
    ],
    [
      'a reading that failed',
      { shown: failed },
      'The list may be out of date: the disk is full of holes.',
      'warn',
    ],
    ['no reply', { hasReplied: false }, 'There is no answer: the list may be out of date.', 'warn'],
    [
      'a session that is gone',
      { hasReplied: false, shown: modelOf([], { hasEnded: true }) },
      'The session is gone.',
      'warn',
    ],
  ] as const)('reports %s', async (_, given, text, tone) => {
    const { effects, intents } = start(given);
    await effects.run({ type: 'reread' });
    expect(intents).toEqual([{ type: 'notice', text, tone }]);
  });
});

it('leaves the mouse to the terminal before the screen is drawn anew', async () => {
  const { effects, calls } = start();
  await effects.run({ type: 'redraw' });
  expect(calls).toEqual(['release the mouse', 'redraw']);
});

it('looks for no more sessions once it is stopped, although the chooser is open', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { effects, watching } = start();
  await effects.run({ type: 'list-choices' });
  expect([vi.getTimerCount(), watching.size]).toEqual([1, 1]);
  effects.stop();
  expect([vi.getTimerCount(), watching.size]).toEqual([0, 0]);
});
