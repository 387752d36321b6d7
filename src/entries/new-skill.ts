/** A new skill: whether its name will do, and the text of its file. */

export interface NewSkill {
  name: string;
  description: string;
  /** Whether the user, and the model, may invoke it. */
  user: boolean;
  model: boolean;
  /** What stands below the frontmatter. */
  body: string;
}

const longestName = 64;
const longestDescription = 1024;

/** What is wrong with the name by the rules of Agent Skills; null: nothing. */
export function nameMistake(name: string): string | null {
  if (name.length > longestName) return `is longer than ${longestName} characters`;
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)
    ? null
    : 'has to be lowercase letters, digits and single hyphens between them';
}

export function descriptionMistake(description: string): string | null {
  const length = [...description.trim()].length;
  if (length === 0) return 'is empty';
  return length > longestDescription ? `is longer than ${longestDescription} characters` : null;
}

const controls = /[\x7f-\x9f\u2028\u2029\ufeff]/g;
const loneSurrogates = /\p{Cs}/gu;

/** A text as YAML takes it whatever is in it: JSON's double quotes are YAML's too. */
function quoted(text: string): string {
  return JSON.stringify(text.replace(loneSurrogates, '\ufffd')).replace(
    controls,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const otherThanText = /^(true|false|null|yes|no|on|off|y|n)$/i;
const plainSentence = /^[A-Za-z](?:[\w ,.()/'-]*[\w.)])?$/;

/** Plain where that cannot be misread: words that start with a letter. */
function scalar(text: string): string {
  return plainSentence.test(text) && !otherThanText.test(text) ? text : quoted(text);
}

/** The text of a new SKILL.md. */
export function skillText({ name, description, user, model, body }: NewSkill): string {
  const fields = [
    `name: ${scalar(name)}`,
    `description: ${scalar(description.trim())}`,
    ...(user ? [] : ['user-invocable: false']),
    ...(model ? [] : ['disable-model-invocation: true']),
  ];
  return `---\n${fields.join('\n')}\n---\n\n${body.trim()}\n`;
}

/** What is written where nothing was given. */
export const placeholders = {
  description: (name: string): string => `Say here what ${name} does and when to use it.`,
  body: (name: string): string => `# ${name}\n\nWrite the instructions here.`,
};
