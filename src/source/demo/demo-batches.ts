/** The batches of switches that were made in the demo, kept in memory, and how they are taken back. */

import { newBatchName } from '../../protocol/batch-name.js';
import type { ToolScope } from '../../protocol/scopes.js';
import type { ObeysFrom, UndoneSwitch, UndoResult } from '../../protocol/switch-result.js';
import type { DemoTool } from './demo-entry.js';
import type { DemoSettingPlace, DemoSettings } from './demo-settings.js';
import type { DemoItem } from './demo-world.js';

/** One setting that a batch has changed; undefined if there was none, or is none. */
export interface DemoRecord {
  readonly item: DemoItem;
  readonly place: DemoSettingPlace;
  readonly scope: ToolScope;
  readonly before: boolean | undefined;
  readonly after: boolean | undefined;
  /** The files of other entries that change with it. */
  readonly along: readonly string[];
}

/** Returns when a running session of the tool obeys. */
export const obeysFrom = (tool: DemoTool | null): ObeysFrom | null =>
  tool === null ? null : tool === 'claude' ? 'next-prompt' : 'restart';

/** Returns the uri of a file of the demo. */
export const demoUri = (path: string): string => `file://${encodeURI(path)}`;

type StepOutcome = 'changed' | 'unchanged' | 'refused';

/** Puts one setting back, if it still is as the batch left it. */
function putBack({ place, before, after }: DemoRecord, settings: DemoSettings): StepOutcome {
  const now = settings.get(place);
  if (now === before) return 'unchanged';
  if (now !== after) return 'refused';
  settings.set(place, before);
  return 'changed';
}

function undoneSwitch(
  { item, place, scope }: DemoRecord,
  outcome: UndoneSwitch['outcome'],
  was: { readonly text: string | null; readonly isNew: boolean },
): UndoneSwitch {
  const isDone = outcome === 'changed' || outcome === 'planned';
  return {
    id: place.tool ?? 'skillpick',
    type: item.type,
    name: item.name,
    uri: demoUri(item.path),
    outcome,
    scope,
    file: place.file,
    isNew: isDone && was.isNew,
    before: isDone ? was.text : null,
    reason: outcome === 'refused' ? 'the setting has changed since' : null,
    obeysFrom: isDone ? obeysFrom(place.tool) : null,
  };
}

export class DemoBatches {
  readonly #records = new Map<string, DemoRecord[]>();

  record(batch: string, records: readonly DemoRecord[]): void {
    if (records.length > 0) this.#records.set(batch, [...(this.#records.get(batch) ?? []), ...records]);
  }

  /** Takes back a batch; returns what was done, or why nothing was. */
  undo(undone: string, settings: DemoSettings): UndoResult | string {
    const { result, made } = this.#takeBack(undone, settings, 'changed');
    if (result === undefined) return unknownBatch(undone);
    const batch = made.length === 0 ? null : newBatchName();
    if (batch !== null) this.record(batch, made);
    return { ...result, batch };
  }

  /** Returns what the undo of the last batch would do after the others were taken back. */
  plan(batches: readonly string[], settings: DemoSettings): UndoResult | string {
    const draft = settings.copy();
    for (const batch of batches.slice(0, -1)) this.#takeBack(batch, draft, 'planned');
    const last = batches.at(-1) ?? '';
    return this.#takeBack(last, draft, 'planned').result ?? unknownBatch(last);
  }

  /** Puts back what a batch has changed for one entry. Returns true if something was put back. */
  forget(batch: string, id: string, settings: DemoSettings): boolean {
    const records = this.#records.get(batch)?.filter(({ item }) => item.id === id) ?? [];
    const outcomes = records.toReversed().map((record) => putBack(record, settings));
    return outcomes.includes('changed');
  }

  #takeBack(undone: string, settings: DemoSettings, done: 'changed' | 'planned') {
    const records = this.#records.get(undone);
    if (records === undefined) return { result: undefined, made: [] };
    const made: DemoRecord[] = [];
    const switches = records.toReversed().map((record) => {
      const { place, before, after } = record;
      const was = { text: settings.textOf(place), isNew: settings.text(place.file) === undefined };
      const outcome = putBack(record, settings);
      if (outcome === 'changed') made.push({ ...record, before: after, after: before });
      return undoneSwitch(record, outcome === 'changed' ? done : outcome, was);
    });
    const also = [...new Set(made.flatMap(({ along }) => along))];
    const result: UndoResult = { batch: null, undone, switches: switches.reverse(), also };
    return { result, made };
  }
}

const unknownBatch = (batch: string): string => `there is no batch "${batch}" in the history`;
