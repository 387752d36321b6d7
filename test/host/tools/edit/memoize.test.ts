import { expect, test, vi } from 'vitest';
import { memoizeLast } from '../../../../src/host/tools/edit/memoize.js';

test('keeps the results for the files of all tools, which are read in turn', () => {
  const make = vi.fn((text: string) => text.length);
  const lengthOf = memoizeLast(make);
  const texts = Array.from({ length: 24 }, (_, at) => 'x'.repeat(at));
  for (const text of [...texts, ...texts]) expect(lengthOf(text)).toBe(text.length);
  expect(make).toHaveBeenCalledTimes(texts.length);
});
