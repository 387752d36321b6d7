/** Names of batches: switches that the user made with one key or command, and that are taken back together. */

import { isString } from './checks.js';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const nameLength = 12;

/** Returns a name that no other batch has. It is no secret, so it need not come from `node:crypto`. */
export function newBatchName(): string {
  const letter = () => letters[Math.floor(Math.random() * letters.length)];
  return Array.from({ length: nameLength }, letter).join('');
}

/** Returns true if the value has the form of a batch's name. */
export function isBatchName(value: unknown): value is string {
  return isString(value) && /^[\w-]{1,40}$/.test(value);
}
