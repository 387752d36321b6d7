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

export type EntryKind = 'skill' | 'agent' | 'plugin';

/** An entry as the tools need it. */
export interface EntryRef {
  readonly kind: EntryKind;
  /**
   * The name it gives itself, to the letter, or that of its file; of a plugin what its tool calls it, such as
   * `name@marketplace`.
   */
  readonly name: string;
  /** Every path by which its file was found, with the place, in the order they were found. */
  readonly aliases: readonly PlaceAlias[];
  /** Its file with all links resolved. */
  readonly canonicalPath: string;
  /** Name of the plugin it came with. */
  readonly plugin?: string;
}

/** What a tool reads of one kind. */
export interface ToolPlaces {
  /** Keys of places; of two entries with one name the one from the earlier place is used. */
  readonly places: readonly string[];
  /** Whether it looks in every directory from the repository's root down, or in the working directory alone. */
  readonly directories: 'all' | 'working';
  /** Whether a skill's folder may lie deeper than right below the place. */
  readonly nested: boolean;
  /** Which of several entries of one name it uses: the first, all, or one that cannot be known. */
  readonly duplicates: 'first' | 'all' | 'any';
}

/** A file in which a tool keeps switches. */
export interface SettingsFile {
  readonly path: string;
  /** `managed` belongs to an administrator. */
  readonly scope: ToolScope | 'managed';
  /** Switches are written here if it exists, or if it is the one to make. Others are read only. */
  readonly use: 'read' | 'write' | 'make';
  /** Lock file the tool takes before it writes. */
  readonly lock?: string;
  /** Why a switch in this file may have no effect. */
  readonly caveat?: string;
  /** The tool does not read the file at all for now; the caveat says why. */
  readonly isUnread?: true;
  /** The tool takes plain JSON alone here, though it is not so strict with other files. */
  readonly isPlain?: true;
}

/** The state of an entry according to the files. */
export interface ToolVerdict {
  readonly enabled: boolean;
  /** Index of the file that decides; absent if none says anything. */
  readonly by?: number;
  /** What in that file decides, if it is not a setting for this very entry. */
  readonly what?: string;
  /** The tool keeps the entry for the user alone. */
  readonly modelInvocable?: false;
}

/** How the switch of one entry is written. Contents are parsed files, weakest first, undefined for a missing one. */
export interface SwitchRule<E = unknown> {
  /** The names of the entry in the settings; the first is written. Entries that share it are switched together. */
  readonly names: readonly string[];
  /** Why skillpick does not switch it, though the tool obeys its settings. */
  readonly fixed?: string;
  decide(contents: readonly unknown[]): ToolVerdict;
  /** Returns what one file says about this very entry. */
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

/** `E` is what an edit of its files looks like. */
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
  /** The text of a file that says nothing. */
  readonly nothing: string;
  /** Makes all the edits of one file at once; without a text there is no file. */
  edit(text: string | undefined, edits: readonly E[], context: ToolContext, file: SettingsFile): Edited<E>;
  /** Returns the tool's name for the entry, if that may not be the name in its file. */
  nameOf?(entry: EntryRef, context: ToolContext): string | undefined;
  /** Returns how this entry is switched, or why it cannot be. */
  ruleFor(entry: EntryRef, context: ToolContext): SwitchRule<E> | string;
}
