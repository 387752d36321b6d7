import { describe, expect, it } from 'vitest';
import { Line } from '../../src/text/line.js';
import { createTheme } from '../../src/text/theme.js';

const theme = createTheme({ color: 'none', attributes: false }, false);
const line = (columns: number) => new Line(theme, columns);

describe('Line', () => {
  it('fills its columns', () => {
    expect(line(6).add('ab').toString()).toBe('ab    ');
    expect(line(0).add('ab').toString()).toBe('');
    expect(line(-1).add('ab').toString()).toBe('');
  });

  it('adds nothing after the ellipsis, even if a wide character leaves a column free', () => {
    expect(line(4).add('日本語').add('abc').toString()).toBe('日… ');
  });

  it('pads up to a column', () => {
    expect(line(8).add('ab').padTo(5).add('cd').toString()).toBe('ab   cd ');
    expect(line(4).add('abc').padTo(2).add('d').toString()).toBe('abcd');
  });

  it('pads until columns are left', () => {
    expect(line(8).add('ab').padUntil(3).add('cd').toString()).toBe('ab   cd ');
    expect(line(4).add('abc').padUntil(3).add('d').toString()).toBe('abcd');
  });
});
