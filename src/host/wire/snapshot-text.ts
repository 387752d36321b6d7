/**
 * Snapshots as JSON text. The text of a state is kept as long as the state is: who lists ten thousand entries again
 * and again would otherwise wait for the same text to be put together every time.
 */

import type { Snapshot } from '../../protocol/types.js';

/** JSON that is text already. */
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

/** The answer to whoever subscribes. */
export function snapshotText({ resource, state, fromSeq }: Snapshot): JsonText {
  const address = JSON.stringify(resource);
  const written = textOf(state as object);
  return new JsonText(`{"snapshot":{"resource":${address},"fromSeq":${fromSeq},"state":${written}}}`);
}
