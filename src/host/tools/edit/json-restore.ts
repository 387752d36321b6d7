/**
 * Puts a setting back into JSON text exactly as it was read before: at its old position, and in a container as it was if
 * that is gone. What was recorded is checked first, because the record may be damaged.
 */

import { Refusal, SettingsMistake } from '../refusal.js';
import type { Setting, SettingPiece } from '../tool.js';
import { add } from './json-add.js';
import { endOf, type JsonDocument, type Path, valueNode } from './json-document.js';
import { placeMember, positionOf } from './json-place.js';
import { removeItems, removeProperty } from './json-remove.js';
import {
  aliasesOf,
  captureItem,
  captureProperty,
  type ListSwitch,
  listPath,
  matcher,
  propertiesAt,
} from './json-setting.js';
import { type JsonNode, relaxedJson } from './json-text.js';
import { inPlacingOrder, piecesOf } from './setting-order.js';

interface PropertyPlace {
  readonly path: Path;
}

/** Puts a property back as it was; undefined removes it. */
interface PropertyRestore extends PropertyPlace {
  readonly setting: Setting | undefined;
}

/** Puts an item of a list back as it was; undefined removes it. */
interface ItemRestore extends ListSwitch {
  readonly setting: Setting | undefined;
}

export type JsonRestore = PropertyRestore | ItemRestore;

const damaged = (): Refusal => new Refusal('what was recorded of the setting is damaged');

/** Throws a Refusal unless each piece is the setting, in a text that has nothing else. */
function check({ setting, ...edit }: JsonRestore): void {
  const isItem = 'spellings' in edit;
  const names = isItem ? edit.path : edit.path.slice(0, -1);
  for (const { text } of piecesOf(setting)) {
    const inner = isItem ? `[${text}]` : `{${text}}`;
    const alone = names.reduceRight((inside, name) => `{${JSON.stringify(name)}:${inside}}`, inner);
    if (capturedIn(alone, edit)?.text !== text) throw damaged();
  }
}

/** The setting in a text that may not be JSON. */
function capturedIn(text: string, edit: PropertyPlace | ListSwitch): Setting | undefined {
  try {
    return 'spellings' in edit ? captureItem(text, edit) : captureProperty(text, edit.path);
  } catch (error) {
    if (error instanceof SettingsMistake) return undefined;
    throw error;
  }
}

/** The object that these names lead to. */
function objectAt(document: JsonDocument, names: Path): JsonNode | undefined {
  const property = document.propertyAt(names);
  const object = names.length === 0 ? document.root : property && valueNode(property);
  return object?.type === 'object' ? object : undefined;
}

/** True if a file has nothing but an empty object. */
function isBlank({ root, text }: JsonDocument): boolean {
  const inside = root === undefined ? text : text.slice(root.offset + 1, endOf(root) - 1);
  return inside.trim() === '';
}

/** Puts the whole object of a file back. Returns false if the file has anything in it. */
function placeWhole(document: JsonDocument, whole: string): boolean {
  if (!isBlank(document)) return false;
  const { root, mark, text } = document;
  const [from, to] = root === undefined ? [0, 0] : [root.offset, endOf(root)];
  document.rewrite(mark + text.slice(0, from) + whole + text.slice(to));
  return true;
}

/**
 * Puts a piece back with what was around it, from the innermost frame up to one that still exists. Returns false if a
 * frame was not recorded, or if something else has its name.
 */
function placeFramed(
  document: JsonDocument,
  names: Path,
  { text }: SettingPiece,
  { around = [] }: Setting,
): boolean {
  let whole = text;
  for (const [at, { open, close, ...place }] of around.entries()) {
    whole = open + whole + close;
    const depth = names.length - at;
    if (depth === 0) return placeWhole(document, whole);
    if (document.propertyAt(names.slice(0, depth)) !== undefined) return false;
    const parent = isBlank(document) ? undefined : objectAt(document, names.slice(0, depth - 1));
    if (parent === undefined) continue;
    placeMember(document, parent, { ...place, text: whole });
    return true;
  }
  return false;
}

function replaceMember(document: JsonDocument, member: JsonNode, text: string): void {
  const { parent, offset } = member;
  if (parent === undefined) return;
  parent.children = parent.children?.filter((child) => child !== member) ?? [];
  document.splice([{ from: offset, to: endOf(member), text }]);
  document.adopt(parent, text, offset);
}

/** The text of a property's value. */
function valueText(property: string): string {
  const text = `{${property}}`;
  const [member] = relaxedJson.tree(text)?.children ?? [];
  if (member === undefined) throw damaged();
  const value = valueNode(member);
  return text.slice(value.offset, endOf(value));
}

function placeProperty(
  document: JsonDocument,
  { path, setting }: PropertyRestore,
  piece: SettingPiece,
): void {
  const names = path.slice(0, -1);
  const parent = objectAt(document, names);
  if (parent !== undefined && !(names.length === 0 && isBlank(document)))
    placeMember(document, parent, piece);
  else if (!placeFramed(document, names, piece, setting!))
    add(document, { path, leaf: valueText(piece.text), isItem: false });
}

/** The path of the list that the item was in; of the present list if that was not recorded. */
function recordedPath(document: JsonDocument, list: ItemRestore): Path {
  const { path, otherPath = path, setting } = list;
  const isRecorded = (names: Path) => setting?.around?.[0]?.open.startsWith(JSON.stringify(names.at(-1)));
  return [path, otherPath].find(isRecorded) ?? listPath(document, list);
}

function placeItem(document: JsonDocument, list: ItemRestore, piece: SettingPiece): void {
  const path = recordedPath(document, list);
  const parent = document.listAt(path);
  if (parent !== undefined) placeMember(document, parent, piece);
  else if (!placeFramed(document, path, piece, list.setting!))
    add(document, { path, leaf: piece.text, isItem: true });
}

/** Writes a recorded property in place of the present one. Returns false if that is at another position. */
function replaceProperty(document: JsonDocument, { path, setting }: PropertyRestore): boolean {
  const [property, ...others] = propertiesAt(document, path);
  if (property === undefined || others.length > 0 || setting === undefined || setting.pieces) return false;
  if (positionOf(document.text, property) !== setting.at) return false;
  replaceMember(document, property, setting.text);
  return true;
}

/** Removes the present setting. Returns false if the recorded one is in its place already. */
function clear(document: JsonDocument, edit: JsonRestore): boolean {
  if ('spellings' in edit) removeItems(document, listPath(document, edit), matcher(edit), aliasesOf(edit));
  else if (replaceProperty(document, edit)) return false;
  else removeProperty(document, edit.path);
  return true;
}

/** Puts settings back as they were, in this order. Calls back with a Refusal if that is not possible. */
export function restoreSettings(
  document: JsonDocument,
  edits: readonly JsonRestore[],
  attempt: (edit: JsonRestore, work: () => void) => void,
): void {
  const cleared = new Set<JsonRestore>();
  for (const edit of edits)
    attempt(edit, () => {
      check(edit);
      if (clear(document, edit)) cleared.add(edit);
    });
  const placed = edits.filter((edit) => cleared.has(edit));
  for (const { owner, piece } of inPlacingOrder(placed, ({ path }) => JSON.stringify(path)))
    attempt(owner, () => {
      if ('spellings' in owner) placeItem(document, owner, piece);
      else placeProperty(document, owner, piece);
    });
}
