/** What to do about a problem, by what its message says. Messages of other hosts are not known and get none. */

const remedies: readonly (readonly [message: RegExp, remedy: string])[] = [
  [/name must equal the directory name/, 'Give the directory and the field "name" the same name.'],
  [/name is missing/, 'Add a line "name: …" to the frontmatter, equal to the directory’s name.'],
  [/name must be lowercase/, 'Rename directory and field, such as release-notes.'],
  [/name is longer/, 'Shorten the name to 64 characters at most.'],
  [/description is missing/, 'Add a line "description: …": what it does and when to use it.'],
  [
    /description is longer/,
    'Shorten the description to 1024 characters; details belong into the text below.',
  ],
  [/needs quotes/, 'Put the value into double quotes.'],
  [/(compatibility|license|metadata|allowed-tools) must/, 'Correct the field, or leave it out.'],
  [/no YAML frontmatter/, 'Start the file with a "---" line, the fields, and another "---" line.'],
  [/no closing "---"/, 'End the frontmatter with a "---" line of its own.'],
  [/not a list of "key: value"/, 'Write one "key: value" a line between the two "---" lines.'],
  [/not valid (YAML|JSON|TOML)/, 'Correct the syntax at that line.'],
  [/UTF-16|not valid UTF-8/, 'Save the file as UTF-8.'],
  [/permission denied/, 'Give yourself the right to read it.'],
  [/link (cannot be followed|leads|that leads)/, 'Correct the link, or remove it.'],
  [/path (is not there|leads out)|not a path/, 'Correct the path in the manifest.'],
  [
    /more than \d+ directories|deeper than \d+ levels/,
    'Move it nearer to the top, or make the tree smaller.',
  ],
  [/is a directory|is not a file|is larger/, 'Put a plain file of usual size there.'],
  [/damaged, or from a newer skillpick/, 'Update skillpick, or remove the file to start afresh.'],
];

/** A sentence, or null where there is nothing to suggest. */
export function remedyFor(message: string): string | null {
  return remedies.find(([pattern]) => pattern.test(message))?.[1] ?? null;
}
