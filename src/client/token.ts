/** Reads the connection token from a file or the environment. It is never part of a message. */

import { readFileSync, statSync } from 'node:fs';
import { type ErrorDetails, SkillpickError } from '../errors.js';
import { clientLimits } from './limits.js';

/** Where a token may come from. */
export interface TokenSource {
  /** A file that holds the token and nothing else. */
  tokenFile?: string | undefined;
  env: Readonly<Record<string, string | undefined>>;
}

function badToken(message: string, details: ErrorDetails = {}): SkillpickError {
  const hint = 'The file holds the token on one line and nothing else.';
  return new SkillpickError('bad-token-file', message, { hint, ...details });
}

function readTokenFile(file: string): string {
  try {
    const stat = statSync(file);
    if (!stat.isFile()) throw badToken(`${file} is not a file.`);
    if (stat.size > clientLimits.tokenFileBytes) throw badToken(`${file} is too large for a token.`);
    return readFileSync(file, 'utf8');
  } catch (cause) {
    if (cause instanceof SkillpickError) throw cause;
    const { code } = cause as NodeJS.ErrnoException;
    throw badToken(`The token file ${file} cannot be read (${code}).`, { cause });
  }
}

/** Returns the token of the file, else AHP_TOKEN; undefined if there is none. */
export function readToken({ tokenFile, env }: TokenSource): string | undefined {
  const token = (tokenFile === undefined ? env['AHP_TOKEN'] : readTokenFile(tokenFile))?.trim();
  const where = tokenFile ?? 'AHP_TOKEN';
  if (token !== undefined && /[\s\p{Cc}]/u.test(token))
    throw badToken(`${where} holds more than one token.`, { hint: 'It should be one line without spaces.' });
  if (tokenFile !== undefined && token === '')
    throw badToken(`${where} is empty.`, { hint: 'Write the host’s token into it.' });
  return token === '' ? undefined : token;
}
