/** Reads what an agent says without trust: anything may be missing or of another type. */

import { oneLine } from '../../client/host-message.js';
import { isObject, isString, type JsonObject } from '../../protocol/checks.js';

export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** Returns a text as one line of bounded length; empty if it is none. */
export const lineOf = (value: unknown): string => (isString(value) ? oneLine(value).trim() : '');
