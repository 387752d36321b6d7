/** What is known of an entry but has no field in the protocol: its type, and its reader, which accepts anything. */

import { isObject, isString, isStringList } from './checks.js';

/** What is known of an entry but has no field in the protocol. */
export interface Details {
  license?: string;
  compatibility?: string;
  metadata?: Record<string, string>;
  allowedTools?: string[];
  model?: string;
  tools?: string[];
  argumentHint?: string;
  /** What the user types to invoke it, if no standing in a tool says so. */
  invoke?: string;
  /** Estimate of the tokens that name and description take in a model's context. */
  tokens?: number;
  /** Remarks for people, without a full stop. */
  notes?: string[];
}

const texts = {
  license: isString,
  compatibility: isString,
  model: isString,
  argumentHint: isString,
  invoke: isString,
};
const lists = { allowedTools: isStringList, tools: isStringList, notes: isStringList };
const detailChecks: Readonly<Record<keyof Details, (value: unknown) => boolean>> = {
  ...texts,
  ...lists,
  metadata: isObject,
  tokens: Number.isFinite,
};

/** Details as they are read: known fields have the right type, and a newer host may send other fields. */
export type ReadDetails = Readonly<Details & Record<string, unknown>>;

const noDetails: ReadDetails = {};

/** Returns the details, without known fields of a wrong type. */
export function readDetails(details: unknown): ReadDetails {
  if (!isObject(details)) return noDetails;
  const isWrong = (field: string) =>
    Object.hasOwn(detailChecks, field) && !detailChecks[field as keyof Details](details[field]);
  if (!Object.keys(details).some(isWrong)) return details;
  return Object.fromEntries(Object.entries(details).filter(([field]) => !isWrong(field)));
}
