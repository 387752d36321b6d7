/**
 * The two ways in which tools keep a switch in JSON: a list of disabled entries, where every file counts, and a value
 * for each entry, where the strongest file that has one wins.
 */

import { isObject } from '../../../protocol/checks.js';
import type { ScopeKeeping, SettingPath, SwitchRule, ToolVerdict } from '../tool.js';
import type { Path } from './json-document.js';
import type { JsonEdit } from './json-edit.js';
import { captureItem, captureProperty, type ListSwitch } from './json-setting.js';
import { valueAt } from './json-text.js';

/** A rule that is the same for all files. */
interface JsonRule extends SwitchRule<JsonEdit> {
  own(content: unknown): boolean | undefined;
  edit(enabled: boolean | undefined): JsonEdit;
}

/** A setting that switches off all entries of the kind: the index of its file, and where it is in the file. */
export interface Blanket {
  readonly by: number;
  readonly at: SettingPath;
}

type FindBlanket = (contents: readonly unknown[]) => Blanket | undefined;

const noBlanket: FindBlanket = () => undefined;

interface JsonListOptions extends Omit<ListSwitch, 'fold'> {
  /** The tool treats two spellings as equal if they fold to the same text. */
  readonly fold?: (item: string) => string;
  /** True if the tool ignores a list with anything but texts in it. */
  readonly wholeOnly?: true;
  readonly blanket?: FindBlanket;
  /** Why the entry cannot be switched. */
  readonly fixed?: string | undefined;
  readonly keeps?: ScopeKeeping;
}

const noTexts: ReadonlyMap<string, number> = new Map();
const foldedLists = new WeakMap<readonly unknown[], ReadonlyMap<string, number>>();

/** The folded texts of a list with their indexes, made once for all entries. */
function textsOf(list: unknown, { fold = String, wholeOnly }: JsonListOptions): ReadonlyMap<string, number> {
  if (!Array.isArray(list)) return noTexts;
  const known = foldedLists.get(list);
  if (known !== undefined) return known;
  const texts = list.flatMap((item, index): [string, number][] =>
    typeof item === 'string' ? [[fold(item), index]] : [],
  );
  const folded = new Map(wholeOnly === true && texts.length < list.length ? [] : texts);
  foldedLists.set(list, folded);
  return folded;
}

/** True if the content has the other path, and the first only before it: of two spellings the later counts. */
function isLater(content: unknown, other: Path, path: Path): boolean {
  if (valueAt(content, other) === undefined) return false;
  const names = isObject(content) ? Object.keys(content) : [];
  return names.indexOf(other[0] ?? '') > names.indexOf(path[0] ?? '');
}

/** The rule of a list: an entry is off if any file lists it. */
export function listRule(options: JsonListOptions): JsonRule {
  const { path, otherPath, fold = String, blanket = noBlanket, fixed, keeps } = options;
  const list: ListSwitch = { path, otherPath, spellings: options.spellings, fold };
  const spellings = options.spellings.map(fold);
  /** Where the entry is listed. */
  const listedAt = (content: unknown): SettingPath | undefined => {
    const listPath = otherPath !== undefined && isLater(content, otherPath, path) ? otherPath : path;
    const texts = textsOf(valueAt(content, listPath), options);
    const spelling = spellings.find((one) => texts.has(one));
    return spelling === undefined ? undefined : [...listPath, texts.get(spelling)!];
  };
  return {
    names: spellings,
    fixed,
    ...(keeps && { keeps }),
    decide(contents) {
      const all = blanket(contents);
      if (all !== undefined) return { enabled: false, ...all };
      const by = contents.findLastIndex((content) => listedAt(content) !== undefined);
      return by === -1 ? { enabled: true } : { enabled: false, by, at: listedAt(contents[by])! };
    },
    own: (content) => (listedAt(content) === undefined ? undefined : false),
    edit: (enabled) => ({ ...list, isListed: enabled === false }),
    capture: (text) => captureItem(text, list),
    restore: (setting) => ({ ...list, setting }),
  };
}

interface ValueOptions {
  readonly path: Path;
  readonly on: string | boolean;
  readonly off: string | boolean;
  /** The state without a value in any file; on if absent. */
  readonly byDefault?: boolean;
  /** The meaning of a value; undefined for one that decides nothing. */
  readonly read: (value: unknown) => Omit<ToolVerdict, 'by' | 'at'> | undefined;
  readonly blanket?: FindBlanket;
}

/** The rule of a value for each entry: the strongest file that has one decides. */
export function valueRule(options: ValueOptions): JsonRule {
  const { path, on, off, byDefault = true, read, blanket = noBlanket } = options;
  const verdictOf = (content: unknown) => read(valueAt(content, path));
  return {
    names: [path.join('\n')],
    decide(contents) {
      const all = blanket(contents);
      if (all !== undefined) return { enabled: false, ...all };
      const by = contents.findLastIndex((content) => verdictOf(content) !== undefined);
      return { enabled: byDefault, ...verdictOf(contents[by]), ...(by !== -1 && { by, at: path }) };
    },
    own: (content) => verdictOf(content)?.enabled,
    edit: (enabled) => ({ path, value: enabled === undefined ? undefined : enabled ? on : off }),
    capture: (text) => captureProperty(text, path),
    restore: (setting) => ({ path, setting }),
  };
}

/** Why an entry cannot be switched by its name. */
export const namelessReason = (title: string, kinds: string): string =>
  `${title} switches ${kinds} by their names, and the name of this one is empty`;
