/**
 * Adds one member to JSON text and touches nothing else: comments, order, indentation and line ends stay. A
 * container that was empty is filled as `[ "x" ]`. The blanks mark it as one that stays when it is emptied again.
 */

import { Refusal } from '../refusal.js';
import {
  commaAfter,
  endOf,
  indentOf,
  type JsonDocument,
  propertiesAlong,
  type Splice,
  valueNode,
} from './json-document.js';
import type { JsonNode } from './json-text.js';

export type Path = readonly string[];

/** What is to be added: at the path, as the value of its last property or as an item of its list. */
interface Addition {
  readonly path: Path;
  readonly leaf: string;
  readonly isItem: boolean;
}

interface JsonStyle {
  readonly eol: string;
  readonly indent: string;
}

const usualStyle: JsonStyle = { eol: '\n', indent: '  ' };

function styleOf(text: string, root: JsonNode): JsonStyle {
  const [first] = root.children ?? [];
  return { eol: /\r?\n/.exec(text)?.[0] ?? '\n', indent: (first && indentOf(text, first)) || '  ' };
}

/** The text of a new member; over several lines if those around it have lines of their own. */
function layOut({ path, leaf, isItem }: Addition, style: JsonStyle, base: string | undefined): string {
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
function append(sheet: JsonDocument, container: JsonNode, style: JsonStyle, addition: Addition): void {
  const { text } = sheet;
  const put = (member: string, offset: number, splices: readonly Splice[]) => {
    sheet.splice(splices);
    sheet.adopt(container, member, offset);
  };
  const insert = (at: number, added: string): Splice => ({ from: at, to: at, text: added });
  const last = container.children?.at(-1);
  if (last === undefined) {
    const [inside, member] = [container.offset + 1, layOut(addition, style, undefined)];
    put(member, inside + 1, [insert(inside, ` ${member} `)]);
    return;
  }
  const base = indentOf(text, last);
  const comma = commaAfter(text, endOf(last));
  const end = comma === undefined ? endOf(last) : comma + 1;
  const at = base === undefined ? end : afterRemarks(text, end);
  const lead = base === undefined ? ' ' : style.eol + base;
  const member = layOut(addition, style, base);
  if (comma !== undefined) put(member, at + lead.length, [insert(at, `${lead}${member},`)]);
  else if (at === end) put(member, at + lead.length + 1, [insert(at, `,${lead}${member}`)]);
  else put(member, at + lead.length + 1, [insert(end, ','), insert(at, lead + member)]);
}

function addTo(sheet: JsonDocument, root: JsonNode, addition: Addition): void {
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
  append(sheet, container, styleOf(sheet.text, root), { ...addition, path: missing });
}

function add(sheet: JsonDocument, addition: Addition): void {
  if (sheet.root !== undefined) {
    addTo(sheet, sheet.root, addition);
    return;
  }
  if (sheet.text.trim() !== '') throw new Refusal('it holds nothing but comments');
  const created = `{\n  ${layOut(addition, usualStyle, '  ')}\n}`;
  sheet.rewrite(sheet.whole === undefined ? `${created}\n` : sheet.mark + created + sheet.text);
}

/** True if the property at the path is the last of its object, and the only one of its name there. */
export function isLastAt({ root }: JsonDocument, path: Path): boolean {
  const found = root === undefined ? [] : propertiesAlong(root, path);
  const property = found.length === path.length ? found.at(-1) : undefined;
  const siblings = property?.parent?.children ?? [];
  const named = siblings.filter((sibling) => sibling.children?.[0]?.value === path.at(-1));
  return property !== undefined && siblings.at(-1) === property && named.length === 1;
}

/** Gives the property at the path this value. */
export function setProperty(sheet: JsonDocument, path: Path, value: string | boolean): void {
  const leaf = JSON.stringify(value);
  const found = sheet.root === undefined ? [] : propertiesAlong(sheet.root, path);
  const property = found.length === path.length ? found.at(-1) : undefined;
  if (property === undefined) {
    add(sheet, { path, leaf, isItem: false });
    return;
  }
  const old = valueNode(property);
  sheet.splice([{ from: old.offset, to: endOf(old), text: leaf }]);
  old.type = typeof value === 'string' ? 'string' : 'boolean';
  old.value = value;
  delete old.children;
}

/** Adds an item to the list at the path. */
export function addItem(sheet: JsonDocument, path: Path, item: string): void {
  add(sheet, { path, leaf: JSON.stringify(item), isItem: true });
}
