/** What a terminal can show: its size, and the colours, attributes and characters that the environment says it has. */

export interface Size {
  columns: number;
  rows: number;
}

type ColorLevel = 'none' | '16' | '256';

/** `attributes` are bold, dim and underline. */
export interface Ability {
  color: ColorLevel;
  attributes: boolean;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Reads the environment. As in Node, FORCE_COLOR overrides NO_COLOR and everything else. */
export function abilityOf(env: Env, isTerminal: boolean): Ability {
  const { FORCE_COLOR: force, NO_COLOR: no = '', TERM: term = '', COLORTERM: colorTerm = '' } = env;
  if (force !== undefined) {
    if (force === '0' || force === 'false')
      return { color: 'none', attributes: isTerminal && term !== 'dumb' };
    return { color: force === '2' || force === '3' ? '256' : '16', attributes: true };
  }
  if (!isTerminal || term === 'dumb') return { color: 'none', attributes: false };
  if (no !== '') return { color: 'none', attributes: true };
  const has256 = colorTerm !== '' || /256|direct/.test(term);
  return { color: has256 ? '256' : '16', attributes: true };
}

/**
 * Returns false if the locale has an encoding other than UTF-8. Without a locale nothing is known, and Windows does not
 * use these variables.
 */
export function hasUnicode(env: Env, platform: NodeJS.Platform = process.platform): boolean {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
  return platform === 'win32' || locale === '' || /utf-?8/i.test(locale);
}
