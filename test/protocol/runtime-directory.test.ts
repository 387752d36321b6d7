import { describe, expect, it } from 'vitest';
import { runtimeDirectory } from '../../src/protocol/index.js';

describe('runtimeDirectory', () => {
  it.each<[string, string, string, Record<string, string>, string]>([
    ['linux', 'linux', '/home/a', {}, '/home/a/.local/state/skillpick/run'],
    [
      'linux with a runtime directory',
      'linux',
      '/home/a',
      { XDG_RUNTIME_DIR: '/run/user/1' },
      '/run/user/1/skillpick',
    ],
    ['linux with a state directory', 'linux', '/home/a', { XDG_STATE_HOME: '/s' }, '/s/skillpick/run'],
    ['linux with both', 'linux', '/home/a', { XDG_RUNTIME_DIR: '/r', XDG_STATE_HOME: '/s' }, '/r/skillpick'],
    [
      'linux with empty variables',
      'linux',
      '/home/a',
      { XDG_RUNTIME_DIR: '', XDG_STATE_HOME: '' },
      '/home/a/.local/state/skillpick/run',
    ],
    ['another unix', 'freebsd', '/home/a', {}, '/home/a/.local/state/skillpick/run'],
    ['macOS', 'darwin', '/Users/a', { XDG_STATE_HOME: '/s' }, '/Users/a/Library/Caches/skillpick/run'],
    ['macOS with a runtime directory', 'darwin', '/Users/a', { XDG_RUNTIME_DIR: '/r' }, '/r/skillpick'],
    ['Windows', 'win32', 'C:\\a', {}, 'C:\\a\\AppData\\Local\\skillpick\\run'],
    ['Windows with its variable', 'win32', 'C:\\a', { LOCALAPPDATA: 'D:\\l' }, 'D:\\l\\skillpick\\run'],
    [
      'Windows with an empty variable',
      'win32',
      'C:\\a',
      { LOCALAPPDATA: '' },
      'C:\\a\\AppData\\Local\\skillpick\\run',
    ],
  ])('on %s', (_, platform, home, env, expected) => {
    expect(runtimeDirectory({ env, platform, home })).toBe(expected);
  });
});
