/** The question about a tool that can switch only for all repositories: a sentence, and the keys that reply to it. */

import { memo } from 'react';
import { toolTitle } from '../entries/tool-names.js';
import type { KeyIntent } from '../picker/intents.js';
import { keyFor } from '../picker/keymap.js';
import type { ConsentView } from '../picker/open-view.js';
import { named } from '../picker/sending.js';
import { cleanLine } from '../text/clean.js';
import { paint, type Theme } from '../text/theme.js';
import { displayWidth, truncate } from '../text/width.js';
import { Lines } from './Lines.js';
import { uiLimits } from './limits.js';
import { wrapText } from './view-lines.js';

type ConsentKey = Extract<KeyIntent, { type: 'consent' }> | 'back';

/** Returns which tool is asked about, and for which entries. */
export function consentQuestion({ asked, about }: Pick<ConsentView, 'asked' | 'about'>): string {
  const [tool = ''] = asked;
  // The names come last: they may be cut.
  const names = (about.get(tool) ?? []).map((name) => cleanLine(name, uiLimits.askedNameChars));
  return `${toolTitle(tool)} can do this only for all repositories: ${named(names)}. Do that?`;
}

/** Returns the keys as they are written or drawn, each with its word. They are shorter if there are too few columns. */
export function consentKeys(
  keyOf: (intent: ConsentKey) => string,
  columns = Number.POSITIVE_INFINITY,
): string {
  const key = (answer: 'once' | 'always' | 'leave') => keyOf({ type: 'consent', answer });
  const keys = (leave: string, cancel: string) =>
    `${key('once')} once  ${key('always')} always  ${key('leave')} ${leave}  ${keyOf('back')} ${cancel}`.trimEnd();
  const forms = [
    keys('leave it out', 'cancel all of it'),
    keys('leave out', 'cancel'),
    keys('leave', 'cancel'),
    keys('leave', ''),
  ];
  const fitting = forms.find((form) => displayWidth(form) <= columns);
  return fitting ?? keys('leave', '').replaceAll('  ', ' ');
}

interface ConsentProps {
  asked: ConsentView['asked'];
  about: ConsentView['about'];
  columns: number;
  height: number;
  theme: Theme;
}

/**
 * Returns exactly `height` lines; the keys are on the last one.
 * @internal
 */
export function consentLines({ asked, about, columns, height, theme }: ConsentProps): string[] {
  const { ellipsis } = theme.glyphs;
  const room = Math.max(1, columns - 2);
  const all = wrapText(consentQuestion({ asked, about }), room);
  const most = Math.max(0, height - 1);
  const rest = all.slice(most - 1).join(' ');
  const question = all.length <= most || most === 0 ? all.slice(0, most) : [...all.slice(0, most - 1), rest];
  const shown = [...question, consentKeys(keyFor, room)].map((text) => truncate(text, room, ellipsis));
  const drawn = shown.map((text) => ` ${paint(theme, 'accent', text)}`);
  return [...Array.from({ length: Math.max(0, height - drawn.length) }, () => ''), ...drawn];
}

export const ConsentQuestion = memo(function ConsentQuestion(props: ConsentProps) {
  return <Lines lines={consentLines(props)} />;
});
