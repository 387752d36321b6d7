/** The text of a new file: fields and a body, as Markdown with frontmatter or as TOML. */

/** A field of the file, in the order in which they are written. */
export type Field = readonly [key: string, value: string | boolean];

const controls = /[\x7f-\x9f\u2028\u2029\ufeff]/g;
const loneSurrogates = /\p{Cs}/gu;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Returns any text as a scalar of YAML and of TOML: JSON's double quotes are theirs, too. */
function quoted(text: string): string {
  return JSON.stringify(text.replace(loneSurrogates, '\ufffd')).replace(controls, escaped);
}

const otherThanText = /^(true|false|null|yes|no|on|off|y|n)$/i;
const plainSentence = /^[A-Za-z](?:[\w ,.()/'-]*[\w.)])?$/;

/** Returns a text without quotes if YAML cannot misread it: words that start with a letter. */
function scalar(text: string): string {
  return plainSentence.test(text) && !otherThanText.test(text) ? text : quoted(text);
}

/**
 * Returns a Markdown file with these fields as its frontmatter. Without fields it has none, or an empty one if the body
 * would be taken for it.
 */
export function markdownText(fields: readonly Field[], body: string): string {
  const text = `${body.trim()}\n`;
  if (fields.length === 0) return text.startsWith('---') ? `---\n---\n\n${text}` : text;
  const lines = fields.map(([key, value]) => `${key}: ${typeof value === 'string' ? scalar(value) : value}`);
  return `---\n${lines.join('\n')}\n---\n\n${text}`;
}

/** Returns any text as a string of several lines. */
function tomlBlock(text: string): string {
  const safe = text
    .replace(loneSurrogates, '\ufffd')
    .replaceAll('\\', '\\\\')
    .replaceAll('"""', '""\\"')
    .replace(/[\0-\x08\x0b-\x1f]/g, escaped)
    .replace(controls, escaped);
  return `"""\n${safe}"""`;
}

/** Returns a TOML file with these fields, and the body under a key of its own. */
export function tomlText(fields: readonly Field[], bodyKey: string, body: string): string {
  const lines = fields.map(([key, value]) => `${key} = ${typeof value === 'string' ? quoted(value) : value}`);
  return `${[...lines, `${bodyKey} = ${tomlBlock(`${body.trim()}\n`)}`].join('\n')}\n`;
}
