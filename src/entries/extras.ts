/**
 * What our own host says beyond the protocol, under `_meta.skillpick`: problems, origin, details, the tools
 * that read an entry. Read with care, since any host may send anything there, and never a flag.
 */

import { isObject, type JsonObject } from '../protocol/checks.js';
import type { Meta } from '../protocol/types.js';

export type From = 'repo' | 'user';
export type Details = Readonly<Record<string, unknown>>;

/** Something that could not be read or is not as it should be. */
export interface Problem {
  uri: string;
  /** Counted from 1; null: the whole file or directory. */
  line: number | null;
  message: string;
}

/** How an entry stands in one of the tools that read it. */
export interface ToolSwitch {
  id: string;
  enabled: boolean;
  /** Why the tool does not obey for now. */
  note?: string;
}

const noTools: readonly ToolSwitch[] = [];
const noDetails: Details = {};
const noProblems: readonly Problem[] = [];

/** What our host adds to a node or a session, if it is there at all. */
function extrasIn(meta: Meta | undefined): JsonObject | undefined {
  const extras = meta?.['skillpick'];
  return isObject(extras) ? extras : undefined;
}

/** Where it comes from. */
export function fromOf(meta: Meta | undefined): From | null {
  const from = extrasIn(meta)?.['from'];
  return from === 'repo' || from === 'user' ? from : null;
}

/** The entry of the same name that counts instead. */
export function duplicateOf(meta: Meta | undefined): string | null {
  const id = extrasIn(meta)?.['duplicateOf'];
  return typeof id === 'string' ? id : null;
}

function isTool(value: unknown): value is ToolSwitch {
  if (!isObject(value)) return false;
  const { id, enabled, note } = value;
  return typeof id === 'string' && typeof enabled === 'boolean' && /^(undefined|string)$/.test(typeof note);
}

/** The tools that read it. */
export function toolsOf(meta: Meta | undefined): readonly ToolSwitch[] {
  const tools = extrasIn(meta)?.['tools'];
  return Array.isArray(tools) ? tools.filter(isTool) : noTools;
}

/** A switch that skillpick keeps counts for nobody else. Servers, rules and the like are read, but not their switch. */
function keptNote(type: string): string {
  const isUnread = type === 'skill' || type === 'agent';
  return `kept by skillpick; no tool ${isUnread ? 'reads it' : 'obeys it'}`;
}

/** Returns true if the switch is kept by skillpick, because no tool has one for it. */
export function isKept(meta: Meta | undefined): boolean {
  return extrasIn(meta)?.['kept'] === true;
}

/** What else there is to know; `notes` are sentences for people. */
export function detailsOf(meta: Meta | undefined, type: string): Details {
  const extras = extrasIn(meta);
  const details = isObject(extras?.['details']) ? extras['details'] : noDetails;
  if (!isKept(meta)) return details;
  const notes = Array.isArray(details['notes']) ? details['notes'] : [];
  return { ...details, notes: [keptNote(type), ...notes] };
}

function readProblem(value: unknown, uri: string): Problem[] {
  if (!isObject(value) || typeof value['message'] !== 'string') return [];
  const { line } = value;
  return [
    {
      uri: typeof value['uri'] === 'string' ? value['uri'] : uri,
      line: typeof line === 'number' && Number.isInteger(line) && line > 0 ? line : null,
      message: value['message'],
    },
  ];
}

/** What is wrong with it; `uri` stands in where a problem has none. */
export function problemsOf(meta: Meta | undefined, uri: string): readonly Problem[] {
  const problems = extrasIn(meta)?.['problems'];
  return Array.isArray(problems) ? problems.flatMap((problem) => readProblem(problem, uri)) : noProblems;
}
