/**
 * What our own host says beyond the protocol, under `_meta.skillpick`: problems, origin, details, the tools
 * that read an entry. Read with care, since any host may send anything there, and never a flag.
 */

import { isObject } from '../protocol/checks.js';
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
}

export interface Extras {
  from: From | null;
  duplicateOf: string | null;
  tools: readonly ToolSwitch[];
  details: Details;
  problems: readonly Problem[];
}

const none: Extras = { from: null, duplicateOf: null, tools: [], details: {}, problems: [] };

function isTool(value: unknown): value is ToolSwitch {
  return isObject(value) && typeof value['id'] === 'string' && typeof value['enabled'] === 'boolean';
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

/** The extras of a node or a session; `uri` stands in where a problem has none. */
export function readExtras(meta: Meta | undefined, uri: string): Extras {
  const extras = meta?.['skillpick'];
  if (!isObject(extras)) return none;
  const { from, duplicateOf, tools, details, problems } = extras;
  return {
    from: from === 'repo' || from === 'user' ? from : null,
    duplicateOf: typeof duplicateOf === 'string' ? duplicateOf : null,
    tools: Array.isArray(tools) ? tools.filter(isTool) : none.tools,
    details: isObject(details) ? details : none.details,
    problems: Array.isArray(problems)
      ? problems.flatMap((problem) => readProblem(problem, uri))
      : none.problems,
  };
}
