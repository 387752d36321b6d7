/** The question about a tool that can switch only for all repositories. */

import { toolTitle } from '../entries/tool-names.js';
import type { KeyIntent } from '../picker/intents.js';
import { named } from '../picker/sending.js';
import type { ConsentView } from '../picker/state.js';

type ConsentKey = Extract<KeyIntent, { type: 'consent' }> | 'back';

/** Returns the question, with its keys as they are written or drawn; a short one if there are too few columns. */
export function consentQuestion(
  { asked, about }: ConsentView,
  keyOf: (intent: ConsentKey) => string,
  columns = Number.POSITIVE_INFINITY,
): string {
  const [tool = ''] = asked;
  const key = (answer: 'once' | 'always' | 'leave') => keyOf({ type: 'consent', answer });
  const names = named(about.get(tool) ?? []);
  const keys = `${key('once')} once, ${key('always')} always, ${key('leave')} leave it out, ${keyOf('back')} cancel`;
  const question = `${toolTitle(tool)} switches ${names} for all repositories only: ${keys}`;
  if (question.length < columns) return question;
  const back = keyOf('back');
  return `${toolTitle(tool)} everywhere: ${key('once')} once, ${key('always')} always, ${key('leave')} leave, ${back}`;
}
