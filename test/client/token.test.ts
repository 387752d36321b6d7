import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { readToken, type SkillpickError, type TokenSource } from '../../src/client/index.js';
import { clientLimits } from '../../src/client/limits.js';

const folder = mkdtempSync(join(tmpdir(), 'skillpick-token-'));
afterAll(() => rmSync(folder, { recursive: true }));

const secret = 'S3cretT0ken';

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function failure(source: TokenSource): SkillpickError {
  try {
    readToken(source);
  } catch (error) {
    return error as SkillpickError;
  }
  throw new Error('it was accepted');
}

describe('a token', () => {
  it.each<[string, TokenSource, string | undefined]>([
    ['nowhere', { env: {} }, undefined],
    ['the environment', { env: { AHP_TOKEN: secret } }, secret],
    ['the environment, with space around', { env: { AHP_TOKEN: ` ${secret}\n` } }, secret],
    ['an empty variable', { env: { AHP_TOKEN: '' } }, undefined],
    ['a blank variable', { env: { AHP_TOKEN: '  ' } }, undefined],
    ['a file', { tokenFile: file('plain', secret), env: {} }, secret],
    ['a file with a line end', { tokenFile: file('line', `${secret}\r\n`), env: {} }, secret],
    ['a file with a byte order mark', { tokenFile: file('bom', `\ufeff${secret}`), env: {} }, secret],
    [
      'a file rather than the environment',
      { tokenFile: file('both', secret), env: { AHP_TOKEN: 'other' } },
      secret,
    ],
  ])('comes from %s', (_what, source, token) => {
    expect(readToken(source)).toBe(token);
  });

  mkdirSync(join(folder, 'directory'));
  it.each<[string, TokenSource, RegExp]>([
    ['is missing', { tokenFile: join(folder, 'nothing'), env: {} }, /cannot be read \(ENOENT\)/],
    ['is in a missing directory', { tokenFile: join(folder, 'plain', 'x'), env: {} }, /\(ENOTDIR\)/],
    ['is a directory', { tokenFile: join(folder, 'directory'), env: {} }, /is not a file/],
    ['is a device', { tokenFile: '/dev/zero', env: {} }, /is not a file/],
    ['is empty', { tokenFile: file('empty', ''), env: {} }, /is empty/],
    ['is blank', { tokenFile: file('blank', ' \n\n'), env: {} }, /is empty/],
    ['has two lines', { tokenFile: file('two', `${secret}\n${secret}\n`), env: {} }, /more than one token/],
    ['has a space in it', { tokenFile: file('space', `a ${secret}`), env: {} }, /more than one token/],
    [
      'has a control character in it',
      { tokenFile: file('control', `a\u0007${secret}`), env: {} },
      /more than one token/,
    ],
    [
      'is too large',
      { tokenFile: file('large', secret.repeat(clientLimits.tokenFileBytes)), env: {} },
      /too large/,
    ],
    [
      'is two tokens in the environment',
      { env: { AHP_TOKEN: `a ${secret}` } },
      /AHP_TOKEN holds more than one token/,
    ],
  ])('is refused if its file %s', (_what, source, message) => {
    const error = failure(source);
    expect(error).toMatchObject({
      code: 'bad-token-file',
      exitCode: 2,
      hint: expect.stringMatching(/^[^\n]+\.$/),
    });
    expect(error.message).toMatch(message);
    expect(error.message).toMatch(/^[^\n]+\.$/);
    expect(inspect(error, { depth: 9 })).not.toContain(secret);
  });
});
