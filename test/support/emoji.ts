/** Emoji, the only text on screen that may have joiners and other characters without a width in it. */

/** Not a literal: the flag is newer than the compiler's target. */
const unicodeEmojiSource = '\\p{RGI_Emoji}';
const unicodeEmoji = new RegExp(unicodeEmojiSource, 'gv');

/** Removes emoji: those of Unicode, and any other pictures that are joined. */
export const withoutEmoji = (text: string): string =>
  text
    .replace(
      /(\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?\u200d)+\p{Extended_Pictographic}\ufe0f?/gu,
      '',
    )
    .replace(unicodeEmoji, '');
