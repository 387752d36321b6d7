/** Errors with the reason why a switch cannot be made, worded for the user. */

import type { ProblemCode } from '../../protocol/problem-codes.js';

/** A switch that is refused: the message is the reason, and no file was touched. */
export class Refusal extends Error {
  /** The kind of problem, if the reason is a file that cannot be read. */
  readonly code: ProblemCode;

  constructor(reason: string, cause?: unknown, code: ProblemCode = 'unreadable') {
    super(reason, cause === undefined ? undefined : { cause });
    this.name = 'Refusal';
    this.code = code;
  }
}

/** Settings that cannot be read as their tool would read them. Lines and columns count from 1. */
export class SettingsMistake extends Error {
  readonly line: number;
  readonly column: number;

  constructor(line: number, column: number, message: string) {
    super(message);
    this.name = 'SettingsMistake';
    this.line = line;
    this.column = column;
  }
}

/** Returns what the parser returns. Adds to a mistake what the tool does because of it. */
export function withConsequence<T>(consequence: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof SettingsMistake)) throw error;
    const { line, column, message } = error;
    throw new SettingsMistake(line, column, `${message}, so ${consequence}`);
  }
}

/** Returns the mistake at this offset of a text. */
export function mistakeAt(text: string, offset: number, message: string): SettingsMistake {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return new SettingsMistake(line, offset - before.lastIndexOf('\n'), message);
}
