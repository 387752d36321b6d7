import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLoopback } from '../../src/client/address.js';
import { parseAddress, type SkillpickError, showAddress } from '../../src/client/index.js';

const secret = 'S3cretT0ken';

function failure(url: string): SkillpickError {
  try {
    parseAddress(url);
  } catch (error) {
    return error as SkillpickError;
  }
  throw new Error(`${url} was accepted`);
}

describe('an address', () => {
  it.each([
    ['ws://127.0.0.1:8080', { kind: 'tcp', url: 'ws://127.0.0.1:8080/', secure: false, loopback: true }],
    [
      'WS://LocalHost:1/x?a=b#c',
      { kind: 'tcp', url: 'ws://localhost:1/x?a=b', secure: false, loopback: true },
    ],
    ['wss://host.example', { kind: 'tcp', url: 'wss://host.example/', secure: true, loopback: false }],
    ['ws://[::1]:9', { kind: 'tcp', url: 'ws://[::1]:9/', secure: false, loopback: true }],
    ['ws://[2001:db8::1]:9', { kind: 'tcp', url: 'ws://[2001:db8::1]:9/', secure: false, loopback: false }],
    ['ws://127.1:80', { kind: 'tcp', url: 'ws://127.0.0.1/', secure: false, loopback: true }],
    ['ws://0.0.0.0:9/p?a=b', { kind: 'tcp', url: 'ws://127.0.0.1:9/p?a=b', secure: false, loopback: true }],
    ['ws://[::]:9', { kind: 'tcp', url: 'ws://[::1]:9/', secure: false, loopback: true }],
    ['wss://0.0.0.0:9', { kind: 'tcp', url: 'wss://127.0.0.1:9/', secure: true, loopback: true }],
    ['ws+unix:/run/host.sock', { kind: 'socket', path: '/run/host.sock', requestPath: '/' }],
    ['ws+unix:///run/host.sock', { kind: 'socket', path: '/run/host.sock', requestPath: '/' }],
    [
      'ws+unix:/a b/Application Support/x.sock',
      { kind: 'socket', path: '/a b/Application Support/x.sock', requestPath: '/' },
    ],
    ['ws+unix:/a:b/c:d.sock', { kind: 'socket', path: '/a:b/c:d.sock', requestPath: '/' }],
    ['ws+unix:/a b:c.sock:/path?x=1', { kind: 'socket', path: '/a b:c.sock', requestPath: '/path?x=1' }],
    ['ws+unix:/with%20percent.sock', { kind: 'socket', path: '/with%20percent.sock', requestPath: '/' }],
    ['ws+unix:relative/token', { kind: 'socket', path: 'relative/token', requestPath: '/' }],
    ['ws+unix:\\\\.\\pipe\\host', { kind: 'socket', path: '\\\\.\\pipe\\host', requestPath: '/' }],
  ])('is read from %s', (url, expected) => {
    expect(parseAddress(url)).toEqual(expected);
  });

  it.each([
    ['', 'bad-url'],
    ['localhost:80', 'bad-url'],
    ['127.0.0.1', 'bad-url'],
    ['http://127.0.0.1', 'bad-url'],
    ['file:///etc/passwd', 'bad-url'],
    ['ws://', 'bad-url'],
    ['ws://host:99999', 'bad-url'],
    ['ws://ho st', 'bad-url'],
    ['ws+unix:', 'bad-url'],
    ['ws+unix:/a\0b', 'bad-url'],
    ['ws+unix:/a\nb', 'bad-url'],
    [`ws://${secret}@host`, 'token-exposed'],
    [`ws://user:${secret}@host`, 'token-exposed'],
    [`ws://127.0.0.1/?tkn=${secret}`, 'token-exposed'],
    [`ws://127.0.0.1/?a=1&TKN=${secret}`, 'token-exposed'],
    [`wss://host/?token=${secret}`, 'token-exposed'],
    [`wss://host/?connectionToken=${secret}`, 'token-exposed'],
    [`wss://host/?access_token=${secret}`, 'token-exposed'],
    [`wss://host/?tk%6e=${secret}`, 'token-exposed'],
    [`ws+unix:/run/x.sock:/?tkn=${secret}`, 'token-exposed'],
    [`ws+unix:/run/x.sock?tkn=${secret}`, 'token-exposed'],
    [`ws+unix:/run/x.sock:/a?b=1&tkn=${secret}`, 'token-exposed'],
  ])('is refused: %j', (url, code) => {
    const error = failure(url);
    expect(error).toMatchObject({ code, exitCode: 2, hint: expect.stringMatching(/^[^\n]+\.$/) });
    expect(error.message).toMatch(/^[^\n]+\.$/);
    expect(inspect(error, { depth: 9 })).not.toContain(secret);
  });

  it('is read or refused, and nothing else, for any text', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl().map((url) => url.replace(/^http/, 'ws')),
    );
    fc.assert(
      fc.property(fc.constantFrom('', 'ws://', 'wss://', 'ws+unix:', 'ws+unix://'), texts, (prefix, text) => {
        let shown: string;
        try {
          shown = showAddress(parseAddress(prefix + text));
        } catch (error) {
          expect(['bad-url', 'token-exposed']).toContain((error as SkillpickError).code);
          return;
        }
        expect(shown).toMatch(/^ws/);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['ws://127.0.0.1:8080/', 'ws://127.0.0.1:8080'],
    ['ws://127.0.0.1:8080/a/', 'ws://127.0.0.1:8080/a'],
    ['ws+unix:///run/x.sock:/p', 'ws+unix:/run/x.sock'],
  ])('is shown short: %s', (url, shown) => {
    expect(showAddress(parseAddress(url))).toBe(shown);
  });
});

describe('a loopback address', () => {
  it.each([
    'localhost',
    'LOCALHOST',
    'a.localhost',
    '127.0.0.1',
    '127.255.0.9',
    '::1',
    '[::1]',
    '[::ffff:7f00:1]',
    '::ffff:127.0.0.1',
  ])('is %s', (name) => expect(isLoopback(name)).toBe(true));

  it.each([
    '0.0.0.0',
    '128.0.0.1',
    '10.0.0.1',
    '127.0.0.1.example.com',
    'localhost.example.com',
    'mylocalhost',
    '::2',
    '::',
    '[::ffff:8f00:1]',
  ])('is not %s', (name) => expect(isLoopback(name)).toBe(false));
});
