/**
 * Marks by which the tests see that a tool uses a rule or a hook: a rule contains a mark, which reaches the model, and a
 * hook writes one into a file.
 */

import type { Scene } from '../host/tools/scene.js';
import type { ReportedEntry } from './asker.js';

/** The text of a rule in the file with this short path. */
export const ruleText = (short: string): string => `Remember [[rule ${short}]].\n`;

/** Returns the rules in what reached the model. */
export function rulesIn(scene: Scene, texts: readonly string[]): ReportedEntry[] {
  const found = texts.flatMap((text) => [...text.matchAll(/\[\[rule (\S+?)\]\]/g)]);
  const paths = new Set(found.map(([, short = '']) => short));
  return [...paths].map((name) => ({ kind: 'rule', name, path: scene.path(name), isOn: true }));
}

const log = '~/hooks-that-ran';

/** A file of hooks with this short path: one for each event. */
export function hookText(short: string, ...events: string[]): string {
  const command = (event: string) => `echo '${short} ${event}' >> '<home>/${log.slice(2)}'`;
  const hooks = events.map((event) => [event, [{ hooks: [{ type: 'command', command: command(event) }] }]]);
  return JSON.stringify({ hooks: Object.fromEntries(hooks) });
}

/** Returns the hooks that ran. */
export function hooksThatRan(scene: Scene): ReportedEntry[] {
  const lines = new Set(scene.read(log)?.split('\n').filter(Boolean));
  return [...lines].map((line) => {
    const [short = '', name = ''] = line.split(' ');
    return { kind: 'hook', name, path: scene.path(short), isOn: true };
  });
}
