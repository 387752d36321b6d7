import { describe, expect, it } from 'vitest';
import type { Io } from '../../src/io.js';
import { abilityOf, hasUnicode } from '../../src/text/ability.js';
import { createTheme, paint, spelled, themeFor } from '../../src/text/theme.js';

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

describe('hasUnicode', () => {
  it.each([
    ['no locale', {}, true],
    ['empty variables', { LC_ALL: '', LC_CTYPE: '', LANG: '' }, true],
    ['UTF-8', { LANG: 'en_US.UTF-8' }, true],
    ['utf8', { LANG: 'C.utf8' }, true],
    ['an encoding alone, as macOS has it', { LC_CTYPE: 'UTF-8' }, true],
    ['a modifier', { LANG: 'de_DE.UTF-8@euro' }, true],
    ['C', { LANG: 'C' }, false],
    ['POSIX', { LANG: 'POSIX' }, false],
    ['another encoding', { LANG: 'en_US.ISO-8859-1' }, false],
    ['no encoding', { LANG: 'de_DE@euro' }, false],
    ['LC_ALL first', { LC_ALL: 'C', LC_CTYPE: 'C.UTF-8', LANG: 'C.UTF-8' }, false],
    ['LC_CTYPE before LANG', { LC_ALL: '', LC_CTYPE: 'C.UTF-8', LANG: 'C' }, true],
    ['other variables, which do not count', { LC_MESSAGES: 'C', LANGUAGE: 'C' }, true],
  ])('%s', (_what, env, expected) => {
    expect(hasUnicode(env, 'linux')).toBe(expected);
    expect(hasUnicode(env, 'win32')).toBe(true);
  });
});

describe('themeFor', () => {
  const prompt = (env: Record<string, string>, ascii = false) =>
    themeFor({ env, stdout: { isTTY: true } as Io['stdout'] }, { ascii }).glyphs.prompt;

  it('is ASCII on request, on a dumb terminal, and in a locale without UTF-8', () => {
    expect(prompt({ LANG: 'C.UTF-8' })).toBe('❯');
    expect(prompt({ LANG: 'C.UTF-8' }, true)).toBe('>');
    expect(prompt({ TERM: 'dumb' })).toBe('>');
    expect(prompt({ LC_ALL: 'POSIX', LANG: 'C.UTF-8' })).toBe('>');
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
