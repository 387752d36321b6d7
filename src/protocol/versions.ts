/**
 * The versions that the client offers, newest first, and what each can express. A host accepts an offered version only
 * if it has the host's major and minor number and no later patch, so every patch level is listed.
 */

/** The versions that the client offers, newest first. */
export const OFFERED_VERSIONS = [
  '1.1.0',
  '1.0.0',
  '0.10.0',
  '0.9.0',
  '0.8.0',
  '0.7.0',
  '0.6.0',
  '0.5.2',
  '0.5.1',
  '0.5.0',
  '0.4.0',
  '0.3.0',
] as const;

/** What a version of the protocol can express. */
export interface Abilities {
  /** Children carry their own on/off flag and toggles reach them. */
  childFlag: boolean;
  /** Skills and agents carry both invocation gates. */
  gates: boolean;
  /** Skills carry the model gate, which is the oldest. */
  skillModelGate: boolean;
  /** Plugins and MCP servers keep decisions per scope. */
  scopes: boolean;
  /** Agents are selected for each message of a chat, not for a session. */
  messageAgents: boolean;
}

/** Returns a number below 0 if `a` is older than `b`, 0 if they are equal, else above 0. Text counts as 0. */
export function compareVersions(a: string, b: string): number {
  const parts = (version: string) => version.split('.').map((part) => Number.parseInt(part, 10) || 0);
  const [left, right] = [parts(a), parts(b)];
  for (let index = 0; index < 3; index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Returns what a negotiated version can express; undefined is the newest. */
export function abilitiesOf(version: string | undefined): Abilities {
  const atLeast = (minimum: string) => version === undefined || compareVersions(version, minimum) >= 0;
  return {
    childFlag: atLeast('0.5.2'),
    gates: atLeast('0.5.2'),
    skillModelGate: true,
    scopes: atLeast('0.8.0'),
    messageAgents: atLeast('0.5.0'),
  };
}
