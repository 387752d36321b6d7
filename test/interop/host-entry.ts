/**
 * The module that a host starts from. A host can be made to speak a later protocol version than its own, as releases do
 * that cannot be had yet: their wire contract is the same, but they accept their own version alone.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const entry = 'vs/platform/agentHost/node/agentHostMain';
const versions = /="\d+\.\d+\.\d+",(\w+)=Object\.freeze\(\["[\d.",]+"\]\)/;

/** Returns the entry point of the host in this folder; with a version, of a copy that accepts that version alone. */
export function entryPoint(directory: string, speaks: string | undefined): string {
  if (speaks === undefined) return entry;
  const source = readFileSync(join(directory, 'out', `${entry}.js`), 'utf8');
  const changed = source.replace(versions, `="${speaks}",$1=Object.freeze(["${speaks}"])`);
  if (changed === source) throw new Error('The host no longer declares its versions in the known way.');
  writeFileSync(join(directory, 'out', `${entry}-${speaks}.js`), changed);
  return `${entry}-${speaks}`;
}
