import { describe, expect, it } from 'vitest';
import { abilityOf } from '../../src/text/ability.js';
import { createTheme, paint, spelled } from '../../src/text/theme.js';

const full = { color: '16', attributes: true } as const;
const bare = { color: 'none', attributes: false } as const;

describe('abilityOf', () => {
  const none = { color: 'none', attributes: true };
  it.each([
    ['a terminal', { TERM: 'xterm' }, true, full],
    ['no TERM at all', {}, true, full],
    ['256 in TERM, of which 16 are used', { TERM: 'xterm-256color' }, true, full],
    ['COLORTERM', { TERM: 'xterm', COLORTERM: 'truecolor' }, true, full],
    ['not a terminal', { TERM: 'xterm-256color' }, false, bare],
    ['TERM=dumb', { TERM: 'dumb', COLORTERM: 'truecolor' }, true, bare],
    ['NO_COLOR', { TERM: 'xterm-256color', NO_COLOR: '1' }, true, none],
    ['an empty NO_COLOR, which does not count', { TERM: 'xterm', NO_COLOR: '' }, true, full],
    ['FORCE_COLOR into a pipe', { FORCE_COLOR: '1' }, false, full],
    ['FORCE_COLOR=2 over NO_COLOR and dumb', { FORCE_COLOR: '2', NO_COLOR: '1', TERM: 'dumb' }, false, full],
    ['FORCE_COLOR=0', { FORCE_COLOR: '0', TERM: 'xterm' }, true, none],
    ['FORCE_COLOR=0 into a pipe', { FORCE_COLOR: '0', TERM: 'xterm' }, false, bare],
  ])('%s', (_what, env, isTerminal, expected) => {
    expect(abilityOf(env, isTerminal)).toEqual(expected);
  });
});

describe('createTheme', () => {
  const groups = ['enabled', 'mark', 'gate', 'tone', 'load', 'server'] as const;

  it.each([
    ['glyphs', false],
    ['ASCII twins', true],
  ])('gives every sign of a group its own %s, without colour', (_what, ascii) => {
    const theme = createTheme(bare, ascii);
    for (const group of groups) {
      const glyphs = Object.values(theme[group]).map(({ glyph }) => glyph);
      expect(new Set(glyphs).size).toBe(glyphs.length);
    }
  });

  it('is all ASCII on request', () => {
    const theme = createTheme(full, true);
    const signs = groups.flatMap((group) =>
      Object.values(theme[group]).flatMap(({ glyph, label }) => [glyph, label]),
    );
    for (const text of [...signs, ...Object.values(theme.glyphs)]) expect(text).toMatch(/^[\x20-\x7e]*$/);
  });

  it.each([
    ['nothing', bare, 'x'],
    ['attributes only', { color: 'none', attributes: true }, '\x1b[1m\x1b[4mx\x1b[22m\x1b[24m'],
    ['16 colours', { color: '16', attributes: true }, '\x1b[1m\x1b[4m\x1b[36mx\x1b[39m\x1b[22m\x1b[24m'],
  ] as const)('paints a match with %s', (_what, ability, expected) => {
    expect(paint(createTheme(ability, false), 'match', 'x')).toBe(expected);
  });

  it('uses no bright colours, which are unreadable on a light background', () => {
    const theme = createTheme(full, false);
    const codes = Object.values(theme.styles).flatMap(({ open }) => open.match(/\d+/g) ?? []);
    expect(codes.filter((code) => !['1', '2', '4', '7', '31', '32', '33', '36'].includes(code))).toEqual([]);
  });

  it('spells the signs in sentences for an ASCII terminal alone', () => {
    expect(spelled(createTheme(full, true), 'off · alt+→ opens…')).toBe('off - alt+right opens...');
    expect(spelled(createTheme(full, false), 'off · alt+→ opens…')).toBe('off · alt+→ opens…');
  });

  it('adds nothing to an empty text', () => {
    expect(paint(createTheme(full, false), 'match', '')).toBe('');
  });
});
