import { expect, it, vi } from 'vitest';
import { SessionClients } from '../../../src/host/session/session-clients.js';

it('does not open a session for a client that comes back and publishes nothing there', () => {
  const state = vi.fn();
  const clients = new SessionClients(undefined, {
    state,
    apply: () => {},
    refuse: () => {},
    isFound: () => false,
    listed: (plugin) => plugin,
    forget: () => {},
  });
  clients.rejoin('c');
  expect(state).not.toHaveBeenCalled();
});
