/** The question about a tool that can switch only for all repositories: a sentence, and the keys that reply to it. */

import { toolTitle } from '../entries/tool-names.js';
import type { KeyIntent } from '../picker/intents.js';
import type { ConsentView } from '../picker/open-view.js';
import { named } from '../picker/sending.js';

type ConsentKey = Extract<KeyIntent, { type: 'consent' }> | 'back';

/** Returns which tool is asked about, and for which entries. */
export function consentQuestion({ asked, about }: ConsentView): string {
  const [tool = ''] = asked;
  return `${toolTitle(tool)} can only switch ${named(about.get(tool) ?? [])} for all repositories.`;
}

/** Returns the keys as they are written or drawn, each with its word. They are shorter if there are too few columns. */
export function consentKeys(
  keyOf: (intent: ConsentKey) => string,
  columns = Number.POSITIVE_INFINITY,
): string {
  const key = (answer: 'once' | 'always' | 'leave') => keyOf({ type: 'consent', answer });
  const keys = (leave: string) =>
    `${key('once')} once  ${key('always')} always  ${key('leave')} ${leave}  ${keyOf('back')} cancel`;
  const long = keys('leave out');
  return long.length <= columns ? long : keys('leave');
}
