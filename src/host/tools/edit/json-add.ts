/** Adds a new member at the end of its container, with all containers that are missing on its path. */

import { Refusal } from '../refusal.js';
import {
  commaAfter,
  endOf,
  hasLineComment,
  indentOf,
  insertion,
  type JsonDocument,
  lineEndOf,
  type Path,
  propertiesAlong,
  valueNode,
} from './json-document.js';
import type { JsonNode } from './json-text.js';

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
  return { eol: lineEndOf(text), indent: (first && indentOf(text, first)) || '  ' };
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

/** End of the comments that follow on the same line, or before a bracket; the offset itself if anything else does. */
function afterComments(text: string, offset: number): number {
  const comments = /(?:[ \t]|\/\*(?:[^*\r\n]|\*(?!\/))*\*\/)*(?:\/\/[^\r\n]*)?(?=\r?\n|[}\]])/y;
  comments.lastIndex = offset;
  const found = comments.exec(text)?.[0] ?? '';
  // Blanks at the end of a line comment belong to it.
  return offset + (hasLineComment(found) ? found : found.trimEnd()).length;
}

/** Adds the member at the end of an array or object. */
function append(document: JsonDocument, container: JsonNode, style: JsonStyle, addition: Addition): void {
  const { text } = document;
  const last = container.children?.at(-1);
  if (last === undefined) {
    const [inside, member] = [container.offset + 1, format(addition, style, undefined)];
    document.splice([insertion(inside, ` ${member} `)]);
    document.adopt(container, member, inside + 1);
    return;
  }
  const base = indentOf(text, last);
  const comma = commaAfter(text, endOf(last));
  const end = comma === undefined ? endOf(last) : comma + 1;
  const at = base === undefined ? end : afterComments(text, end);
  const lead = base === undefined ? ' ' : style.eol + base;
  const member = format(addition, style, base);
  if (comma !== undefined) document.splice([insertion(at, `${lead}${member},`)]);
  else if (at === end) document.splice([insertion(at, `,${lead}${member}`)]);
  else document.splice([insertion(end, ','), insertion(at, lead + member)]);
  document.adopt(container, member, at + lead.length + (comma === undefined ? 1 : 0));
}

/** Adds a member. Throws a Refusal if something else is in its way. */
export function add(document: JsonDocument, addition: Addition): void {
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
