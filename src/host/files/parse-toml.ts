/** The one reader of TOML, for the agents and the settings of Codex. */

import { parse, TomlError } from 'smol-toml';

/** Why a text is not valid TOML. Lines and columns count from 1. */
export interface TomlMistake {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** The tables of a TOML text, or the first mistake in it. */
export function parseTomlText(text: string): { tables: Readonly<Record<string, unknown>> } | TomlMistake {
  try {
    return { tables: parse(text.replace(/^\uFEFF/, ''), { integersAsBigInt: 'asNeeded' }) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [message = ''] = error.message.split('\n');
    return { line: error.line, column: error.column, message };
  }
}
