import { describe, expect, it } from 'vitest';
import { completing } from '../../src/cli/completion-words.js';
import { specs } from '../../src/cli/specs.js';

const words = (...typed: string[]) => completing(typed).suggestions.map(({ word }) => word);

describe('the end of a command line', () => {
  it('is a command at first, also after options', () => {
    const names = specs.map(({ name }) => name);
    expect(words('')).toEqual(names);
    expect(words('--url', 'ws://x', '')).toEqual(names);
  });

  it('is an option of the command after a dash', () => {
    expect(words('list', '-')).toContain('--invocable');
    expect(words('list', '-')).not.toContain('--scope');
    expect(words('disable', 'x', '--')).toContain('--scope');
    expect(words('--')).toContain('--type');
  });

  it.each([
    [
      ['list', '--invocable', ''],
      ['user', 'model', 'both', 'none'],
    ],
    [
      ['disable', '--scope', 'g'],
      ['session', 'workspace', 'global'],
    ],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['list', '--timeout', ''], []],
    [['list', ''], []],
  ])('after %j is one of %j', (typed, expected) => expect(words(...typed)).toEqual(expected));

  it.each([
    [['show', ''], 'entries'],
    [['enable', 'a', 'b'], 'entries'],
    [['list', '--in', ''], 'containers'],
    [['list', '-s', ''], 'sessions'],
    [['list', '--host', ''], 'hosts'],
    [['list', '--provider', ''], 'providers'],
    [['list', '--token-file', ''], 'paths'],
    [['show', '--cwd', ''], 'paths'],
  ])('after %j has to be looked up: %s', (typed, wanted) => expect(completing(typed).wanted).toBe(wanted));

  it('knows what was typed before, for whoever looks up', () => {
    expect(completing(['show', '--url', 'ws://x', '-C', '/y', '--local', '--session=z', '']).given).toEqual({
      url: 'ws://x',
      cwd: '/y',
      local: true,
      session: 'z',
    });
  });
});
