/**
 * Every colour, and every glyph with its ASCII form, by meaning. Colour never carries meaning alone: each sign also has
 * a glyph or a word. A theme holds the escape sequences for one kind of terminal.
 */

import type { Io } from '../io.js';
import { type Ability, abilityOf, hasUnicode } from './ability.js';
import { cleanLine } from './clean.js';

interface StyleSpec {
  attributes?: readonly (keyof typeof attributeCodes)[];
  /** One of the terminal's own colours. Yellow is for signs and single words: on white it is hard to read. */
  color?: number;
}

const attributeCodes = { bold: [1, 22], dim: [2, 22], underline: [4, 24], inverse: [7, 27] } as const;

const styleSpecs = {
  plain: {},
  dim: { attributes: ['dim'] },
  strong: { attributes: ['bold'] },
  /** The name of the row with the cursor. */
  selected: { attributes: ['bold'], color: 36 },
  /** The cell that is switched alone. */
  chosen: { attributes: ['inverse'] },
  match: { attributes: ['bold', 'underline'], color: 36 },
  dimMatch: { attributes: ['dim', 'underline'] },
  good: { color: 32 },
  warn: { color: 33 },
  bad: { color: 31 },
  accent: { color: 36 },
} as const satisfies Record<string, StyleSpec>;

export type StyleName = keyof typeof styleSpecs;

/** The escape sequences around a text; empty if the terminal has no such style. */
interface Style {
  open: string;
  close: string;
}

export interface Sign {
  glyph: string;
  /** The word for it in rows, headers, help and for screen readers. */
  label: string;
  style: StyleName;
}

const sgr = (code: number) => `\x1b[${code}m`;

function styleOf(spec: StyleSpec, { color, attributes }: Ability): Style {
  const codes = attributes ? (spec.attributes ?? []).map((name) => attributeCodes[name]) : [];
  let open = codes.map(([on]) => sgr(on)).join('');
  let close = codes.map(([, off]) => sgr(off)).join('');
  if (color === 'none' || spec.color === undefined) return { open, close };
  open += sgr(spec.color);
  close = sgr(39) + close;
  return { open, close };
}

export type Theme = ReturnType<typeof createTheme>;
export type EnabledName = keyof Theme['enabled'];
export type MarkName = keyof Theme['mark'];
export type GateName = keyof Theme['gate'];

export function createTheme(ability: Ability, isAscii: boolean) {
  const glyph = (unicode: string, ascii: string): string => (isAscii ? ascii : unicode);
  const sign = (unicode: string, ascii: string, label: string, style: StyleName): Sign => ({
    glyph: glyph(unicode, ascii),
    label,
    style,
  });
  const styles = Object.entries(styleSpecs).map(([name, spec]) => [name, styleOf(spec, ability)]);
  return {
    isAscii,
    styles: Object.fromEntries(styles) as Record<StyleName, Style>,
    glyphs: {
      cursor: glyph('▌', '>'),
      prompt: glyph('❯', '>'),
      rule: glyph('─', '-'),
      divider: glyph('│', '|'),
      arrows: glyph('←→', 'left/right'),
      ellipsis: glyph('…', '...'),
      separator: glyph('·', '-'),
    },
    enabled: {
      on: sign('●', '+', 'on', 'good'),
      off: sign('○', '-', 'off', 'plain'),
      'off-with-container': sign('◌', 'o', 'off', 'plain'),
      mixed: sign('◐', '%', 'differs', 'warn'),
      shadowed: sign('≠', '=', 'shadowed', 'warn'),
      refused: sign('✗', 'x', 'broken', 'bad'),
      unknown: sign('–', '?', 'not said', 'dim'),
    },
    mark: {
      pending: sign('…', '~', 'not yet confirmed', 'warn'),
      changed: sign('*', '*', 'switched here', 'accent'),
    },
    gate: {
      lit: sign('', '', 'may', 'dim'),
      dark: sign('·', '.', 'may not', 'strong'),
      unknown: sign('–', '-', 'not said', 'dim'),
    },
    tone: {
      plain: sign('✓', 'v', 'done', 'good'),
      warn: sign('!', '!', 'warning', 'warn'),
      bad: sign('✗', 'x', 'failed', 'bad'),
    },
    load: {
      loading: sign('↻', '~', 'loading', 'accent'),
      loaded: sign('✓', 'v', 'loaded', 'good'),
      degraded: sign('!', '!', 'incomplete', 'warn'),
      error: sign('✗', 'x', 'error', 'bad'),
    },
    server: {
      starting: sign('↻', '~', 'starting', 'accent'),
      ready: sign('✓', 'v', 'ready', 'good'),
      authRequired: sign('!', '!', 'auth', 'warn'),
      error: sign('✗', 'x', 'error', 'bad'),
      stopped: sign('■', '#', 'stopped', 'dim'),
    },
  };
}

/** Returns the theme for what is written to stdout. */
export function themeFor(
  { env, stdout }: Pick<Io, 'env' | 'stdout'>,
  { color, ascii }: { color?: boolean; ascii?: boolean },
): Theme {
  const colorEnv = color === false ? { ...env, FORCE_COLOR: undefined, NO_COLOR: '1' } : env;
  const isAscii = ascii === true || env['TERM'] === 'dumb' || !hasUnicode(env);
  return createTheme(abilityOf(colorEnv, stdout.isTTY === true), isAscii);
}

export interface StyledText {
  text: string;
  style: StyleName;
}

/** Describes a state that a host reports, with its message. A state without a sign is shown by its name. */
export function describeState(
  signs: Readonly<Record<string, Sign>>,
  state: string,
  message: string | null,
): StyledText {
  const sign = Object.hasOwn(signs, state) ? signs[state] : undefined;
  const label = sign === undefined ? cleanLine(state) : `${sign.glyph} ${sign.label}`;
  const text = message === null ? label : `${label}: ${cleanLine(message)}`;
  return { text, style: sign?.style ?? 'plain' };
}

const asciiForms: Readonly<Record<string, string>> = {
  '←': 'left',
  '→': 'right',
  '↑': 'up',
  '↓': 'down',
  '·': '-',
  '…': '...',
};

/** Returns a sentence of ours without the signs that an ASCII terminal cannot show. */
export function spelled({ isAscii }: Pick<Theme, 'isAscii'>, text: string): string {
  return isAscii ? text.replace(/[←→↑↓·…]/g, (sign) => asciiForms[sign] ?? sign) : text;
}

export function paint(theme: Theme, style: StyleName, text: string): string {
  const { open, close } = theme.styles[style];
  return text === '' ? '' : open + text + close;
}
