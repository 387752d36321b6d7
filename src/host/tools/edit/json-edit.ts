/** Many edits of one JSON text, on one reading of it: each as it would be if it were made alone, after the others. */

import { Refusal } from '../refusal.js';
import type { Edited } from '../tool.js';
import { addItem, isLastAt, type Path, setProperty } from './json-add.js';
import { JsonDocument } from './json-document.js';
import { listAt, removeItems, removeProperty } from './json-remove.js';
import type { JsonDialect } from './json-text.js';

/** Gives a property a value, or takes it out. */
interface PropertyEdit {
  readonly path: Path;
  readonly value: string | boolean | undefined;
  /** It comes last in its object, also if it stood elsewhere. */
  readonly isLast?: true;
}

/** Puts an item into a list if it is not there, or takes it out. */
interface ItemEdit {
  readonly path: Path;
  /** Where the list is if it is not there. */
  readonly otherPath?: Path;
  /** What means the item; the first is written. */
  readonly spellings: readonly string[];
  /** Makes equal what is to be taken for equal. */
  readonly fold: (item: string) => string;
  readonly isListed: boolean;
}

export type JsonEdit = PropertyEdit | ItemEdit;

/** The texts in each list, looked through once. */
type ListedItem = Map<string, Set<string>>;

function textsIn(sheet: JsonDocument, path: Path, { fold }: ItemEdit, listed: ListedItem): Set<string> {
  const key = path.join('\n');
  const known = listed.get(key);
  if (known !== undefined) return known;
  const values = listAt(sheet, path)?.children?.map(({ value }) => value as unknown) ?? [];
  const texts = new Set(values.filter((value) => typeof value === 'string').map(fold));
  listed.set(key, texts);
  return texts;
}

function editList(sheet: JsonDocument, edit: ItemEdit, listed: ListedItem): void {
  const { spellings, fold, isListed, otherPath } = edit;
  const isElsewhere = otherPath && listAt(sheet, otherPath) && !listAt(sheet, edit.path);
  const path = isElsewhere ? otherPath : edit.path;
  const texts = textsIn(sheet, path, edit, listed);
  const meant = spellings.map(fold);
  if (meant.some((text) => texts.has(text)) === isListed) return;
  if (isListed) {
    addItem(sheet, path, spellings[0] ?? '');
    texts.add(meant[0] ?? '');
  } else {
    removeItems(sheet, path, (value) => typeof value === 'string' && meant.includes(fold(value)));
    for (const text of meant) texts.delete(text);
  }
}

function editProperty(sheet: JsonDocument, { path, value, isLast }: PropertyEdit): void {
  if (value === undefined || (isLast && !isLastAt(sheet, path))) removeProperty(sheet, path);
  if (value !== undefined) setProperty(sheet, path, value);
}

/** Makes the edits in their order. One that cannot be made leaves the text to the others. */
export function editJson(
  text: string | undefined,
  dialect: JsonDialect,
  edits: readonly JsonEdit[],
): Edited<JsonEdit> {
  const sheet = new JsonDocument(text, dialect);
  const refused = new Map<JsonEdit, string>();
  const listed: ListedItem = new Map();
  for (const edit of edits) {
    try {
      if ('spellings' in edit) editList(sheet, edit, listed);
      else editProperty(sheet, edit);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.set(edit, error.message);
    }
  }
  return { text: sheet.whole, refused };
}
