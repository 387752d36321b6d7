/** Fits the parts of a message into one line: the least important are shortened first, or left out. */

import { type NoticePart, partKinds, partsText } from '../picker/notice-parts.js';
import { displayWidth } from '../text/width.js';

type PartKind = NoticePart['kind'];
type Form = 'none' | 'short' | 'full';

/** What a message never leaves out, even if it takes more than one line. */
const essential: readonly PartKind[] = ['done', 'still'];

function inForms(all: readonly NoticePart[], forms: ReadonlyMap<PartKind, Form>): string {
  const parts = all.flatMap(({ kind, text, short = text }) => {
    const form = forms.get(kind) ?? 'none';
    return form === 'none' ? [] : [{ text: form === 'full' ? text : short }];
  });
  return partsText(parts);
}

/** Returns the text with as many parts as fit into the columns. A sign at its end says that something is missing. */
export function fitParts(all: readonly NoticePart[], columns: number, ellipsis: string): string {
  const whole = partsText(all);
  if (displayWidth(whole) <= columns) return whole;
  const forms = new Map<PartKind, Form>(essential.map((kind) => [kind, 'short']));
  const room = columns - displayWidth(` ${ellipsis}`);
  for (const form of ['short', 'full'] as const)
    for (const kind of partKinds) {
      const longer = new Map([...forms, [kind, form] as const]);
      if (displayWidth(inForms(all, longer)) <= room) forms.set(kind, form);
    }
  return `${inForms(all, forms)} ${ellipsis}`;
}
