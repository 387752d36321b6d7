/** The question about a tool that can switch only for all repositories: a sentence, and the keys that reply to it. */

import { memo } from 'react';
import { toolTitle } from '../entries/tool-names.js';
import type { KeyIntent } from '../picker/intents.js';
import { keyFor } from '../picker/keymap.js';
import type { ConsentView } from '../picker/open-view.js';
import { named } from '../picker/sending.js';
import { cleanLine } from '../text/clean.js';
import { paint, type Theme } from '../text/theme.js';
import { firstFitting, truncate } from '../text/width.js';
import { Lines } from './Lines.js';
import { uiLimits } from './limits.js';
import { wrapText } from './view-lines.js';

type ConsentKey = Extract<KeyIntent, { type: 'consent' }> | 'back';

type Asked = Pick<ConsentView, 'asked' | 'about'>;

/** Returns the name of the tool that is asked about, and those of the entries. */
function namesIn({ asked, about }: Asked): { tool: string; entries: string } {
  const [tool = ''] = asked;
  const names = (about.get(tool) ?? []).map((name) => cleanLine(name, uiLimits.askedNameChars));
  return { tool: toolTitle(tool), entries: named(names) };
}

/** What the question must not leave out. */
const essence = 'all repositories';

/** Returns which tool is asked about, and for which entries. */
export function consentQuestion(view: Asked): string {
  const { tool, entries } = namesIn(view);
  // The names come last: they may be cut.
  return `${tool} can do this only for ${essence}: ${entries}. Do that?`;
}

/** Returns at most so many lines; the last one has the rest, to be cut. */
function boundLines(all: readonly string[], most: number): readonly string[] {
  return all.length <= most ? all : [...all.slice(0, most - 1), all.slice(most - 1).join(' ')];
}

/** Returns the question; in a place that is too small for all of it, what matters comes first. */
function questionLines(view: Asked, room: number, most: number, ellipsis: string): string[] {
  if (most === 0) return [];
  const linesOf = (text: string) =>
    boundLines(wrapText(text, room), most).map((line) => truncate(line, room, ellipsis));
  const whole = linesOf(consentQuestion(view));
  if (whole.join(' ').includes(essence)) return whole;
  const { tool, entries } = namesIn(view);
  return linesOf(`For ${essence}? ${tool}: ${entries}`);
}

/** Returns the keys as they are written or drawn, each with its word. They are shorter if there are too few columns. */
export function consentKeys(
  keyOf: (intent: ConsentKey) => string,
  columns = Number.POSITIVE_INFINITY,
): string {
  const key = (answer: 'once' | 'always' | 'leave') => keyOf({ type: 'consent', answer });
  const keys = (leave: string, cancel: string) =>
    `${key('once')} once  ${key('always')} always  ${key('leave')} ${leave}  ${keyOf('back')} ${cancel}`.trimEnd();
  return firstFitting(
    [
      keys('leave it out', 'cancel all of it'),
      keys('leave out', 'cancel'),
      keys('leave', 'cancel'),
      keys('leave', ''),
      keys('leave', '').replaceAll('  ', ' '),
    ],
    columns,
  );
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
  const question = questionLines({ asked, about }, room, Math.max(0, height - 1), ellipsis);
  const keys = truncate(consentKeys(keyFor, room), room, ellipsis);
  const drawn = [...question, keys].map((text) => ` ${paint(theme, 'accent', text)}`);
  return [...Array.from({ length: Math.max(0, height - drawn.length) }, () => ''), ...drawn];
}

export const ConsentQuestion = memo(function ConsentQuestion(props: ConsentProps) {
  return <Lines lines={consentLines(props)} />;
});
