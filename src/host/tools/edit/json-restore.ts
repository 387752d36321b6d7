/**
 * Puts a setting back into JSON text exactly as it was read before: at its old position, and in a container as it was if
 * that is gone. What was recorded is checked first, because the record may be damaged.
 */

import { Refusal, SettingsMistake } from '../refusal.js';
import type { Setting } from '../tool.js';
import { add } from './json-add.js';
import { endOf, type JsonDocument, type Path, valueNode } from './json-document.js';
import { placeMember, placeOf } from './json-place.js';
import { removeItems, removeProperty } from './json-remove.js';
import {
  aliasesOf,
  captureItem,
  captureProperty,
  type ListSwitch,
  listPath,
  matcher,
} from './json-setting.js';
import { type JsonNode, relaxedJson } from './json-text.js';

/** Puts a property back as it was; undefined removes it. */
export interface PropertyRestore {
  readonly path: Path;
  readonly setting: Setting | undefined;
}

/** Puts an item of a list back as it was; undefined removes it. */
export interface ItemRestore extends ListSwitch {
  readonly setting: Setting | undefined;
}

const damaged = (): Refusal => new Refusal('what was recorded of the setting is damaged');

/** Throws a Refusal unless the setting is found in a text that has only the setting. */
function check(
  capture: (text: string) => Setting | undefined,
  setting: Setting,
  names: Path,
  isItem: boolean,
): void {
  const inner = isItem ? `[${setting.text}]` : `{${setting.text}}`;
  const alone = names.reduceRight((text, name) => `{${JSON.stringify(name)}:${text}}`, inner);
  try {
    if (capture(alone)?.text === setting.text) return;
  } catch (error) {
    if (!(error instanceof SettingsMistake)) throw error;
  }
  throw damaged();
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
 * Puts a setting back with what was around it, from the innermost frame up to one that still exists. Returns false if a
 * frame was not recorded, or if something else has its name.
 */
function placeFramed(document: JsonDocument, names: Path, { text, around = [] }: Setting): boolean {
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

function placeProperty(document: JsonDocument, path: Path, setting: Setting): void {
  const names = path.slice(0, -1);
  const parent = objectAt(document, names);
  if (parent !== undefined && !(names.length === 0 && isBlank(document)))
    placeMember(document, parent, setting);
  else if (!placeFramed(document, names, setting))
    add(document, { path, leaf: valueText(setting.text), isItem: false });
}

function restoreProperty(document: JsonDocument, { path, setting }: PropertyRestore): void {
  const property = document.propertyAt(path);
  if (setting === undefined) {
    removeProperty(document, path);
    return;
  }
  check((text) => captureProperty(text, path), setting, path.slice(0, -1), false);
  if (property !== undefined && placeOf(document.text, property).at === setting.at) {
    replaceMember(document, property, setting.text);
    return;
  }
  removeProperty(document, path);
  placeProperty(document, path, setting);
}

/** The path of the list that the item was in; of the present list if that was not recorded. */
function recordedPath(document: JsonDocument, list: ItemRestore, { around }: Setting): Path {
  const { path, otherPath = path } = list;
  const isRecorded = (names: Path) => around?.[0]?.open.startsWith(JSON.stringify(names.at(-1)));
  return [path, otherPath].find(isRecorded) ?? listPath(document, list);
}

function restoreItem(document: JsonDocument, list: ItemRestore): void {
  const { setting } = list;
  if (setting !== undefined) check((text) => captureItem(text, list), setting, list.path, true);
  removeItems(document, listPath(document, list), matcher(list), aliasesOf(list));
  if (setting === undefined) return;
  const path = recordedPath(document, list, setting);
  const parent = document.listAt(path);
  if (parent !== undefined) {
    placeMember(document, parent, setting);
    return;
  }
  if (!placeFramed(document, path, setting)) add(document, { path, leaf: setting.text, isItem: true });
}

/** Puts a setting back as it was. Throws a Refusal if that is not possible. */
export function restoreSetting(document: JsonDocument, edit: PropertyRestore | ItemRestore): void {
  if ('spellings' in edit) restoreItem(document, edit);
  else restoreProperty(document, edit);
}
