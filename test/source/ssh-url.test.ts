import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SkillpickError } from '../../src/errors.js';
import { destination, sshArguments } from '../../src/source/ssh/ssh-command.js';
import { parseSshUrl } from '../../src/source/ssh/ssh-url.js';

const secret = 'S3cret';

describe('an ssh URL', () => {
  it.each<[string, object]>([
    [
      'ssh://box/run/user/1000/skillpick.sock',
      { user: undefined, host: 'box', target: { type: 'socket', path: '/run/user/1000/skillpick.sock' } },
    ],
    [
      'SSH://ada@box:2222/4711',
      { user: 'ada', host: 'box', port: 2222, target: { type: 'tcp', port: 4711 } },
    ],
    ['ssh://[2001:db8::1]:22/1', { host: '2001:db8::1', port: 22, target: { type: 'tcp', port: 1 } }],
    ['ssh://[fe80::1%eth0]/65535', { host: 'fe80::1%eth0', target: { type: 'tcp', port: 65_535 } }],
    ['ssh://[fe80::1%25eth0]:22/1', { host: 'fe80::1%eth0', port: 22, target: { type: 'tcp', port: 1 } }],
    ['ssh://[fe80::1%2525]/1', { host: 'fe80::1%25' }],
    ['ssh://ada%40corp@box/x', { user: 'ada@corp', host: 'box', target: { type: 'socket', path: '/x' } }],
    ['ssh://my_box-1.example/a%20b.sock', { target: { type: 'socket', path: '/a b.sock' } }],
    ['ssh://box/12/34', { target: { type: 'socket', path: '/12/34' } }],
  ])('is read: %s', (url, expected) => {
    expect(parseSshUrl(url)).toMatchObject(expected);
  });

  it.each([
    ['ssh://box/a%20b.sock', 'ssh://box/a%20b.sock'],
    ['SSH://ada@[::1]:022/4711', 'ssh://ada@[::1]:22/4711'],
    ['ssh://ada%40corp@box/x', 'ssh://ada%40corp@box/x'],
    ['ssh://[fe80::1%25eth0]/1', 'ssh://[fe80::1%25eth0]/1'],
    ['ssh://[fe80::1%eth0]/1', 'ssh://[fe80::1%25eth0]/1'],
    ['ssh://[fe80::1%2525]/1', 'ssh://[fe80::1%2525]/1'],
  ])('is shown as it can be typed: %s', (url, shown) => {
    expect(parseSshUrl(url).url).toBe(shown);
    expect(parseSshUrl(shown)).toEqual(parseSshUrl(url));
  });

  it.each<[string, RegExp]>([
    ['ssh:box/1', /cannot be read/],
    ['ssh://', /empty host/],
    ['ssh:///1', /empty host/],
    ['ssh://ada@/1', /empty host/],
    ['ssh://[]/1', /empty host/],
    ['ssh://@box/1', /empty user/],
    ['ssh://-oProxyCommand=x/1', /host that starts with "-"/],
    ['ssh://[-oX]/1', /host that starts with "-"/],
    ['ssh://-oX@box/1', /user that starts with "-"/],
    ['ssh://%2DoX@box/1', /user that starts with "-"/],
    ['ssh://box/-x', /path that starts with "-"/],
    ['ssh://box/run/%2Dx', /path that starts with "-"/],
    ['ssh://box/a%0Ab', /control character in its path/],
    ['ssh://box/a\u0007', /control character in its path/],
    ['ssh://a%00b@box/1', /control character in its user/],
    ['ssh://bo\nx/1', /control character in its host/],
    ['ssh://$(reboot)/1', /character in its host/],
    ['ssh://box;reboot/1', /character in its host/],
    ['ssh://b%6Fx/1', /character in its host/],
    ['ssh://`x`@box/1', /character in its user/],
    ['ssh://a%20b@box/1', /character in its user/],
    ['ssh://[fe80::1%]/1', /character in its host/],
    ['ssh://[fe80::1%25a%25b]/1', /character in its host/],
    ['ssh://[fe80::1%25%24x]/1', /character in its host/],
    ['ssh://[box]/1', /character in its host/],
    ['ssh://box/run/%25h.sock', /character in its path/],
    ['ssh://box/$%7BHOME%7D', /character in its path/],
    ['ssh://box/a:b', /character in its path/],
    ['ssh://box/a%5Cb', /character in its path/],
    ['ssh://box/a//b', /empty path/],
    ['ssh://box/a/', /empty path/],
    ['ssh://box', /no socket and no port/],
    ['ssh://box/', /no socket and no port/],
    ['ssh://box/0', /port that is not from 1/],
    ['ssh://box/65536', /port that is not from 1/],
    ['ssh://box:0/1', /port that is not from 1/],
    ['ssh://box:/1', /port that is not from 1/],
    ['ssh://box:99999/1', /port that is not from 1/],
    ['ssh://box:2x/1', /port that is not from 1/],
    ['ssh://box/%zz', /a % that does not start a code/],
    [`ssh://box/1?tkn=${secret}`, /goes on after its path/],
    [`ssh://box/1#${secret}`, /goes on after its path/],
  ])('is refused: %j', (url, problem) => {
    expect(() => parseSshUrl(url)).toThrow(
      expect.objectContaining({ exitCode: 2, message: expect.stringMatching(problem) }),
    );
    expect(() => parseSshUrl(url)).toThrow(/^(?!.*S3cret)/s);
  });

  it('is refused with a password, which is not repeated', () => {
    expect(() => parseSshUrl(`ssh://ada:${secret}@box/1`)).toThrow(
      expect.objectContaining({
        code: 'bad-url',
        exitCode: 2,
        message: expect.not.stringContaining(secret),
      }),
    );
  });

  it('never becomes an option or a command, whatever it is', () => {
    const piece = fc.string({ unit: fc.constantFrom(...'-a@:/%$`\'"\\;&|<>(){}[]*? \n\u0000é0') });
    const url = fc.tuple(piece, piece).map(([authority, path]) => `ssh://${authority}/${path}`);
    fc.assert(
      fc.property(url, (text) => {
        try {
          const address = parseSshUrl(text);
          const args = sshArguments(address, '/tmp/s', { isAsking: false, timeoutMs: 1 });
          expect(args.at(-2)).toBe('--');
          expect(args.filter((arg) => arg.startsWith('-'))).toEqual(
            args.filter((arg) => ['-N', '-o', '-L', '-p', '-l', '--'].includes(arg)),
          );
          for (const part of [address.host, address.user ?? 'x'])
            expect(part).toMatch(/^[^-\s;&|<>(){}`'"$\\][^\s;&|<>(){}`'"$\\]*$/);
        } catch (error) {
          if (!(error instanceof SkillpickError)) throw error;
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the arguments of ssh', () => {
  it('have the host last, after everything that is an option', () => {
    const address = parseSshUrl('ssh://ada@box:2222/run/x.sock');
    const args = sshArguments(address, '/tmp/d/s', { isAsking: true, timeoutMs: 1_500 });
    expect(args[0]).toBe('-N');
    expect(args.slice(-8)).toEqual(['-L', '/tmp/d/s:/run/x.sock', '-p', '2222', '-l', 'ada', '--', 'box']);
    expect(args).toContain('ConnectTimeout=2');
    expect(args).not.toContain('BatchMode=yes');
    expect(destination(address)).toBe('-p 2222 ada@box');
  });

  it('lead to a port of loopback, and let ssh ask only if it may', () => {
    const args = sshArguments(parseSshUrl('ssh://box/4711'), '/tmp/s', { isAsking: false, timeoutMs: 1 });
    expect(args).toContain('/tmp/s:localhost:4711');
    expect(args).toContain('BatchMode=yes');
  });
});
