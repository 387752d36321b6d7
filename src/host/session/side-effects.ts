/**
 * What written or planned settings change: when the tools obey them, and what changes beyond what was asked for. A tool
 * switches entries of one name together, and may obey a file of another tool. It is found once for a batch, by comparing
 * all entries of the tools that read a written file.
 */

import { basename } from 'node:path';
import type { ObeysFrom, SwitchResult, ToolResult } from '../../protocol/switch-result.js';
import { getOrMake } from '../collections.js';
import type { SwitchState } from '../tools/switch-state.js';
import type { SwitchedKind } from '../tools/tool.js';
import type { ToolSwitches } from '../tools/tool-switches.js';
import { type EntryInTool, settingKeys, type ToolTable } from './tool-table.js';

/** A setting that was written for an entry in a tool. */
export interface WrittenSetting {
  readonly entry: EntryInTool;
  readonly file: string;
}

/** Returns the state of an entry after the write, also one that is only planned; undefined if it is no longer read. */
type StateAfter = (entry: EntryInTool) => SwitchState | undefined;

export class SideEffects {
  readonly #stateAfter: StateAfter;
  /** The entries that changed, by each of their names in the settings. */
  readonly #changed = new Map<string, EntryInTool[]>();

  /** Compares the tables from before the write with the states after it. */
  constructor(
    tables: ReadonlyMap<ToolSwitches, ToolTable>,
    files: readonly string[],
    stateAfter: StateAfter,
  ) {
    this.#stateAfter = stateAfter;
    const readers = [...tables].filter(([{ reading }]) => reading.hasAny(files));
    for (const entry of readers.flatMap(([, table]) => [...table.values()])) {
      if ((stateAfter(entry)?.enabled === true) === entry.state.enabled) continue;
      for (const key of settingKeys(entry)) getOrMake(this.#changed, key, () => []).push(entry);
    }
  }

  /** Returns the entries that a setting has switched. */
  #switchedBy({ entry, file }: WrittenSetting): EntryInTool[] {
    const changed = this.#changed.get(settingKeys(entry)[0] ?? '') ?? [];
    return changed.filter(({ switches }) => switches.reading.hasAny([file]));
  }

  /** Returns the tools that obeyed a file of another tool, each with the setting. `written` is about one entry. */
  followersOf(written: readonly WrittenSetting[]): Map<EntryInTool, WrittenSetting> {
    const writers = new Set(written.map(({ entry }) => entry.tool));
    const isFollower = ({ id, tool }: EntryInTool, by: WrittenSetting) =>
      id === by.entry.id && !writers.has(tool);
    return new Map(
      written.flatMap((by) =>
        this.#switchedBy(by)
          .filter((entry) => isFollower(entry, by))
          .map((entry) => [entry, by] as const),
      ),
    );
  }

  /** Returns the files of other entries that the settings have switched, and the tools in which they have. */
  othersOf(
    written: readonly WrittenSetting[],
    switched: ReadonlySet<string>,
  ): Pick<SwitchResult, 'also' | 'alsoIn'> {
    const others = written.flatMap((by) => this.#switchedBy(by)).filter(({ id }) => !switched.has(id));
    const also = [...new Set(others.map(({ ref }) => ref.canonicalPath))];
    return also.length === 0 ? { also } : { also, alsoIn: [...new Set(others.map(({ tool }) => tool.id))] };
  }

  /** Returns when running sessions of the tool obey the settings; null if it is not known. */
  obeysFrom(entry: EntryInTool): ObeysFrom | null {
    const { tool, ref } = entry;
    const after = this.#stateAfter(entry);
    return after?.enabled === after?.obeyed ? (tool.obeysFrom[ref.kind as SwitchedKind] ?? null) : 'not-yet';
  }

  /** Returns what a tool did because it obeys the file that was written for another tool. */
  followerResult<R extends ToolResult>(entry: EntryInTool, leader: R): R {
    const { tool } = entry;
    return {
      ...leader,
      id: tool.id,
      before: null,
      reason: `${tool.title} obeys ${basename(leader.file ?? '')}, too`,
      obeysFrom: this.obeysFrom(entry),
    };
  }
}
