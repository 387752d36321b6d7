/** What a terminal can show: its size, and the colours and attributes that the environment says it has. */

export interface Size {
  columns: number;
  rows: number;
}

export type ColorLevel = 'none' | '16' | '256';

/** What a terminal can show; `attributes` are bold, dim and underline. */
export interface Ability {
  color: ColorLevel;
  attributes: boolean;
}

type Env = Readonly<Record<string, string | undefined>>;

function colorOfTerminal({ TERM: term = '', COLORTERM: colorTerm = '' }: Env): ColorLevel {
  return colorTerm !== '' || /256|direct/.test(term) ? '256' : '16';
}

/** What the environment says. As in Node itself, FORCE_COLOR comes before NO_COLOR and before everything else. */
export function abilityOf(env: Env, isTerminal: boolean): Ability {
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: term } = env;
  if (force !== undefined) {
    if (force === '0' || force === 'false')
      return { color: 'none', attributes: isTerminal && term !== 'dumb' };
    return { color: force === '2' || force === '3' ? '256' : '16', attributes: true };
  }
  if (!isTerminal || term === 'dumb') return { color: 'none', attributes: false };
  if (no !== undefined && no !== '') return { color: 'none', attributes: true };
  return { color: colorOfTerminal(env), attributes: true };
}
