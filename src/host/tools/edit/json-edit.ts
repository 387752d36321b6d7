/**
 * Edits of JSON text that change nothing else: comments, order, indentation and line ends stay. The text is parsed once
 * for all edits of a batch; the result is the same as if it were parsed again for each.
 *
 * An item in a container that was empty is written as `[ "x" ]`. The blanks show that the container stays when the item
 * is removed.
 */

import { isString } from '../../../protocol/checks.js';
import { Refusal } from '../refusal.js';
import type { Edited } from '../tool.js';
import {
  commaAfter,
  endOf,
  indentOf,
  JsonDocument,
  propertiesAlong,
  type Splice,
  valueNode,
} from './json-document.js';
import { removeItems, removeProperty } from './json-remove.js';
import type { JsonDialect, JsonNode } from './json-text.js';

export type Path = readonly string[];

/** Gives a property a value, or removes it. */
interface PropertyEdit {
  readonly path: Path;
  readonly value: string | boolean | undefined;
  /** Moves it to the end of its object. */
  readonly isLast?: true;
}

/** Adds an item to a list unless it is listed, or removes it. */
export interface ItemEdit {
  readonly path: Path;
  /** Where the list is if it is not at the path. */
  readonly otherPath?: Path | undefined;
  /** The spellings of the item; the first is written. */
  readonly spellings: readonly string[];
  /** Two spellings are equal if they fold to the same text. */
  readonly fold: (item: string) => string;
  readonly isListed: boolean;
}

export type JsonEdit = PropertyEdit | ItemEdit;

/** A new member: a property, or an item of the list at the path. */
interface Addition {
  readonly path: Path;
  readonly leaf: string;
  readonly isItem: boolean;
}

interface JsonStyle {
  readonly eol: string;
  readonly indent: string;
}

function styleOf(text: string, root: JsonNode): JsonStyle {
  const [first] = root.children ?? [];
  return { eol: /\r?\n/.exec(text)?.[0] ?? '\n', indent: (first && indentOf(text, first)) || '  ' };
}

/** The text of a new member; on several lines if its siblings, indented by `base`, have lines of their own. */
function format({ path, leaf, isItem }: Addition, style: JsonStyle, base: string | undefined): string {
  const [name, ...rest] = path;
  if (name === undefined) return leaf;
  const key = `${JSON.stringify(name)}: `;
  if (rest.length === 0 && !isItem) return key + leaf;
  const inner = base === undefined ? undefined : base + style.indent;
  const content = format({ path: rest, leaf, isItem }, style, inner);
  const [open, close] = rest.length === 0 ? ['[', ']'] : ['{', '}'];
  if (inner === undefined) return key + open + content + close;
  return `${key}${open}${style.eol}${inner}${content}${style.eol}${base}${close}`;
}

/** End of the comments that follow on the same line; the offset itself if anything else does. */
function afterComments(text: string, offset: number): number {
  const comments = /(?:[ \t]|\/\*(?:[^*\r\n]|\*(?!\/))*\*\/)*(?:\/\/[^\r\n]*)?(?=\r?\n)/y;
  comments.lastIndex = offset;
  return offset + (comments.exec(text)?.[0].trimEnd().length ?? 0);
}

const insert = (at: number, text: string): Splice => ({ from: at, to: at, text });

/** Adds the member at the end of an array or object. */
function append(document: JsonDocument, container: JsonNode, style: JsonStyle, addition: Addition): void {
  const { text } = document;
  const last = container.children?.at(-1);
  if (last === undefined) {
    const [inside, member] = [container.offset + 1, format(addition, style, undefined)];
    document.splice([insert(inside, ` ${member} `)]);
    document.adopt(container, member, inside + 1);
    return;
  }
  const base = indentOf(text, last);
  const comma = commaAfter(text, endOf(last));
  const end = comma === undefined ? endOf(last) : comma + 1;
  const at = base === undefined ? end : afterComments(text, end);
  const lead = base === undefined ? ' ' : style.eol + base;
  const member = format(addition, style, base);
  if (comma !== undefined) document.splice([insert(at, `${lead}${member},`)]);
  else if (at === end) document.splice([insert(at, `,${lead}${member}`)]);
  else document.splice([insert(end, ','), insert(at, lead + member)]);
  document.adopt(container, member, at + lead.length + (comma === undefined ? 1 : 0));
}

function add(document: JsonDocument, addition: Addition): void {
  const { root, text, mark } = document;
  if (root === undefined) {
    if (text.trim() !== '') throw new Refusal('it contains only comments');
    const created = `{\n  ${format(addition, { eol: '\n', indent: '  ' }, '  ')}\n}`;
    document.rewrite(mark + created + text);
    return;
  }
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
  append(document, container, styleOf(text, root), { ...addition, path: missing });
}

/** True if the property is the last of its object, and the only one of its name there. */
function isLastOfItsName(property: JsonNode): boolean {
  const siblings = property.parent?.children ?? [];
  const nameOf = ({ children }: JsonNode) => children?.[0]?.value;
  const named = siblings.filter((sibling) => nameOf(sibling) === nameOf(property));
  return siblings.at(-1) === property && named.length === 1;
}

function setProperty(document: JsonDocument, path: Path, value: string | boolean): void {
  const leaf = JSON.stringify(value);
  const property = document.propertyAt(path);
  if (property === undefined) {
    add(document, { path, leaf, isItem: false });
    return;
  }
  const old = valueNode(property);
  document.splice([{ from: old.offset, to: endOf(old), text: leaf }]);
  old.type = typeof value === 'string' ? 'string' : 'boolean';
  old.value = value;
  delete old.children;
}

function editProperty(document: JsonDocument, { path, value, isLast }: PropertyEdit): void {
  const property = document.propertyAt(path);
  const isMoved = isLast && property !== undefined && !isLastOfItsName(property);
  if (value === undefined || isMoved) removeProperty(document, path);
  if (value !== undefined) setProperty(document, path, value);
}

/** The folded texts of each list, which is read once. */
type FoldedLists = Map<string, Set<string>>;

function editItem(document: JsonDocument, edit: ItemEdit, lists: FoldedLists): void {
  const { spellings, fold, isListed, otherPath } = edit;
  const isElsewhere = otherPath && document.listAt(otherPath) && !document.listAt(edit.path);
  const path = isElsewhere ? otherPath : edit.path;
  const values = () => document.listAt(path)?.children?.map(({ value }) => value) ?? [];
  const key = path.join('\n');
  const texts = lists.get(key) ?? new Set(values().filter(isString).map(fold));
  lists.set(key, texts);
  const wanted = spellings.map(fold);
  if (wanted.some((text) => texts.has(text)) === isListed) return;
  if (isListed) {
    add(document, { path, leaf: JSON.stringify(spellings[0] ?? ''), isItem: true });
    texts.add(wanted[0] ?? '');
  } else {
    removeItems(document, path, (value) => isString(value) && wanted.includes(fold(value)));
    for (const text of wanted) texts.delete(text);
  }
}

/** Makes the edits in their order. If one is refused, the others are still made. */
export function editJson(
  text: string | undefined,
  dialect: JsonDialect,
  edits: readonly JsonEdit[],
): Edited<JsonEdit> {
  // A new file ends with a line break.
  const document = new JsonDocument(text ?? '\n', dialect);
  const refused = new Map<JsonEdit, string>();
  const lists: FoldedLists = new Map();
  for (const edit of edits) {
    try {
      if ('spellings' in edit) editItem(document, edit, lists);
      else editProperty(document, edit);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.set(edit, error.message);
    }
  }
  const isUnchanged = text === undefined && document.root === undefined;
  return { text: isUnchanged ? undefined : document.mark + document.text, refused };
}
