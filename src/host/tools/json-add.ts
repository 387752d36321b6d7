/**
 * Adds one member to JSON text and touches nothing else: comments, order, indentation and line ends stay. A
 * container that was there and empty is filled as `[ "x" ]`, by which its emptying knows that it is to stay.
 */

import type { Node } from 'jsonc-parser';
import {
  commaAfter,
  endOf,
  indentOf,
  openSheet,
  propertiesAlong,
  type Sheet,
  spliced,
  valueNode,
} from './json-sheet.js';
import type { JsonDialect } from './json-text.js';
import { Refusal } from './refusal.js';

export type Path = readonly string[];

/** What is to be added: at the path, as the value of its last property or as an item of its list. */
interface Addition {
  readonly path: Path;
  readonly leaf: string;
  readonly isItem: boolean;
}

interface Style {
  readonly eol: string;
  readonly indent: string;
}

const usualStyle: Style = { eol: '\n', indent: '  ' };

function styleOf(text: string, root: Node): Style {
  const [first] = root.children ?? [];
  return { eol: /\r?\n/.exec(text)?.[0] ?? '\n', indent: (first && indentOf(text, first)) || '  ' };
}

/** The text of a new member; over several lines if those around it have lines of their own. */
function layOut({ path, leaf, isItem }: Addition, style: Style, base: string | undefined): string {
  const [name, ...rest] = path;
  if (name === undefined) return leaf;
  const key = `${JSON.stringify(name)}: `;
  if (rest.length === 0 && !isItem) return key + leaf;
  const inner = base === undefined ? undefined : base + style.indent;
  const content = layOut({ path: rest, leaf, isItem }, style, inner);
  const [open, close] = rest.length === 0 ? ['[', ']'] : ['{', '}'];
  if (inner === undefined) return key + open + content + close;
  return `${key}${open}${style.eol}${inner}${content}${style.eol}${base}${close}`;
}

/** End of the comments that follow on the same line; the place itself if anything else is there. */
function afterRemarks(text: string, offset: number): number {
  const remarks = /(?:[ \t]|\/\*(?:[^*\r\n]|\*(?!\/))*\*\/)*(?:\/\/[^\r\n]*)?(?=\r?\n)/y;
  remarks.lastIndex = offset;
  return offset + (remarks.exec(text)?.[0].trimEnd().length ?? 0);
}

/** Puts the member last into an array or object. */
function append(sheet: Sheet, container: Node, style: Style, addition: Addition): string {
  const { text } = sheet;
  const last = container.children?.at(-1);
  if (last === undefined) {
    const inside = container.offset + 1;
    return spliced(sheet, [{ from: inside, to: inside, text: ` ${layOut(addition, style, undefined)} ` }]);
  }
  const base = indentOf(text, last);
  const comma = commaAfter(text, endOf(last));
  const end = comma === undefined ? endOf(last) : comma + 1;
  const at = base === undefined ? end : afterRemarks(text, end);
  const member = (base === undefined ? ' ' : style.eol + base) + layOut(addition, style, base);
  if (comma !== undefined) return spliced(sheet, [{ from: at, to: at, text: `${member},` }]);
  if (at === end) return spliced(sheet, [{ from: at, to: at, text: `,${member}` }]);
  return spliced(sheet, [
    { from: end, to: end, text: ',' },
    { from: at, to: at, text: member },
  ]);
}

function addTo(sheet: Sheet, root: Node, addition: Addition): string {
  const { path } = addition;
  const found = propertiesAlong(root, path);
  const last = found.at(-1);
  const container = last === undefined ? root : valueNode(last);
  const missing = path.slice(found.length);
  const type = missing.length === 0 ? 'array' : 'object';
  if (container.type !== type) {
    const wanted = type === 'array' ? 'a list' : 'an object';
    throw new Refusal(`"${path.slice(0, found.length).join('.')}" is not ${wanted}`);
  }
  return append(sheet, container, styleOf(sheet.text, root), { ...addition, path: missing });
}

function add(text: string | undefined, dialect: JsonDialect, addition: Addition): string {
  const created = `{\n  ${layOut(addition, usualStyle, '  ')}\n}`;
  if (text === undefined) return `${created}\n`;
  const sheet = openSheet(text, dialect);
  if (sheet.root !== undefined) return addTo(sheet, sheet.root, addition);
  if (sheet.text.trim() !== '') throw new Refusal('it holds nothing but comments');
  return sheet.mark + created + sheet.text;
}

/** Gives the property at the path this value. Without a text it makes one. */
export function setProperty(
  text: string | undefined,
  dialect: JsonDialect,
  path: Path,
  value: string | boolean,
): string {
  const leaf = JSON.stringify(value);
  const sheet = text === undefined ? undefined : openSheet(text, dialect);
  const found = sheet?.root === undefined ? [] : propertiesAlong(sheet.root, path);
  const property = found.length === path.length ? found.at(-1) : undefined;
  if (sheet === undefined || property === undefined) return add(text, dialect, { path, leaf, isItem: false });
  const old = valueNode(property);
  return spliced(sheet, [{ from: old.offset, to: endOf(old), text: leaf }]);
}

/** Adds an item to the list at the path. Without a text it makes one. */
export function addItem(text: string | undefined, dialect: JsonDialect, path: Path, item: string): string {
  return add(text, dialect, { path, leaf: JSON.stringify(item), isItem: true });
}
