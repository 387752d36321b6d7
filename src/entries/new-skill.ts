/** The text of a new skill's file. */

export interface NewSkill {
  name: string;
  description: string;
  /** Whether the user, and the model, may invoke it. */
  user: boolean;
  model: boolean;
  /** The text below the frontmatter. */
  body: string;
}

const controls = /[\x7f-\x9f\u2028\u2029\ufeff]/g;
const loneSurrogates = /\p{Cs}/gu;

/** Returns any text as a YAML scalar: JSON's double quotes are YAML's, too. */
function quoted(text: string): string {
  return JSON.stringify(text.replace(loneSurrogates, '\ufffd')).replace(
    controls,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const otherThanText = /^(true|false|null|yes|no|on|off|y|n)$/i;
const plainSentence = /^[A-Za-z](?:[\w ,.()/'-]*[\w.)])?$/;

/** Returns a text without quotes if YAML cannot misread it: words that start with a letter. */
function scalar(text: string): string {
  return plainSentence.test(text) && !otherThanText.test(text) ? text : quoted(text);
}

/** Returns the text of a new SKILL.md. */
export function skillText({ name, description, user, model, body }: NewSkill): string {
  const fields = [
    `name: ${scalar(name)}`,
    `description: ${scalar(description.trim())}`,
    ...(user ? [] : ['user-invocable: false']),
    ...(model ? [] : ['disable-model-invocation: true']),
  ];
  return `---\n${fields.join('\n')}\n---\n\n${body.trim()}\n`;
}

/** The texts of a skill that was given none. */
export const placeholders = {
  description: (name: string): string => `Say here what ${name} does and when to use it.`,
  body: (name: string): string => `# ${name}\n\nWrite the instructions here.`,
};
