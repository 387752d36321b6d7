/** Where the statements of a TOML text begin and end, without reading what they say. */

const piece =
  /"""(?:[^\\"]|\\[\s\S]|"(?!""))*"{3,5}|'''(?:[^']|'(?!''))*'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|[^"'#[\]{}\n]+|[\s\S]/y;

/** The text from an offset on in pieces: texts and comments whole, brackets and line ends each by itself. */
export function* piecesOf(text: string, offset: number): Generator<{ at: number; part: string }> {
  for (let at = offset; at < text.length; ) {
    piece.lastIndex = at;
    const [part = ''] = piece.exec(text) ?? [];
    yield { at, part };
    at += part.length;
  }
}

/** Offset after the line, or lines, of what stands at this offset. */
export function afterStatement(text: string, offset: number): number {
  let depth = 0;
  for (const { at, part } of piecesOf(text, offset)) {
    if ('[{'.includes(part)) depth += 1;
    else if (']}'.includes(part)) depth -= 1;
    else if (part === '\n' && depth <= 0) return at + 1;
  }
  return text.length;
}

/** True if the pattern, a sticky one, fits at this offset. */
export const isAt = (pattern: RegExp, text: string, offset: number): boolean => {
  pattern.lastIndex = offset;
  return pattern.test(text);
};
