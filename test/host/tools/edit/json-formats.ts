/** The ways in which people and programs write JSON settings. */

/** How a text is written. */
export interface JsonFormat {
  readonly title: string;
  /** Undefined writes everything on one line. */
  readonly indent?: string;
  readonly eol?: string;
  /** Between members on one line, and after colons. */
  readonly gap?: string;
  /** What stands between braces and members on one line. */
  readonly padding?: string;
  readonly hasTrailingCommas?: true;
  readonly comments?: 'above' | 'behind';
  readonly start?: string;
  readonly end?: string;
}

const comma = { hasTrailingCommas: true } as const;

export const jsonFormats: readonly JsonFormat[] = [
  { title: 'one compact line', gap: '' },
  { title: 'one spaced line', gap: ' ', end: '\n' },
  { title: 'one padded line', gap: ' ', padding: ' ', end: '\n' },
  { title: 'two blanks', indent: '  ', end: '\n' },
  { title: 'four blanks', indent: '    ', end: '\n' },
  { title: 'tabs', indent: '\t', end: '\n' },
  { title: 'no final line end', indent: '  ' },
  { title: 'CRLF', indent: '  ', eol: '\r\n', end: '\r\n' },
  { title: 'a byte order mark', indent: '  ', start: '\uFEFF', end: '\n' },
  { title: 'trailing commas', indent: '  ', ...comma, end: '\n' },
  { title: 'comments above', indent: '  ', comments: 'above', end: '\n' },
  { title: 'comments behind', indent: '  ', comments: 'behind', end: '\n' },
  { title: 'comments above and trailing commas', indent: '\t', comments: 'above', ...comma, end: '\n' },
  { title: 'comments behind and trailing commas', indent: '\t', comments: 'behind', ...comma, end: '\n' },
  { title: 'comments behind and CRLF', indent: '  ', comments: 'behind', eol: '\r\n' },
];

function writeMembers(
  members: readonly string[],
  brackets: string,
  format: JsonFormat,
  base: string,
): string {
  const { indent, eol = '\n', gap = ' ', padding = '', comments } = format;
  const [open, close] = brackets;
  if (members.length === 0) return brackets;
  if (indent === undefined) return `${open}${padding}${members.join(`,${gap}`)}${padding}${close}`;
  const lines = members.map((member, at) => {
    const end = at < members.length - 1 || format.hasTrailingCommas ? ',' : '';
    const above = comments === 'above' ? `${base}${indent}// above ${at}${eol}` : '';
    const behind = comments === 'behind' ? ` // behind ${at}` : '';
    return `${above}${base}${indent}${member}${end}${behind}`;
  });
  return `${open}${eol}${lines.join(eol)}${eol}${base}${close}`;
}

function write(value: unknown, format: JsonFormat, base: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = base + (format.indent ?? '');
  if (Array.isArray(value))
    return writeMembers(
      value.map((item) => write(item, format, inner)),
      '[]',
      format,
      base,
    );
  const member = ([name, its]: [string, unknown]) =>
    `${JSON.stringify(name)}:${format.gap ?? ' '}${write(its, format, inner)}`;
  return writeMembers(Object.entries(value).map(member), '{}', format, base);
}

/** Writes a value in a format. */
export function writeJson(value: unknown, format: JsonFormat): string {
  return (format.start ?? '') + write(value, format, '') + (format.end ?? '');
}
