import { describe, expect, it } from 'vitest';
import { hintFor, report } from '../../src/cli/report.js';
import { SkillpickError } from '../../src/errors.js';
import type { Io } from '../../src/io.js';

function printed(error: unknown, env: Record<string, string> = {}): { code: number; text: string } {
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

describe('report', () => {
  it('prints the message and the hint of an expected error', () => {
    const error = new SkillpickError('entry-unknown', 'There is no entry "x".', { hint: 'Look again.' });
    expect(printed(error)).toEqual({ code: 3, text: 'skillpick: There is no entry "x". Look again.\n' });
    expect(printed(new SkillpickError('bad-usage', 'No.'))).toEqual({ code: 2, text: 'skillpick: No.\n' });
  });

  it('prints the hint for the code after an error without a hint of its own', () => {
    const error = new SkillpickError('session-ambiguous', 'Several:', { choices: ['a', 'b'] });
    expect(printed(error).text).toBe('skillpick: Several:\n  a\n  b\nChoose one with --session.\n');
    expect(hintFor(error)).toBe('Choose one with --session.');
    expect(hintFor(new SkillpickError('session-ambiguous', 'Several:', { hint: 'Own.' }))).toBe('Own.');
    expect(hintFor(new SkillpickError('closed', 'Closed.'))).toBeUndefined();
  });

  it.each([
    ['wrong-token', '--token-file'],
    ['token-exposed', '--token-file'],
    ['token-unencrypted', '--insecure'],
    ['request-timeout', '--timeout'],
  ] as const)('prints a hint for the code %s that names %s', (code, option) => {
    expect(printed(new SkillpickError(code, 'No.', { hint: 'Try again.' })).text).toContain(option);
  });

  it('prints any other error as a bug, with its stack', () => {
    const { code, text } = printed(new TypeError('oops'));
    expect(code).toBe(1);
    expect(text).toMatch(
      /^skillpick: this is a bug; please report it with the lines below\.\n {2}TypeError: oops\n {2}\s+at /,
    );
    expect(printed('only words').text).toContain('\n  only words\n');
  });

  it('prints nothing for an error that commander has printed', () => {
    expect(printed({ code: 'commander.unknownOption', exitCode: 1 })).toEqual({ code: 2, text: '' });
    expect(printed({ code: 'commander.helpDisplayed', exitCode: 0 })).toEqual({ code: 0, text: '' });
  });

  it('never prints a token or a control sequence', () => {
    const error = new Error('no ws://x/?tkn=s3cret&a=1 or s3cret-too \u001b[2J');
    const { text } = printed(error, { AHP_TOKEN: ' s3cret-too\n' });
    expect(text).not.toMatch(/s3cret|\u001b/);
    expect(text).toContain('?tkn=…&a=1');
  });

  it('cuts a long message', () => {
    const { text } = printed(new SkillpickError('bad-usage', 'line\n'.repeat(1_000)));
    expect(text.split('\n').length).toBeLessThan(50);
  });
});
