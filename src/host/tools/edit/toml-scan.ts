/** Finds where the statements of a TOML text begin and end, without reading their values. */

const piece =
  /"""(?:[^\\"]|\\[\s\S]|"(?!""))*"{3,5}|'''(?:[^']|'(?!''))*'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|[^"'#[\]{}\n]+|[\s\S]/y;

/** Splits the text after an offset: strings and comments stay whole, each bracket and line end is a piece. */
export function* piecesOf(text: string, offset: number): Generator<{ at: number; part: string }> {
  for (let at = offset; at < text.length; ) {
    piece.lastIndex = at;
    const [part = ''] = piece.exec(text) ?? [];
    yield { at, part };
    at += part.length;
  }
}

/** Offset after the statement at this offset, with all its lines. */
export function afterStatement(text: string, offset: number): number {
  let depth = 0;
  for (const { at, part } of piecesOf(text, offset)) {
    if ('[{'.includes(part)) depth += 1;
    else if (']}'.includes(part)) depth -= 1;
    else if (part === '\n' && depth <= 0) return at + 1;
  }
  return text.length;
}

/** A pattern for a dotted name. */
export const dotted = (names: readonly string[]): string => names.join(String.raw`[ \t]*\.[ \t]*`);

/** True if a sticky pattern matches at this offset. */
export const isAt = (pattern: RegExp, text: string, offset: number): boolean => {
  pattern.lastIndex = offset;
  return pattern.test(text);
};
