import { describe, expect, it } from 'vitest';
import { completionsFor } from '../../src/cli/completion-words.js';
import { specs } from '../../src/cli/specs.js';

const words = (...typed: string[]) => completionsFor(typed).words.map(({ word }) => word);

describe('completion', () => {
  it('offers the commands first, also after options', () => {
    const names = specs.map(({ name }) => name);
    expect(words('')).toEqual(names);
    expect(words('--url', 'ws://x', '')).toEqual(names);
  });

  it('offers the options of the command after a dash', () => {
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
      ['session', 'workspace', 'shared', 'global'],
    ],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [
      ['sessions', ''],
      ['rename', 'archive', 'close'],
    ],
    [
      ['mcp', ''],
      ['start', 'stop'],
    ],
    [['list', '--timeout', ''], []],
    [['list', ''], []],
  ])('after %j offers %j', (typed, expected) => expect(words(...typed)).toEqual(expected));

  it.each([
    [['show', ''], 'entries'],
    [['enable', 'a', 'b'], 'entries'],
    [['sessions', 'close', ''], 'sessions'],
    [['sessions', 'rename', ''], 'sessions'],
    [['mcp', 'start', ''], 'servers'],
    [['agent', ''], 'agents'],
    [['list', '--in', ''], 'containers'],
    [['list', '-s', ''], 'sessions'],
    [['list', '--host', ''], 'hosts'],
    [['list', '--provider', ''], 'providers'],
    [['list', '--token-file', ''], 'paths'],
    [['show', '--cwd', ''], 'paths'],
  ])('after %j looks up %s', (typed, wanted) => expect(completionsFor(typed).wanted).toBe(wanted));

  it.each([
    [['sessions', 'rename', 'x', '']],
    [['sessions', 'close', 'x', '']],
    [['mcp', 'stop', 'x', '']],
    [['show', 'x', '']],
    [['completion', 'bash', '']],
  ])('after %j offers nothing and looks nothing up', (typed) =>
    expect(completionsFor(typed)).toEqual({ words: [], values: {} }),
  );

  it('describes an option as the command does', () => {
    const about = (command: string) =>
      completionsFor([command, '-']).words.find(({ word }) => word === '--type')?.about;
    expect(about('new')).toBe('what to write: skill, agent, prompt, rule');
    expect(about('list')).toContain('hook');
  });

  it('looks up with the options that were typed before', () => {
    const typed = ['show', '--url', 'ws://x', '-C', '/y', '--local', '--session=z', '--plugin', 'p', ''];
    expect(completionsFor(typed).values).toEqual({
      url: 'ws://x',
      cwd: '/y',
      local: true,
      session: 'z',
      plugin: ['p'],
    });
  });
});
