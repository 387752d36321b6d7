/**
 * Snapshots as JSON text. The text of a state is cached as long as the state exists, so that listing ten thousand
 * entries repeatedly encodes them once.
 */

import type { Snapshot } from '../../protocol/types.js';

/** An encoded JSON value. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const texts = new WeakMap<object, string>();

function textOf(state: object): string {
  const text = texts.get(state) ?? JSON.stringify(state);
  texts.set(state, text);
  return text;
}

/** The result of `subscribe`. */
export function snapshotText({ resource, state, fromSeq }: Snapshot): JsonText {
  const address = JSON.stringify(resource);
  const written = textOf(state as object);
  return new JsonText(`{"snapshot":{"resource":${address},"fromSeq":${fromSeq},"state":${written}}}`);
}
