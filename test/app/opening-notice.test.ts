import { expect, onTestFinished, test, vi } from 'vitest';
import { OpeningNotice } from '../../src/app/opening-notice.js';
import type { Model } from '../../src/picker/state.js';
import { embedded } from '../support/own-session.js';
import { modelOf } from '../support/picker.js';

function start(model: Model) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let shown = model;
  const show = (next: Model) => {
    shown = next;
  };
  const notice = new OpeningNotice({ model: () => shown, show, waitMs: 5_000 });
  notice.countDown();
  return { notice, text: () => shown.waitingFor };
}

test('the seconds are counted while the picker connects, and not while it opens the session', () => {
  const { notice, text } = start(modelOf([], { waitingFor: 'Connecting to ws://x.' }));
  expect(text()).toBe('Connecting to ws://x, 5 s left.');
  notice.connected();
  expect(text()).toBe('Opening the session.');
  vi.advanceTimersByTime(3_000);
  expect(text()).toBe('Opening the session.');
  notice.choose();
  expect(text()).toBe('Choose a session.');
});

test('the embedded host is not connected to, but reads files', () => {
  const { notice, text } = start(modelOf([], { waitingFor: 'Reading skills.', host: embedded }));
  notice.connected();
  expect(text()).toBe('Reading skills.');
});
