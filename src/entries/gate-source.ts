/**
 * Decides who may invoke an entry, and who says so. An absent flag means an open gate only if the host is known to send
 * flags. Not all do: VS Code sends none for skills before 1.138, and of agents in folders only `_meta.userInvocable`.
 */

import { hasGates, modelGate, type ReadGates, userGate } from '../protocol/effective.js';
import { childrenOf } from '../protocol/tree.js';
import type { AnyCustomization, SessionState } from '../protocol/types.js';
import { type Abilities, compareVersions } from '../protocol/versions.js';
import type { BelievedHost } from './entry-flags.js';

/** The gates of an entry, whether it is on or off; null if they are not known. */
export interface SourcedGates {
  readonly userInvocable: boolean | null;
  readonly modelInvocable: boolean | null;
  /** Null if neither gate is known. */
  readonly gatesFrom: 'host' | 'file' | 'meta' | null;
}

export interface GateHost extends BelievedHost {
  readonly abilities: Abilities;
  /** As negotiated; undefined is the newest. */
  readonly protocolVersion: string | undefined;
  /** Undefined if the host is on another machine. */
  readonly readGates?: ReadGates | undefined;
}

export const unknownGates: SourcedGates = { userInvocable: null, modelInvocable: null, gatesFrom: null };

/** Returns whether the user may invoke an agent by what VS Code says of it instead of a flag. */
function userInMeta({ type, _meta }: AnyCustomization): boolean | undefined {
  const said: unknown = type === 'agent' ? _meta?.['userInvocable'] : undefined;
  return typeof said === 'boolean' ? said : undefined;
}

function hasFlag(node: AnyCustomization): boolean {
  if (node.type !== 'skill' && node.type !== 'agent') return false;
  return node.disableUserInvocation !== undefined || node.disableModelInvocation !== undefined;
}

/** What the entries of one kind show of their host. */
interface Evidence {
  /** The host sends flags for this kind. */
  hasFlags: boolean;
  hasMeta: boolean;
}

const kindOf = (node: AnyCustomization, container: AnyCustomization | undefined): string =>
  `${container?.type} ${node.type}`;

function evidenceIn(customizations: SessionState['customizations']): Map<string, Evidence> {
  const kinds = new Map<string, Evidence>();
  for (const container of customizations ?? []) {
    for (const node of childrenOf(container) ?? []) {
      const isFlagged = hasFlag(node);
      const isInMeta = userInMeta(node) !== undefined;
      if (!isFlagged && !isInMeta) continue;
      const kind = kindOf(node, container);
      const seen = kinds.get(kind) ?? { hasFlags: false, hasMeta: false };
      kinds.set(kind, { hasFlags: seen.hasFlags || isFlagged, hasMeta: seen.hasMeta || isInMeta });
    }
  }
  return kinds;
}

/** Returns true for versions that VS Code spoke before it sent flags: 0.8.0 and 1.0.0 were its 1.133 to 1.135. */
const isSilentVersion = (version: string | undefined): boolean =>
  version !== undefined && (compareVersions(version, '0.9.0') < 0 || version === '1.0.0');

/** The gates of all entries of a session. What its list shows of the host is found when it is first needed. */
export class SessionGates {
  readonly #customizations: SessionState['customizations'];
  readonly #host: GateHost;
  #evidence: Map<string, Evidence> | undefined;

  constructor(customizations: SessionState['customizations'], host: GateHost) {
    this.#customizations = customizations;
    this.#host = host;
  }

  /**
   * Returns the gates of an entry. Flags count if the entry has one, or others of its kind have. Else its own file
   * decides, then `_meta`. If there is neither, an absent flag means open, unless hosts like this one never send any.
   */
  of(node: AnyCustomization, container: AnyCustomization | undefined): SourcedGates {
    if (!hasGates(node.type)) return unknownGates;
    const { isOwn, listsOnly } = this.#host;
    if (isOwn || (listsOnly && hasFlag(node))) return this.#inFlags(node, 'file');
    if (listsOnly) return unknownGates;
    if (hasFlag(node)) return this.#inFlags(node, 'host');
    const { hasFlags, hasMeta } = this.#evidenceOf(node, container);
    if (hasFlags) return this.#inFlags(node, 'host');
    const file = this.#host.readGates?.(node, container);
    if (file !== undefined)
      return { userInvocable: file.user, modelInvocable: file.model, gatesFrom: 'file' };
    const said = userInMeta(node);
    if (said !== undefined) return { userInvocable: said, modelInvocable: null, gatesFrom: 'meta' };
    const isSilent = hasMeta || isSilentVersion(this.#host.protocolVersion);
    return isSilent ? unknownGates : this.#inFlags(node, 'host');
  }

  #evidenceOf(node: AnyCustomization, container: AnyCustomization | undefined): Evidence {
    this.#evidence ??= evidenceIn(this.#customizations);
    return this.#evidence.get(kindOf(node, container)) ?? { hasFlags: false, hasMeta: false };
  }

  #inFlags(node: AnyCustomization, gatesFrom: 'host' | 'file'): SourcedGates {
    const { abilities } = this.#host;
    const [userInvocable, modelInvocable] = [userGate(node, abilities), modelGate(node, abilities)];
    if (userInvocable === null && modelInvocable === null) return unknownGates;
    return { userInvocable, modelInvocable, gatesFrom };
  }
}
