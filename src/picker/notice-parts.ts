/**
 * The parts of a notice that has to fit on one line. The screen shortens them, and then leaves them out, until they fit;
 * the detail view and screen readers have them all.
 */

/** What a part says, the most important first: parts at the end of this list are given up first. */
export const partKinds = ['done', 'still', 'where', 'files', 'also', 'undo', 'remark', 'hint'] as const;

export interface NoticePart {
  kind: (typeof partKinds)[number];
  text: string;
  /** The same in fewer words, if there are any. */
  short?: string;
}

/** Returns the parts as one text. */
export const partsText = (parts: readonly Pick<NoticePart, 'text'>[]): string =>
  parts.map(({ text }) => text).join(' · ');

/** Returns a part for each text. */
export const partsOfKind = (kind: NoticePart['kind'], texts: readonly string[]): NoticePart[] =>
  texts.map((text) => ({ kind, text }));

/** Returns parts that can do without the reason after the colon. */
export const partsWithReason = (kind: NoticePart['kind'], texts: readonly string[]): NoticePart[] =>
  texts.map((text) => ({ kind, text, short: text.replace(/: .*$/, '') }));
