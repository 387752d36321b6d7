/**
 * Every colour, and every glyph with its ASCII form, by meaning. Colour never carries meaning alone: each sign also has
 * a glyph or a word. A theme holds the escape sequences for one kind of terminal.
 */

import type { Io } from '../io.js';
import { type Ability, abilityOf } from './ability.js';
import { cleanLine } from './clean.js';

type StyleSpec = {
  attributes?: readonly ('bold' | 'dim' | 'underline')[];
  color16?: number;
  color256?: number;
};

const styleSpecs = {
  plain: {},
  dim: { attributes: ['dim'] },
  strong: { attributes: ['bold'] },
  match: { attributes: ['bold', 'underline'], color16: 36, color256: 45 },
  dimMatch: { attributes: ['dim', 'underline'] },
  good: { color16: 32, color256: 42 },
  warn: { color16: 33, color256: 214 },
  bad: { color16: 31, color256: 203 },
  accent: { color16: 36, color256: 45 },
} as const satisfies Record<string, StyleSpec>;

export type StyleName = keyof typeof styleSpecs;

interface SignSpec {
  glyph: string;
  ascii: string;
  /** The word for it in rows, headers, help and for screen readers. */
  label: string;
  style: StyleName;
}

const signSpecs = {
  enabled: {
    on: { glyph: '●', ascii: '+', label: 'on', style: 'good' },
    off: { glyph: '○', ascii: '-', label: 'off', style: 'plain' },
    byContainer: { glyph: '◌', ascii: ':', label: 'off', style: 'plain' },
    mixed: { glyph: '◐', ascii: '%', label: 'mixed', style: 'warn' },
  },
  mark: {
    pending: { glyph: '…', ascii: '~', label: 'not yet confirmed', style: 'warn' },
    changed: { glyph: '*', ascii: '*', label: 'switched here', style: 'accent' },
  },
  gate: {
    lit: { glyph: '', ascii: '', label: 'may invoke it', style: 'accent' },
    dark: { glyph: '·', ascii: '.', label: 'may not invoke it', style: 'dim' },
    unknown: { glyph: '–', ascii: '-', label: 'not said', style: 'dim' },
  },
  load: {
    loading: { glyph: '↻', ascii: '~', label: 'loading', style: 'accent' },
    loaded: { glyph: '✓', ascii: 'v', label: 'loaded', style: 'good' },
    degraded: { glyph: '!', ascii: '!', label: 'degraded', style: 'warn' },
    error: { glyph: '✗', ascii: 'x', label: 'error', style: 'bad' },
  },
  server: {
    starting: { glyph: '↻', ascii: '~', label: 'starting', style: 'accent' },
    ready: { glyph: '✓', ascii: 'v', label: 'ready', style: 'good' },
    authRequired: { glyph: '!', ascii: '!', label: 'auth', style: 'warn' },
    error: { glyph: '✗', ascii: 'x', label: 'error', style: 'bad' },
    stopped: { glyph: '■', ascii: '#', label: 'stopped', style: 'dim' },
  },
} as const satisfies Record<string, Record<string, SignSpec>>;

const glyphSpecs = {
  cursor: ['▌', '>'],
  prompt: ['❯', '>'],
  rule: ['─', '-'],
  ellipsis: ['…', '...'],
  separator: ['·', '-'],
  live: ['●', '*'],
} as const satisfies Record<string, readonly [glyph: string, ascii: string]>;

export type EnabledName = keyof typeof signSpecs.enabled;
export type MarkName = keyof typeof signSpecs.mark;
export type GateName = keyof typeof signSpecs.gate;

/** The escape sequences around a text; empty if the terminal has no such style. */
interface Style {
  open: string;
  close: string;
}

export interface Sign {
  glyph: string;
  label: string;
  style: StyleName;
}

type Signs = { readonly [Group in keyof typeof signSpecs]: Record<keyof (typeof signSpecs)[Group], Sign> };

export interface Theme extends Signs {
  styles: Record<StyleName, Style>;
  glyphs: Record<keyof typeof glyphSpecs, string>;
}

const attributeCodes = { bold: [1, 22], dim: [2, 22], underline: [4, 24] } as const;
const sgr = (code: number | string) => `\x1b[${code}m`;

function styleOf(spec: StyleSpec, { color, attributes }: Ability): Style {
  const codes = attributes ? (spec.attributes ?? []).map((name) => attributeCodes[name]) : [];
  let open = codes.map(([on]) => sgr(on)).join('');
  let close = codes.map(([, off]) => sgr(off)).join('');
  if (color === '16' && spec.color16 !== undefined) open += sgr(spec.color16);
  if (color === '256' && spec.color256 !== undefined) open += sgr(`38;5;${spec.color256}`);
  if (color !== 'none' && spec.color16 !== undefined) close = sgr(39) + close;
  return { open, close };
}

function mapValues<Key extends string, From, To>(from: Record<Key, From>, change: (value: From) => To) {
  return Object.fromEntries(Object.entries<From>(from).map(([key, value]) => [key, change(value)])) as Record<
    Key,
    To
  >;
}

export function createTheme(ability: Ability, ascii: boolean): Theme {
  const sign = ({ glyph, ascii: asciiGlyph, label, style }: SignSpec): Sign => ({
    glyph: ascii ? asciiGlyph : glyph,
    label,
    style,
  });
  const signs = mapValues<string, Record<string, SignSpec>, unknown>(signSpecs, (group) =>
    mapValues(group, sign),
  ) as Signs;
  return {
    ...signs,
    styles: mapValues<StyleName, StyleSpec, Style>(styleSpecs, (spec) => styleOf(spec, ability)),
    glyphs: mapValues(glyphSpecs, ([glyph, asciiGlyph]) => (ascii ? asciiGlyph : glyph) as string),
  };
}

/** Returns the theme for what is written to stdout. */
export function themeFor(
  { env, stdout }: Pick<Io, 'env' | 'stdout'>,
  { color, ascii }: { color?: boolean; ascii?: boolean },
): Theme {
  const colorEnv = color === false ? { ...env, FORCE_COLOR: undefined, NO_COLOR: '1' } : env;
  return createTheme(abilityOf(colorEnv, stdout.isTTY === true), ascii === true || env['TERM'] === 'dumb');
}

export interface StyledText {
  text: string;
  style: StyleName;
}

/** Describes a state that a host reports, with its message; one without a sign is shown as the host calls it. */
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

/** Returns the text in a style of the theme. */
export function paint(theme: Theme, style: StyleName, text: string): string {
  const { open, close } = theme.styles[style];
  return text === '' ? '' : open + text + close;
}
