/** Reads a setting from JSON text so that it can be put back: a property with any value, or an item of a list. */

import { isString } from '../../../protocol/checks.js';
import type { Setting, SettingFrame } from '../tool.js';
import { endOf, JsonDocument, nameOf, type Path } from './json-document.js';
import { pieceOf } from './json-place.js';
import { type JsonNode, relaxedJson } from './json-text.js';
import { memoizeLast } from './memoize.js';
import { joinPieces } from './setting-order.js';

/** The list of a switch, and the spellings that count as the item. */
export interface ListSwitch {
  readonly path: Path;
  /** Where the list is if it is not at the path. */
  readonly otherPath?: Path | undefined;
  /** The spellings of the item; the first is written. */
  readonly spellings: readonly string[];
  /** Two spellings are equal if they fold to the same text. */
  readonly fold: (item: string) => string;
}

/** Documents that are only read. */
const parsed = memoizeLast((text: string) => new JsonDocument(text, relaxedJson));

/** The object or list in which a member is, without its members; undefined if it has comments, and so never goes. */
function frameOf(text: string, container: JsonNode): SettingFrame | undefined {
  const [first, last] = [container.children?.[0], container.children?.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const named = container.parent ?? container;
  const [key] = named === container ? [] : (named.children ?? []);
  const close = text.slice(endOf(last), endOf(named));
  const blanks = text.slice(key === undefined ? named.offset : endOf(key), first.offset) + close;
  if (blanks.includes('/')) return undefined;
  const { text: _, ...place } = pieceOf(text, named);
  return { ...place, open: text.slice(named.offset, first.offset), close };
}

function framesAround(text: string, member: JsonNode): SettingFrame[] {
  const container = member.parent;
  const frame = container && frameOf(text, container);
  if (frame === undefined) return [];
  return container?.parent === undefined ? [frame] : [frame, ...framesAround(text, container.parent)];
}

function settingOf({ text }: JsonDocument, nodes: readonly JsonNode[]): Setting | undefined {
  const [node] = nodes;
  if (node === undefined) return undefined;
  const pieces = nodes.map((one) => pieceOf(text, one));
  return { ...joinPieces(pieces, ', '), around: framesAround(text, node) };
}

/** Returns the property at a path, with repetitions of it. */
export function captureProperty(text: string, path: Path): Setting | undefined {
  const document = parsed(text);
  return settingOf(document, propertiesAt(document, path));
}

/** The property at a path, with repetitions of it. */
export function propertiesAt(document: JsonDocument, path: Path): JsonNode[] {
  const siblings = document.propertyAt(path)?.parent?.children ?? [];
  return siblings.filter((sibling) => nameOf(sibling) === path.at(-1));
}

/** Returns a function that recognises the item. */
export function matcher({ spellings, fold }: ListSwitch): (item: unknown) => boolean {
  const wanted = new Set(spellings.map(fold));
  return (item) => isString(item) && wanted.has(fold(item));
}

/** Returns the path of the list that counts: of two spellings the later one. */
export function listPath(document: JsonDocument, { path, otherPath }: ListSwitch): Path {
  const other = otherPath && document.propertyAt(otherPath);
  const isLater = other !== undefined && other.offset > (document.propertyAt(path)?.offset ?? -1);
  return otherPath && isLater ? otherPath : path;
}

/** The names of the list. */
export const aliasesOf = ({ path, otherPath }: ListSwitch): string[] =>
  [path, otherPath ?? []].flatMap((names) => names.at(-1) ?? []);

/** Returns the item of a list. */
export function captureItem(text: string, list: ListSwitch): Setting | undefined {
  const document = parsed(text);
  const matches = matcher(list);
  const items = document.listAt(listPath(document, list))?.children ?? [];
  return settingOf(
    document,
    items.filter(({ value }) => matches(value)),
  );
}
