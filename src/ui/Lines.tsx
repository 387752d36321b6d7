/** Lines of the screen as they are: one text, because that is what Ink draws fastest. */

import { Text } from 'ink';

/** Draws ready lines, one under the other. Ink leaves out empty lines, so they get a space. */
export function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return <Text>{lines.map((line) => (line === '' ? ' ' : line)).join('\n')}</Text>;
}
