/**
 * Hooks that a JSON file or a manifest declares, one entry for each event. Only the event leaves this module, and the
 * matcher if all hooks of the event have the same; the commands stay in the file.
 */

import type { Node } from 'jsonc-parser';
import type { HookCustomization } from '../../protocol/index.js';
import { type JsonFile, propertiesOf, textOf, valueAt } from './json-file.js';

export type HookDraft = Omit<HookCustomization, 'id' | 'uri'>;

function matcherOf(handlers: Node): string | undefined {
  const matchers = (handlers.children ?? []).map((handler) => textOf(valueAt(handler, 'matcher')));
  const [first] = matchers;
  return matchers.every((matcher) => matcher === first) ? first || undefined : undefined;
}

/** Reads the hooks of an object: under `hooks`, or else its properties. */
export function readHooks(file: JsonFile, group: string, node: Node = file.root): HookDraft[] {
  const prefix = group === '' || group === 'hooks' ? '' : `${group}:`;
  return propertiesOf(valueAt(node, 'hooks') ?? node)
    .filter(({ value }) => value.type === 'array')
    .map(({ name, value, node: declaration }) => {
      const matcher = matcherOf(value);
      const range = file.rangeOf(declaration);
      const draft: HookDraft = { type: 'hook', name: prefix + name, event: name, range };
      return matcher === undefined ? draft : { ...draft, matcher };
    });
}
