/** The kinds of entries that a user can ask for, and how they are spelled. */

export const kinds = [
  'skill',
  'agent',
  'prompt',
  'rule',
  'hook',
  'mcpServer',
  'command',
  'plugin',
  'directory',
  'all',
] as const;

type Kind = (typeof kinds)[number];

/** Returns true for the types that hold entries. They are listed as entries only if a user asks for these kinds. */
export const isFolderKind = (type: string): boolean => type === 'plugin' || type === 'directory';

const plural = (word: string): string => word.replace(/y$/, 'ie').concat('s');

const names: readonly (readonly [name: string, kind: Kind])[] = [
  ...kinds.map((kind) => [kind.toLowerCase(), kind] as const),
  ['mcp', 'mcpServer'],
  ['server', 'mcpServer'],
];

const spellings: ReadonlyMap<string, Kind> = new Map(
  names.flatMap(([name, kind]) => [[name, kind] as const, [plural(name), kind] as const]),
);

/** Every way to spell a kind, in lower case. */
export const kindSpellings: readonly string[] = [...spellings.keys()];

/** Returns the kind; accepts plurals, other common spellings and any case. */
export function kindNamed(text: string): Kind | undefined {
  return spellings.get(text.trim().toLowerCase());
}
