import { expect, it } from 'vitest';
import { pathOf } from '../src/paths.js';

it.each([
  ['file:///a/b', '/a/b'],
  ['file:///a/b%20c', '/a/b c'],
  ['file:///C:/a', 'C:/a'],
  ['file:///c%3A/a', 'c:/a'],
  ['file:///a/%zz', '/a/%zz'],
  ['file:///a/50%', '/a/50%'],
  ['virtual://a', undefined],
  ['', undefined],
])('reads from %j the path %s', (uri, expected) => expect(pathOf(uri)).toBe(expected));
