import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hostLimits } from '../../../src/host/limits.js';
import { ClientPresence } from '../../../src/host/wire/client-presence.js';
import { ClientRequests } from '../../../src/host/wire/client-requests.js';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe('a request to a client', () => {
  function start() {
    const sent: string[] = [];
    const requests = new ClientRequests((text) => sent.push(text));
    return { sent, requests, asked: requests.ask('resourceRead', { uri: 'file:///a' }) };
  }

  it('resolves to the result with its id', async () => {
    const { sent, requests, asked } = start();
    expect(JSON.parse(sent[0]!)).toEqual({
      jsonrpc: '2.0',
      id: 1,
      method: 'resourceRead',
      params: { uri: 'file:///a' },
    });
    requests.settle({ kind: 'result', id: 2, result: 'of nothing' });
    requests.settle({ kind: 'result', id: '1', result: 'of another' });
    requests.settle({ kind: 'result', id: 1, result: 'text' });
    requests.settle({ kind: 'result', id: 1, result: 'again' });
    expect(await asked).toBe('text');
  });

  it('rejects with what the client says', async () => {
    const { requests, asked } = start();
    requests.settle({ kind: 'error', id: 1, error: { code: -32009, message: 'outside' } });
    await expect(asked).rejects.toThrow('its client refused a file: outside');
  });

  it('rejects if the client never answers', async () => {
    const { asked } = start();
    const failed = expect(asked).rejects.toThrow('its client did not answer resourceRead within 10 s');
    await vi.advanceTimersByTimeAsync(hostLimits.clientRequestTimeoutMs);
    await failed;
  });

  it('rejects when the client goes, and afterwards', async () => {
    const { requests, asked, sent } = start();
    requests.end();
    await expect(asked).rejects.toThrow('its client is gone');
    await expect(requests.ask('resourceList', {})).rejects.toThrow('its client is gone');
    expect(sent).toHaveLength(1);
  });
});

describe('a client', () => {
  function start() {
    const gone: string[] = [];
    return { gone, presence: new ClientPresence((clientId) => gone.push(clientId)) };
  }

  it('is gone at once if it closes its connection', () => {
    const { gone, presence } = start();
    presence.left('a', false);
    expect(gone).toEqual(['a']);
  });

  it('is gone some time after it was cut off', async () => {
    const { gone, presence } = start();
    presence.left('a', true);
    await vi.advanceTimersByTimeAsync(hostLimits.clientGraceMs - 1);
    expect(gone).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(gone).toEqual(['a']);
    expect(presence.joined('a')).toBe(false);
  });

  it('is not gone if it comes back in time', async () => {
    const { gone, presence } = start();
    presence.left('a', true);
    expect(presence.joined('a')).toBe(true);
    presence.left('b', true);
    presence.close();
    await vi.advanceTimersByTimeAsync(hostLimits.clientGraceMs);
    expect(gone).toEqual([]);
  });
});
