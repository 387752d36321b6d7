/**
 * Removes characters that cannot be seen: control and format characters, and others without a width. Joiners, variation
 * selectors and tags stay where they make an emoji. Elsewhere two names could look the same and yet differ.
 */

import { textLimits } from './limits.js';

const invisible = '[\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}]';

// A sign such as ❤ is text without the selector; for other emoji the selector changes nothing.
const textSign = '(?=\\p{Emoji})(?!\\p{Emoji_Presentation})\\p{Extended_Pictographic}\\ufe0f';
const picture = `(?:${textSign}|\\p{Extended_Pictographic}\\p{Emoji_Modifier}?)`;
const joinedPictures = `${picture}(?:\\u200d${picture}){0,${textLimits.joinedEmoji - 1}}`;
const keycap = '[\\d#*]\\ufe0f\\u20e3';
const tags = (letters: string): string =>
  Array.from(letters, (letter) => `\\u{${(0xe0000 + letter.charCodeAt(0)).toString(16)}}`).join('');
/** The flags of England, Scotland and Wales. Other tags have no picture. */
const tagFlag = `\\u{1f3f4}(?:${['gbeng', 'gbsct', 'gbwls'].map(tags).join('|')})\\u{e007f}`;

const onlyInvisible = new RegExp(invisible, 'gu');
const emojiOrInvisible = new RegExp(`(${[tagFlag, joinedPictures, keycap].join('|')})|${invisible}`, 'gu');
const partsOfEmoji = /[\u200d\ufe0f\u{e007f}]/u;

export function removeInvisible(text: string): string {
  return partsOfEmoji.test(text) ? text.replace(emojiOrInvisible, '$1') : text.replace(onlyInvisible, '');
}
