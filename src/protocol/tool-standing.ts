/**
 * The standing of an entry in one agent tool: whether its settings have it on, whether the tool really uses it, who may
 * invoke it there, and where it can be switched. Skillpick's own host computes it. On the wire, fields with their usual
 * value are left out.
 */

import { isBoolean, isObject, isPositiveInt, isString, type JsonObject } from './checks.js';
import { type ToolScope, toolScopes } from './scopes.js';

/** The setting that decides whether an entry is on. */
export interface DecidingSetting {
  readonly file: string;
  /** Counted from 1; null if it is not known. */
  readonly line: number | null;
  /** The setting in words close to the file, such as `skillOverrides.lint = "off"`. */
  readonly text: string;
}

/** The standing of an entry in one tool that reads it. */
export interface ToolStanding {
  readonly id: string;
  /** What the tool's settings say, including those of the entry's plugin. */
  readonly enabled: boolean;
  /** True if the tool uses the entry: it is on, the tool loads it, and no other entry of its name is used instead. */
  readonly inEffect: boolean;
  /**
   * Id of the entry of the same name that the tool uses instead. If this entry is in effect too, the tool uses either of
   * them, and which one cannot be predicted.
   */
  readonly shadowedBy: string | null;
  /** True if the tool does not load the entry's file; the note gives the reason. */
  readonly isRefused: boolean;
  /** The scope of the switch that the tool does not obey yet; null if the tool does what its settings say. */
  readonly unobeyedIn: ToolScope | null;
  /** Whether the user may invoke it, by the rules of this tool. */
  readonly userInvocable: boolean;
  /** Whether the model may use it by itself, by the rules of this tool. */
  readonly modelInvocable: boolean;
  /** How the user invokes it in this tool, such as `/lint` or `$lint`; null if it is not invoked by name. */
  readonly invoke: string | null;
  readonly why: DecidingSetting | null;
  /** The scopes in which it can be switched; none if it cannot be, and then the note gives the reason. */
  readonly switchable: readonly ToolScope[];
  /** True if the tool has no switch for it at all. Otherwise, what keeps it from being switched can be removed. */
  readonly isFixed: boolean;
  /** Remarks for people, without a full stop. */
  readonly note: string | null;
}

/** Returns the standings in the tools that load the entry; all of them if none does. */
export function whereLoaded<T extends { readonly isRefused?: boolean }>(tools: readonly T[]): readonly T[] {
  const loading = tools.filter(({ isRefused }) => isRefused !== true);
  return loading.length === 0 ? tools : loading;
}

/** A standing on the wire. */
export type SentStanding = Pick<ToolStanding, 'id' | 'enabled'> &
  Partial<Omit<ToolStanding, 'shadowedBy' | 'unobeyedIn' | 'invoke' | 'why' | 'note'>> & {
    readonly shadowedBy?: string;
    readonly unobeyedIn?: ToolScope;
    readonly invoke?: string;
    readonly why?: { readonly file: string; readonly line?: number; readonly text: string };
    readonly note?: string;
  };

/** Returns the standing without fields that have their usual value. */
export function sentStanding(standing: ToolStanding): SentStanding {
  const { id, enabled, inEffect, shadowedBy, isRefused, unobeyedIn, invoke, why, switchable, isFixed, note } =
    standing;
  return {
    id,
    enabled,
    ...(inEffect !== enabled && { inEffect }),
    ...(shadowedBy !== null && { shadowedBy }),
    ...(isRefused && { isRefused }),
    ...(unobeyedIn !== null && { unobeyedIn }),
    ...(!standing.userInvocable && { userInvocable: false }),
    ...(!standing.modelInvocable && { modelInvocable: false }),
    ...(invoke !== null && { invoke }),
    ...(why !== null && {
      why: { file: why.file, ...(why.line !== null && { line: why.line }), text: why.text },
    }),
    ...(switchable.length > 0 && { switchable }),
    ...(isFixed && { isFixed }),
    ...(note !== null && { note }),
  };
}

const textOr = (value: unknown): string | null => (isString(value) ? value : null);

function readWhy(value: unknown): DecidingSetting | null {
  if (!isObject(value) || !isString(value['file']) || !isString(value['text'])) return null;
  const { file, line, text } = value;
  return { file, line: isPositiveInt(line) ? line : null, text };
}

function readStanding(value: JsonObject, id: string, enabled: boolean): ToolStanding {
  const { inEffect, switchable } = value;
  const scopes: readonly unknown[] = Array.isArray(switchable) ? switchable : [];
  return {
    id,
    enabled,
    inEffect: isBoolean(inEffect) ? inEffect : enabled,
    shadowedBy: textOr(value['shadowedBy']),
    isRefused: value['isRefused'] === true,
    unobeyedIn: toolScopes.find((scope) => scope === value['unobeyedIn']) ?? null,
    userInvocable: value['userInvocable'] !== false,
    modelInvocable: value['modelInvocable'] !== false,
    invoke: textOr(value['invoke']),
    why: readWhy(value['why']),
    switchable: toolScopes.filter((scope) => scopes.includes(scope)),
    isFixed: value['isFixed'] === true,
    note: textOr(value['note']),
  };
}

const none: readonly ToolStanding[] = [];

/** Returns the standings in a list; items without an id or a flag are left out. */
export function readStandings(list: unknown): readonly ToolStanding[] {
  if (!Array.isArray(list)) return none;
  return list.flatMap((value: unknown) => {
    if (!isObject(value) || !isString(value['id']) || !isBoolean(value['enabled'])) return [];
    return [readStanding(value, value['id'], value['enabled'])];
  });
}
