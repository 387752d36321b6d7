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
import { add } from './json-add.js';
import { endOf, JsonDocument, nameOf, type Path, valueNode } from './json-document.js';
import { removeItems, removeProperty } from './json-remove.js';
import { type JsonRestore, restoreSettings } from './json-restore.js';
import { aliasesOf, type ListSwitch, listPath } from './json-setting.js';
import type { JsonDialect, JsonNode } from './json-text.js';

/** Gives a property a value, or removes it. */
interface PropertyEdit {
  readonly path: Path;
  readonly value: string | boolean | undefined;
  /** Moves it to the end of its object. */
  readonly isLast?: true;
}

/** Adds an item to a list unless it is listed, or removes it. */
interface ItemEdit extends ListSwitch {
  readonly isListed: boolean;
}

export type JsonEdit = PropertyEdit | ItemEdit | JsonRestore;

/** True if the property is the last of its object, and the only one of its name there. */
function isLastOfItsName(property: JsonNode): boolean {
  const siblings = property.parent?.children ?? [];
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
  const { spellings, fold, isListed } = edit;
  const path = listPath(document, edit);
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
    removeItems(document, path, (value) => isString(value) && wanted.includes(fold(value)), aliasesOf(edit));
    for (const text of wanted) texts.delete(text);
  }
}

/** Makes the edits in their order, and then puts settings back. If one is refused, the others are still made. */
export function editJson(
  text: string | undefined,
  dialect: JsonDialect,
  edits: readonly JsonEdit[],
): Edited<JsonEdit> {
  // A new file ends with a line break.
  const document = new JsonDocument(text ?? '\n', dialect);
  const refused = new Map<JsonEdit, string>();
  const lists: FoldedLists = new Map();
  const attempt = (edit: JsonEdit, work: () => void) => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.set(edit, error.message);
    }
  };
  for (const edit of edits) {
    if ('setting' in edit) continue;
    attempt(edit, () =>
      'spellings' in edit ? editItem(document, edit, lists) : editProperty(document, edit),
    );
  }
  restoreSettings(
    document,
    edits.filter((edit) => 'setting' in edit),
    attempt,
  );
  const isUnchanged = text === undefined && document.root === undefined;
  return { text: isUnchanged ? undefined : document.mark + document.text, refused };
}
