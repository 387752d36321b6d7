import { describe, expect, it } from 'vitest';
import { report } from '../../src/cli/report.js';
import { SkillpickError } from '../../src/errors.js';
import type { Io } from '../../src/io.js';

function told(error: unknown, env: Record<string, string> = {}): { code: number; text: string } {
  let text = '';
  const stderr = {
    write: (chunk: string) => {
      text += chunk;
      return true;
    },
  };
  const code = report(error, { env, stderr } as unknown as Io);
  return { code, text };
}

describe('an error', () => {
  it('that is expected is its message and hint', () => {
    const error = new SkillpickError('entry-unknown', 'There is no entry "x".', { hint: 'Look again.' });
    expect(told(error)).toEqual({ code: 3, text: 'skillpick: There is no entry "x". Look again.\n' });
    expect(told(new SkillpickError('bad-usage', 'No.'))).toEqual({ code: 2, text: 'skillpick: No.\n' });
  });

  it.each([
    ['wrong-token', '--token-file'],
    ['token-exposed', '--token-file'],
    ['token-unencrypted', '--insecure'],
    ['request-timeout', '--timeout'],
  ] as const)('with the code %s has a hint that names %s', (code, option) => {
    expect(told(new SkillpickError(code, 'No.', { hint: 'Try again.' })).text).toContain(option);
  });

  it('that is not expected is a bug, with where it came from', () => {
    const { code, text } = told(new TypeError('oops'));
    expect(code).toBe(1);
    expect(text).toMatch(
      /^skillpick: this is a bug; please report it with the lines below\.\n {2}TypeError: oops\n {2}\s+at /,
    );
    expect(told('only words').text).toContain('\n  only words\n');
  });

  it('of commander has been told already', () => {
    expect(told({ code: 'commander.unknownOption', exitCode: 1 })).toEqual({ code: 2, text: '' });
    expect(told({ code: 'commander.helpDisplayed', exitCode: 0 })).toEqual({ code: 0, text: '' });
  });

  it('never shows a token, nor anything that steers the terminal', () => {
    const error = new Error('no ws://x/?tkn=s3cret&a=1 or s3cret-too \u001b[2J');
    const { text } = told(error, { AHP_TOKEN: ' s3cret-too\n' });
    expect(text).not.toMatch(/s3cret|\u001b/);
    expect(text).toContain('?tkn=…&a=1');
  });

  it('that goes on and on is cut', () => {
    const { text } = told(new SkillpickError('bad-usage', 'line\n'.repeat(1_000)));
    expect(text.split('\n').length).toBeLessThan(50);
  });
});
