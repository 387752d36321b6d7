import { expect, it } from 'vitest';
import { formatAge, formatCount, formatPlace, formatSize, shortPath } from '../../src/text/humanize.js';

it.each([
  [-5, '0 s'],
  [0, '0 s'],
  [59_000, '59 s'],
  [60_000, '1 min'],
  [3_599_000, '59 min'],
  [3_600_000, '1 h'],
  [90_000_000, '1 d'],
])('formats an age of %i ms as %s', (ms, expected) => expect(formatAge(ms)).toBe(expected));

it.each([
  [0, '0 B'],
  [1_023, '1023 B'],
  [1_024, '1.0 KiB'],
  [1_536, '1.5 KiB'],
  [5 * 1024 * 1024, '5.0 MiB'],
])('formats %i bytes as %s', (bytes, expected) => expect(formatSize(bytes)).toBe(expected));

it.each([
  ['file:///home/me', '~'],
  ['file:///home/me/x', '~/x'],
  ['file:///home/mean', '/home/mean'],
  ['virtual://a', 'virtual://a'],
])('formats %s as %s', (uri, expected) => expect(formatPlace(uri, '/home/me')).toBe(expected));

it.each([
  ['/home/me/repo/.claude/settings.json', '.claude/settings.json'],
  ['/home/me/repository/x', '~/repository/x'],
  ['/etc/codex/config.toml', '/etc/codex/config.toml'],
])('shortens %s to %s', (path, expected) => {
  expect(shortPath(path, '/home/me/repo', '/home/me')).toBe(expected);
});

it('shortens no path by a directory that is not known', () => {
  expect(shortPath('/home/me/repo/x', undefined, '/home/me')).toBe('~/repo/x');
});

it.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1,000'],
  [1_234_567, '1,234,567'],
])('formats a count of %i as %s', (count, expected) => expect(formatCount(count)).toBe(expected));
