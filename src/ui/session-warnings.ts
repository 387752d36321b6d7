/** What is unusual about the session: the title shows it however narrow it is, and screen readers say it. */

import { hasFailed } from '../entries/session-info.js';
import type { Model } from '../picker/state.js';
import { cleanLine } from '../text/clean.js';

export interface SessionWarning {
  text: string;
  tone: 'plain' | 'warn' | 'bad';
}

/** That the session ends with the picker, in fewer and fewer columns. */
export const temporaryWords = [
  'temporary session, gone when you leave',
  'temporary session',
  'temporary',
] as const;

/** Returns the warnings as clean text. */
export function sessionWarnings(
  { session, limit, isTemporary }: Pick<Model, 'session' | 'limit' | 'isTemporary'>,
  temporary: string = temporaryWords[0],
): SessionWarning[] {
  const warnings: SessionWarning[] = [];
  if (isTemporary) warnings.push({ text: temporary, tone: 'warn' });
  if (limit !== null) warnings.push({ text: `only ${cleanLine(limit)}`, tone: 'plain' });
  if (session.status.includes('input needed')) warnings.push({ text: 'input needed', tone: 'warn' });
  if (hasFailed(session))
    warnings.push({ text: cleanLine(`failed: ${session.error ?? 'no reason given'}`), tone: 'bad' });
  return warnings;
}
