/** The published schema of ACP, version 1, to check messages of both sides. */

import schema from '@agentclientprotocol/sdk/schema/v1/schema.json' with { type: 'json' };
import { type Schema, validate } from './json-schema.js';

const root: Schema = schema;
const definitions: Readonly<Record<string, Schema>> = schema.$defs;

/** Returns what is wrong with the value as a thing of this name, such as `SessionUpdate`; nothing if it fits. */
export const misfits = (name: string, value: unknown): string[] =>
  validate(value, { $ref: `#/$defs/${name}` }, '$', root);

/** Returns what is wrong with a message that a client sends. */
export function misfitsOfClient(message: unknown): string[] {
  const side = schema.anyOf.find(({ title }) => title === 'Client') as Schema;
  return validate(message, side, '$', root);
}

/** Returns the name of the parameters of a request to an agent; undefined if ACP has no such request. */
export function requestNamed(method: string): string | undefined {
  const isParams = ([name, definition]: [string, Schema]) =>
    name.endsWith('Request') && definition['x-method'] === method && definition['x-side'] === 'agent';
  return Object.entries(definitions).find(isParams)?.[0];
}

/** Returns the names of the fields that a definition has. */
export const fieldsOf = (name: string): string[] => Object.keys(definitions[name]?.['properties'] ?? {});
