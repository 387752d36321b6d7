import { expect, test } from 'vitest';
import { UnreadWarning } from '../../src/app/unread-warning.js';

test('what a host sent and nobody can read is said once for each session', () => {
  const warning = new UnreadWarning();
  const [first, second] = [{ unreadCount: 0 }, { unreadCount: 3 }];
  expect(warning.textFor(undefined)).toBeNull();
  expect(warning.textFor(first)).toBeNull();
  first.unreadCount = 1;
  expect(warning.textFor(first)).toBe('1 message or entry could not be read, so the list may be incomplete.');
  first.unreadCount = 2;
  expect(warning.textFor(first)).toBeNull();
  expect(warning.textFor(second)).toMatch(/^3 messages and entries could not be read, /);
});
