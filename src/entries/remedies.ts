/** What to do about a problem, by its code. */

import { isListedUri } from '../protocol/listed-uri.js';
import type { Problem, ProblemCode } from '../protocol/problem-codes.js';

const correctField = 'Correct the field, or leave it out.';
const correctSyntax = 'Correct the syntax at that line.';
const correctLink = 'Correct the link, or remove it.';
const correctPath = 'Correct the path in the manifest.';
const shrinkTree = 'Move it nearer to the top, or make the tree smaller.';
const plainFile = 'Put a regular file of normal size there.';

const remedies: Readonly<Record<ProblemCode, string>> = {
  'name-missing': 'Add a line "name: …" to the frontmatter, equal to the directory’s name.',
  'name-too-long': 'Shorten the name to 64 characters at most.',
  'name-invalid': 'Rename the directory and the field, for example to release-notes.',
  'name-not-folder': 'Give the directory and the field "name" the same name.',
  'description-missing': 'Add a line "description: …": what it does and when to use it.',
  'description-too-long': 'Shorten the description to 1024 characters; details belong in the text below.',
  'field-invalid': correctField,
  'frontmatter-missing': 'Start the file with a "---" line, the fields, and another "---" line.',
  'frontmatter-unclosed': 'End the frontmatter with a "---" line of its own.',
  'frontmatter-invalid': correctSyntax,
  'frontmatter-unquoted': 'Put the value in double quotes.',
  'frontmatter-not-fields': 'Write one "key: value" per line between the two "---" lines.',
  'frontmatter-refused': 'Make the frontmatter simpler: fewer values, less nesting, plain keys.',
  'encoding-invalid': 'Save the file as UTF-8.',
  'json-invalid': correctSyntax,
  'toml-invalid': correctSyntax,
  'server-invalid': 'Write an object there: "name": { "command": … } or { "url": … }.',
  'hooks-missing': 'Declare a hook in the file, or remove the file.',
  'permission-denied': 'Give yourself permission to read it.',
  unreadable: 'Put a readable file or directory there, or remove what is there.',
  'not-a-file': plainFile,
  'too-large': plainFile,
  'link-broken': correctLink,
  'link-loop': correctLink,
  'link-outside': correctLink,
  'link-wrong-kind': correctLink,
  'too-deep': shrinkTree,
  'too-many-directories': shrinkTree,
  'plugin-missing': 'Install the plugin again, or remove it from the list of plugins.',
  'plugin-unmarked': 'Add a plugin.json, or name a directory that has one.',
  'manifest-invalid': 'Write one JSON object in the manifest.',
  'path-invalid': correctPath,
  'path-missing': correctPath,
  'path-outside': correctPath,
  'settings-invalid':
    'Correct the file at that line; until then its settings do not count, or the tool does not start.',
  'settings-shared': 'Replace the link with a file of the repository’s own.',
  'switches-damaged': 'Update skillpick, or remove the file to start again.',
  'switches-set-aside': 'Update skillpick, or make the lost switches again.',
  'update-failed': 'Correct what the message names; the list shows what was there before.',
};

/** Returns what to do, as a sentence; null for a problem without a code, as other hosts report it. */
export function remedyFor({ code, uri }: Pick<Problem, 'code' | 'uri'>): string | null {
  // There is no file to change.
  return code === null || isListedUri(uri) ? null : remedies[code];
}
