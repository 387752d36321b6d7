import { describe, expect, it } from 'vitest';
import { hidingTransport } from '../../src/client/hide-token.js';
import type { Transport } from '../../src/protocol/transport.js';
import { hideTokens, hideTokensInData, rememberToken } from '../../src/tokens.js';

const token = 'S3cret/t"ken+ä';
rememberToken(token);

describe('a token that was given to a host', () => {
  it.each([
    ['as it is', `bad ${token}.`],
    ['percent-encoded', `bad ${encodeURIComponent(token)}.`],
    [
      'percent-encoded in small letters',
      `bad ${encodeURIComponent(token).toLowerCase().replace('s3cret', 'S3cret')}.`,
    ],
    ['percent-encoded more than it has to be', 'bad %533cret%2ft%22ken%2B%c3%a4.'],
    ['in JSON', `bad ${JSON.stringify(token).slice(1, -1)}.`],
    ['in JSON that escapes slashes and more', 'bad S3cret\\/t\\"ken\\u002b\\u00e4.'],
  ])('is hidden %s', (_, text) => {
    expect(hideTokens(text)).toBe('bad ….');
  });

  it('is hidden in data unless it could be a word', () => {
    rememberToken('test');
    rememberToken('a-token-of-some-length');
    expect(hideTokensInData('npm test a-token-of-some-length')).toBe('npm test …');
    expect(hideTokens('npm test')).toBe('npm …');
  });

  it('is not hidden if it is too short, and neither is a part of it', () => {
    rememberToken('abc');
    expect(hideTokens('S3cret abc')).toBe('S3cret abc');
  });
});

/** What is read of this frame. */
function received(frame: string): string {
  let text = '';
  const transport: Transport = { open: (events) => events.frame(frame), send: () => {}, close: () => {} };
  hidingTransport(transport).open({
    frame: (read) => {
      text = read;
    },
    end: () => {},
  });
  return text;
}

describe('a frame', () => {
  it('has the token hidden in every text', () => {
    const frame = { id: 1, error: { code: -1, message: `no ${token}`, data: { list: [token] } } };
    expect(JSON.parse(received(JSON.stringify(frame)))).toEqual({
      id: 1,
      error: { code: -1, message: 'no …', data: { list: ['…'] } },
    });
  });

  it('has the token hidden even if the host escapes a letter of it', () => {
    rememberToken('secretToken123');
    expect(received('{"title":"s\\u0065cretToken123"}')).toBe('{"title":"…"}');
  });

  it('leaves identifying fields alone', () => {
    const frame = { jsonrpc: '2.0', id: token, result: { items: [{ resource: token, title: token }] } };
    expect(JSON.parse(received(JSON.stringify(frame)))).toEqual({
      jsonrpc: '2.0',
      id: token,
      result: { items: [{ resource: token, title: '…' }] },
    });
  });

  it.each(['{"a": 1 }', `not JSON ${token}`, `${'['.repeat(200_000)}"${token.replaceAll('"', '')}"`])(
    'is the very same otherwise',
    (frame) => {
      expect(received(frame)).toBe(frame);
    },
  );
});
