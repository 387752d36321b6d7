/**
 * What skillpick knows about an agent tool: which places it reads, which of several entries of one name it uses, which
 * gates it honours, and how it keeps a switch. There is one file for each tool; settings are read and written elsewhere.
 */

import type { PlaceAlias } from '../discovery/catalog.js';
import type { ToolDirectory } from '../discovery/search-places.js';
import type { HostEnvironment } from '../environment.js';
import type { ToolContext } from './tool-context.js';

export type ToolId = 'claude' | 'codex' | 'copilot' | 'gemini' | 'opencode';

/** Where a switch holds: in this repository, or everywhere. */
export type ToolScope = 'workspace' | 'global';

export const entryKinds = ['skill', 'agent', 'plugin'] as const;
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
}

/** Where a tool looks for entries of one kind. */
export interface ToolPlaces {
  /** Keys of places. Of two entries with one name, the tool uses the one from the earlier place. */
  readonly places: readonly string[];
  /** Whether it looks in all directories from the repository's root to the working directory, or only in the latter. */
  readonly directories: 'all' | 'working';
  /** Whether a skill's folder may be deeper than directly below the place. */
  readonly nested: boolean;
  /** Which of several entries of one name it uses: the first, all, or any of them (not predictable). */
  readonly duplicates: 'first' | 'all' | 'any';
}

/** A file in which a tool keeps switches. */
export interface SettingsFile {
  readonly path: string;
  /** `managed` belongs to an administrator. */
  readonly scope: ToolScope | 'managed';
  /** `read` is never written; `write` is written if it exists; `make` is also created if necessary. */
  readonly use: 'read' | 'write' | 'make';
  /** Lock file the tool takes before it writes. */
  readonly lock?: string;
  /** Why a switch in this file may have no effect. */
  readonly caveat?: string;
  /** True if the tool does not read the file at all for now; the caveat gives the reason. */
  readonly isUnread?: true;
  /** True if the tool accepts only plain JSON here, though it is less strict with other files. */
  readonly isPlain?: true;
}

/** The state of an entry according to the files. */
export interface ToolVerdict {
  readonly enabled: boolean;
  /** Index of the file that decides; absent if no file has a setting for the entry. */
  readonly by?: number;
  /** Describes the setting that decides, if it is not for this entry alone. */
  readonly what?: string;
  /** False if the tool keeps the entry for the user alone. */
  readonly modelInvocable?: false;
}

/** How the switch of one entry is read and written. Contents are parsed files, weakest first; undefined if missing. */
export interface SwitchRule<E = unknown> {
  /** The names of the entry in the settings; the first is written. Entries with the same first name switch together. */
  readonly names: readonly string[];
  /** Why skillpick does not switch it, though the tool obeys its settings. */
  readonly fixed?: string | undefined;
  decide(contents: readonly unknown[]): ToolVerdict;
  /** Returns whether one file switches this entry on or off by a setting of its own. */
  own(content: unknown): boolean | undefined;
  /** Returns the edit that switches the entry in a file, or removes its setting there. */
  edit(enabled: boolean | undefined): E;
}

/** A text after edits, without those that could not be made. */
export interface Edited<E> {
  /** Undefined only if there was none and there is nothing to write. */
  readonly text: string | undefined;
  /** Why an edit could not be made. */
  readonly refused: ReadonlyMap<E, string>;
}

/** An agent tool. `E` is the type of an edit of its files. */
export interface Tool<E = unknown> {
  readonly id: ToolId;
  readonly title: string;
  /** The version these rules were checked with. */
  readonly checkedWith: string;
  /** True for a gate in an entry's frontmatter that the tool obeys. */
  readonly honours: { readonly userGate: boolean; readonly modelGate: boolean };
  /** Its directory in a repository, which also identifies its directory in the home. */
  readonly directory: ToolDirectory;
  /** Returns undefined for plugins if the tool has none, or no switch for a whole plugin. */
  reads(kind: EntryKind, environment: HostEnvironment): ToolPlaces | undefined;
  /** Weakest first. */
  files(kind: EntryKind, context: ToolContext): readonly SettingsFile[];
  /** Parses a file. Throws a SettingsMistake if the tool would not read it. */
  parse(text: string, file: SettingsFile): unknown;
  /** The text of a file without settings. */
  readonly emptyText: string;
  /** Makes all the edits of one file at once; without a text there is no file. */
  edit(text: string | undefined, edits: readonly E[], context: ToolContext, file: SettingsFile): Edited<E>;
  /** Returns the tool's name for the entry, if that may not be the name in its file. */
  nameOf?(entry: EntryRef, context: ToolContext): string | undefined;
  /** Returns how this entry is switched, or why it cannot be. */
  ruleFor(entry: EntryRef, context: ToolContext): SwitchRule<E> | string;
}
