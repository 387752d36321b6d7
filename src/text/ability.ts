/** What a terminal can show: its size, and the colours, attributes and characters that the environment says it has. */

export interface Size {
  columns: number;
  rows: number;
}

/** `16`: the terminal's own colours, which suit its background. `attributes` are bold, dim, underline and inverse. */
export interface Ability {
  color: 'none' | '16';
  attributes: boolean;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Reads the environment. As in Node, FORCE_COLOR overrides NO_COLOR and everything else. */
export function abilityOf(env: Env, isTerminal: boolean): Ability {
  const { FORCE_COLOR: force, NO_COLOR: no = '', TERM: term = '' } = env;
  if (force !== undefined) {
    if (force === '0' || force === 'false')
      return { color: 'none', attributes: isTerminal && term !== 'dumb' };
    return { color: '16', attributes: true };
  }
  if (!isTerminal || term === 'dumb') return { color: 'none', attributes: false };
  return { color: no === '' ? '16' : 'none', attributes: true };
}

/**
 * Returns false if the locale has an encoding other than UTF-8. Without a locale nothing is known, and Windows does not
 * use these variables.
 */
export function hasUnicode(env: Env, platform: NodeJS.Platform = process.platform): boolean {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
  return platform === 'win32' || locale === '' || /utf-?8/i.test(locale);
}
