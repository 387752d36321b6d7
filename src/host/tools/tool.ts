/**
 * What skillpick knows about an agent tool: which places it reads, which files it loads, which of several entries of one
 * name it uses, who may invoke an entry there, and how the tool keeps a switch. There is one file for each tool; settings
 * are read and written elsewhere.
 */

import type { ToolScope } from '../../protocol/scopes.js';
import type { ObeysFrom } from '../../protocol/switch-result.js';
import type { ToolId } from '../../protocol/tool-titles.js';
import type { PlaceAlias } from '../discovery/catalog.js';
import type { FileFacts } from '../discovery/file-facts.js';
import type { ToolDirectory } from '../discovery/search-places.js';
import type { ToolContext } from './tool-context.js';

export type { ToolId, ToolScope };

/** The kinds of entries that tools have switches for. */
const switchedKinds = ['skill', 'agent', 'plugin', 'mcpServer'] as const;
export type SwitchedKind = (typeof switchedKinds)[number];

/** The kinds of entries that tools read. */
export const entryKinds = [...switchedKinds, 'prompt', 'rule', 'hook'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** An entry as the tools need it. */
export interface EntryRef {
  readonly kind: EntryKind;
  /**
   * The exact name in its file, or else the file's name. For a plugin the name that its tool uses, such as
   * `name@marketplace`.
   */
  readonly name: string;
  /** Every path by which its file was found, with the place, in the order they were found. */
  readonly aliases: readonly PlaceAlias[];
  /** The path of its file with all links resolved. */
  readonly canonicalPath: string;
  /** Name of the plugin it came with. */
  readonly plugin?: string;
  /** The directory of that plugin. */
  readonly pluginDirectory?: string;
  /** What discovery found in its file. */
  readonly facts: FileFacts;
}

/** Where a tool looks for entries of one kind. */
export interface ToolPlaces {
  /** Keys of places. Of two entries with one name, the tool uses the one from the earlier place. */
  readonly places: readonly string[];
  /**
   * The directories of the repository in which it looks: from our root to the working directory (`all`), from the Git
   * root (`git`; without Git only the working directory), from the Git root or else from the root of the file system
   * (`up`) or, below the home, from the home (`home`), from the root of the file system (`top`), or only in the working
   * directory.
   */
  readonly directories: 'all' | 'git' | 'up' | 'home' | 'top' | 'working';
  /** Whether a skill's folder may be deeper than directly below the place. */
  readonly nested: boolean;
  /** The names of the files that it reads in a place; all files in places that are not named here. */
  readonly fileNames?: Readonly<Record<string, RegExp>>;
  /** Which of several entries of one name it uses: the first, all, or any of them (not predictable). */
  readonly duplicates: 'first' | 'all' | 'any';
  /** True if a name invokes an entry only as long as no other entry that is on has the same name. */
  readonly needsUniqueName?: true;
  /** True if it uses any of several entries of one name that are in the same directory of a place. */
  readonly hasTies?: true;
  /** True if a nearer directory counts before an earlier place. */
  readonly nearestFirst?: true;
  /** A place whose entries do not compete with each other: all of one name are used if the first is from it. */
  readonly sharing?: string;
  /** Orders two entries of one place and directory, the one that is used first; else the first one found is used. */
  readonly order?: (one: EntryRef, other: EntryRef) => number;
  /** Places that it looks for in other directories of the repository. */
  readonly otherDirectories?: Readonly<Record<string, ToolPlaces['directories']>>;
  /** Replaces the order of the places: smaller is stronger. The distance counts from the working directory up. */
  readonly rank?: (place: string, distance: number) => number;
}

/** A file in which a tool keeps switches. */
export interface SettingsFile {
  readonly path: string;
  /** `managed` belongs to an administrator. */
  readonly scope: ToolScope | 'managed';
  /**
   * `read` is never written; `clear` only loses settings; `write` also gets some if it exists; `make` is created if
   * necessary.
   */
  readonly use: 'read' | 'clear' | 'write' | 'make';
  /** Lock file the tool takes before it writes. */
  readonly lock?: string;
  /** Why a switch in this file may have no effect. */
  readonly caveat?: string;
  /** True if the tool does not read the file at all for now; the caveat gives the reason. */
  readonly isUnread?: true;
  /** True if the tool accepts only plain JSON here, though it is less strict with other files. */
  readonly isPlain?: true;
  /** True for a file of the user, outside of the repository, that also keeps switches for one repository. */
  readonly isUsers?: true;
}

/** The names and indexes that lead to a value in a settings file. */
export type SettingPath = readonly (string | number)[];

/** The state of an entry according to the files. */
export interface ToolVerdict {
  readonly enabled: boolean;
  /** Index of the file that decides; absent if no file has a setting for the entry. */
  readonly by?: number;
  /** Where the setting is in that file. */
  readonly at?: SettingPath;
  /** The file that decides, if it is none of the settings files. */
  readonly elsewhere?: {
    readonly file: string;
    readonly content: unknown;
    /** The line of the setting, counted from 1. */
    readonly line: number | undefined;
  };
  /** Describes the setting that decides, if it is not for this entry alone. */
  readonly what?: string;
  /** False if the settings keep the entry from the user, or from the model, though it is on. */
  readonly userInvocable?: false;
  readonly modelInvocable?: false;
}

/** Where a text is among its siblings. */
interface SettingPlace {
  /** Its position among its siblings and their comments; the number of lines before it, if TOML has no list of them. */
  readonly at: number;
  /** The separators between it and the member before it, or the start: one more than there are comments. */
  readonly lead?: readonly string[];
  /** The separators between it and the member after it, or the end. */
  readonly tail?: readonly string[];
  /** True if no member follows. */
  readonly isLast?: true;
}

/** A part of a setting in one place: a property, an item, a block. */
export interface SettingPiece extends SettingPlace {
  readonly text: string;
  /** Its index in an array of TOML tables. */
  readonly number?: number;
}

/** An object or list without its members. */
export interface SettingFrame extends SettingPlace {
  /** Its text up to the first member, with its name. */
  readonly open: string;
  /** Its text after the last member. */
  readonly close: string;
}

/** The setting for one entry in one file, with all that is needed to put it back exactly. */
export interface Setting extends SettingPiece {
  /** The pieces of a setting that is in several places, in their order. Its own text has them all. */
  readonly pieces?: readonly SettingPiece[];
  /** What is around it, the innermost first: it may be removed and put back with the setting. */
  readonly around?: readonly SettingFrame[];
}

/** How the switch of one entry is read and written. Contents are parsed files, weakest first; undefined if missing. */
export interface SwitchRule<E = unknown> {
  /** The names of the entry in the settings; the first is written. Entries with the same first name switch together. */
  readonly names: readonly string[];
  /** Why skillpick does not switch it, though the tool obeys its settings. */
  readonly fixed?: string | undefined;
  /** Replaces the tool's own `keeps` for this entry. */
  readonly keeps?: ScopeKeeping;
  decide(contents: readonly unknown[]): ToolVerdict;
  /** Returns whether one file switches this entry on or off by a setting of its own. */
  own(content: unknown, file: SettingsFile): boolean | undefined;
  /** False for a file that cannot hold a setting of the entry; by default, all can. */
  fits?(content: unknown): boolean;
  /** Returns the edit that switches the entry in a file, or removes its setting there. */
  edit(enabled: boolean | undefined, file: SettingsFile): E;
  /** Returns the setting of its own that the text of a file has for this entry. The tool must be able to read the text. */
  capture(text: string): Setting | undefined;
  /** Returns the edit that puts a setting back as it was; without one, the edit that removes it. */
  restore(setting: Setting | undefined): E;
}

/**
 * For a scope without a file of its own: the scope whose file keeps the switch, if the switch does not count for more
 * than was asked for; or a text that says why there is no switch in the scope.
 */
export type ScopeKeeping = {
  readonly [scope in ToolScope]?: { readonly in: ToolScope; readonly remark?: string } | string;
};

/** A text after edits, without those that could not be made. */
export interface Edited<E> {
  /** Undefined only if there was none and there is nothing to write. */
  readonly text: string | undefined;
  /** Why an edit could not be made. */
  readonly refused: ReadonlyMap<E, string>;
}

/** Who may invoke an entry in a tool. */
export interface Gates {
  readonly user: boolean;
  readonly model: boolean;
  /** A remark, such as that the tool ignores a gate in the file. */
  readonly note?: string;
}

/** An agent tool. `E` is the type of an edit of its files. */
export interface Tool<E = unknown> {
  readonly id: ToolId;
  readonly title: string;
  /** The version these rules were checked with. */
  readonly checkedWith: string;
  /** Its directory in a repository, which also identifies its directory in the home. */
  readonly directory: ToolDirectory;
  /** When a running session obeys a switch, by kind; absent if that is not known. */
  readonly obeysFrom: { readonly [kind in SwitchedKind]?: ObeysFrom };
  /** How it keeps switches for scopes in which it has no file. */
  readonly keeps?: ScopeKeeping;
  /** Returns undefined if it reads no entries of this kind. */
  reads(kind: EntryKind, context: ToolContext): ToolPlaces | undefined;
  /** Returns why the tool does not load an entry in one of its places, found by this path; undefined if it does. */
  refuses?(entry: EntryRef, way: PlaceAlias, context: ToolContext): string | undefined;
  /** Returns the rank of a path among the places of its kind, smaller is stronger; undefined for that of its place. */
  rankOf?(entry: EntryRef, way: PlaceAlias): number | undefined;
  /** Returns the tool's name for the entry. Entries of one kind and name compete. */
  nameOf(entry: EntryRef, context: ToolContext): string;
  gatesOf(entry: EntryRef, context: ToolContext): Gates;
  /** Returns what the user types to invoke it; undefined if it is not invoked by name. */
  invoke(entry: EntryRef, context: ToolContext): string | undefined;
  /** Weakest first. */
  files(kind: EntryKind, context: ToolContext): readonly SettingsFile[];
  /** Parses a file. Throws a SettingsMistake if the tool would not read it. */
  parse(text: string, file: SettingsFile): unknown;
  /** Returns the line of a setting, counted from 1; undefined if it is not known. */
  lineOf(text: string, at: SettingPath, file: SettingsFile): number | undefined;
  /** The text of a file without settings. */
  readonly emptyText: string;
  /** Makes all the edits of one file at once; without a text there is no file. */
  edit(text: string | undefined, edits: readonly E[], context: ToolContext, file: SettingsFile): Edited<E>;
  /** Returns how this entry is switched, or why it cannot be. */
  ruleFor(entry: EntryRef, context: ToolContext): SwitchRule<E> | string;
}

/** True if the file may declare several entries of the kind, as settings files do. */
export function declaresSeveral(kind: string, path: string): boolean {
  return kind === 'mcpServer' || /\.jsonc?$|(^|[\\/])config\.toml$/.test(path);
}

/** Identifies an entry. */
export function identityOf({ kind, name, canonicalPath }: EntryRef): string {
  return declaresSeveral(kind, canonicalPath) ? `${canonicalPath}#${name}` : canonicalPath;
}
