/**
 * The two ways in which tools keep a switch in JSON: a list of disabled entries, where every file counts, and a value
 * for each entry, where the strongest file that has one wins.
 */

import type { SwitchRule, ToolVerdict } from '../tool.js';
import type { ItemEdit, JsonEdit, Path } from './json-edit.js';
import { valueAt } from './json-text.js';

/** Returns the index of the file that switches off all entries of the kind. */
export type FindBlanket = (contents: readonly unknown[]) => number | undefined;

const noBlanket: FindBlanket = () => undefined;

interface JsonListOptions extends Pick<ItemEdit, 'path' | 'otherPath' | 'spellings'> {
  /** The tool treats two spellings as equal if they fold to the same text. */
  readonly fold?: (item: string) => string;
  /** True if the tool ignores a list with anything but texts in it. */
  readonly wholeOnly?: true;
  readonly blanket?: FindBlanket;
  /** Why the entry cannot be switched. */
  readonly fixed?: string | undefined;
}

const noTexts: ReadonlySet<string> = new Set();
const foldedLists = new WeakMap<readonly unknown[], ReadonlySet<string>>();

/** The folded texts of a list, made once for all entries. */
function textsOf(list: unknown, { fold = String, wholeOnly }: JsonListOptions): ReadonlySet<string> {
  if (!Array.isArray(list)) return noTexts;
  const known = foldedLists.get(list);
  if (known !== undefined) return known;
  const texts = list.filter((item) => typeof item === 'string');
  const isIgnored = wholeOnly === true && texts.length < list.length;
  const folded = new Set(isIgnored ? [] : texts.map(fold));
  foldedLists.set(list, folded);
  return folded;
}

/** The rule of a list: an entry is off if any file lists it. */
export function listRule(options: JsonListOptions): SwitchRule<JsonEdit> {
  const { path, otherPath, fold = String, blanket = noBlanket, fixed } = options;
  const spellings = options.spellings.map(fold);
  const isListed = (content: unknown) => {
    const list = valueAt(content, path) ?? (otherPath && valueAt(content, otherPath));
    const texts = textsOf(list, options);
    return spellings.some((spelling) => texts.has(spelling));
  };
  return {
    names: spellings,
    fixed,
    decide(contents) {
      const by = blanket(contents) ?? contents.findLastIndex(isListed);
      return by === -1 ? { enabled: true } : { enabled: false, by };
    },
    own: (content) => (isListed(content) ? false : undefined),
    edit: (enabled) => ({
      path,
      otherPath,
      spellings: options.spellings,
      fold,
      isListed: enabled === false,
    }),
  };
}

interface ValueOptions {
  readonly path: Path;
  readonly on: string | boolean;
  readonly off: string | boolean;
  /** The state without a value in any file; on if absent. */
  readonly byDefault?: boolean;
  /** The meaning of a value; undefined for one that decides nothing. */
  readonly read: (value: unknown) => Omit<ToolVerdict, 'by'> | undefined;
  readonly blanket?: FindBlanket;
}

/** The rule of a value for each entry: the strongest file that has one decides. */
export function valueRule(options: ValueOptions): SwitchRule<JsonEdit> {
  const { path, on, off, byDefault = true, read, blanket = noBlanket } = options;
  const verdictOf = (content: unknown) => read(valueAt(content, path));
  return {
    names: [path.join('\n')],
    decide(contents) {
      const all = blanket(contents);
      if (all !== undefined) return { enabled: false, by: all };
      const by = contents.findLastIndex((content) => verdictOf(content) !== undefined);
      return { enabled: byDefault, ...verdictOf(contents[by]), ...(by !== -1 && { by }) };
    },
    own: (content) => verdictOf(content)?.enabled,
    edit: (enabled) => ({ path, value: enabled === undefined ? undefined : enabled ? on : off }),
  };
}

/** Why an entry cannot be switched by its name. */
export const namelessReason = (title: string, kinds: string): string =>
  `${title} switches ${kinds} by their names, and the name of this one is empty`;
