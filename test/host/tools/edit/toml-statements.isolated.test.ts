import { expect, test, vi } from 'vitest';
import { afterStatement } from '../../../../src/host/tools/edit/toml-scan.js';
import { offsetOf } from '../../../../src/host/tools/edit/toml-statements.js';

vi.mock('../../../../src/host/tools/edit/toml-scan.js', async (load) => {
  const module = await load<typeof import('../../../../src/host/tools/edit/toml-scan.js')>();
  return { ...module, afterStatement: vi.fn(module.afterStatement) };
});

test('finds the settings of a text in one pass over its statements', () => {
  const blocks = Array.from({ length: 100 }, (_, at) => `[[a.b]]\nx = ${at}\n`);
  const text = `top = 1\n${blocks.join('')}[c]\nd = { e = 1 }\n`;
  for (const at of blocks.keys()) {
    expect(offsetOf(text, ['a', 'b', at])).toBe(text.indexOf(`[[a.b]]\nx = ${at}\n`));
    expect(offsetOf(text, ['a', 'b', at, 'x'])).toBe(text.indexOf(`x = ${at}\n`));
  }
  expect(offsetOf(text, ['a'])).toBe(text.indexOf('[[a.b]]'));
  expect(offsetOf(text, ['c', 'd', 'e'])).toBe(text.indexOf('d ='));
  expect(offsetOf(text, ['c', 'f'])).toBe(text.indexOf('[c]'));
  expect(offsetOf(text, ['nowhere'])).toBeUndefined();
  expect(vi.mocked(afterStatement).mock.calls.length).toBeLessThan(300);
});
