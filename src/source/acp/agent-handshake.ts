/** The first two requests to an agent: what it is, and a new session in the working directory. */

import { ProtocolError, SkillpickError } from '../../errors.js';
import { isObject, isString, type JsonObject } from '../../protocol/checks.js';
import { version } from '../../version.js';
import { type AgentConnection, RefusedRequest } from './agent-connection.js';
import { type AgentCommand, programName } from './command-line.js';
import { loginError } from './login.js';
import { lineOf, objectOf } from './said.js';

/** The version of ACP that skillpick speaks. */
export const acpVersion = 1;

/** What an agent says of itself. */
export interface AgentFacts {
  /** The name that identifies it. */
  readonly name: string;
  /** The name for people. */
  readonly title: string;
  readonly version: string | null;
  /** How it takes back a session: the method, or null if it does not. */
  readonly disposal: 'session/delete' | 'session/close' | null;
  readonly authMethods: unknown;
}

/** Capabilities are objects, which may be empty; null and false mean that there is none. */
const isOffered = (capability: unknown): boolean => isObject(capability) || capability === true;

function disposalOf(capabilities: JsonObject): AgentFacts['disposal'] {
  if (isOffered(capabilities['delete'])) return 'session/delete';
  return isOffered(capabilities['close']) ? 'session/close' : null;
}

/** Asks what the agent is. Throws if it speaks another version. */
export async function initialize(connection: AgentConnection, command: AgentCommand): Promise<AgentFacts> {
  const reply = objectOf(
    await connection.request('initialize', {
      protocolVersion: acpVersion,
      clientCapabilities: {},
      clientInfo: { name: 'skillpick', title: 'skillpick', version },
    }),
  );
  const { protocolVersion, agentInfo, agentCapabilities, authMethods } = reply;
  const info = objectOf(agentInfo);
  const name = lineOf(info['name']) || programName(command);
  const title = lineOf(info['title']) || name;
  connection.rename(title);
  if (typeof protocolVersion !== 'number')
    throw new ProtocolError(`${title} does not say which version of ACP it speaks.`);
  if (protocolVersion !== acpVersion) {
    const message = `${title} speaks version ${protocolVersion} of ACP, and skillpick version ${acpVersion}.`;
    throw new SkillpickError('version-unsupported', message, { hint: 'Try another version of the agent.' });
  }
  const sessionCapabilities = objectOf(objectOf(agentCapabilities)['sessionCapabilities']);
  return {
    name,
    title,
    version: lineOf(info['version']) || null,
    disposal: disposalOf(sessionCapabilities),
    authMethods,
  };
}

/** Makes a session in the directory. Returns its id and the whole reply. */
export async function newSession(
  connection: AgentConnection,
  agent: AgentFacts,
  command: AgentCommand,
  cwd: string,
): Promise<{ id: string; reply: JsonObject }> {
  let reply: JsonObject;
  try {
    reply = objectOf(await connection.request('session/new', { cwd, mcpServers: [] }));
  } catch (error) {
    if (!(error instanceof RefusedRequest) || !error.isLoginNeeded) throw error;
    throw loginError(agent.title, error, agent.authMethods, command);
  }
  const { sessionId } = reply;
  if (!isString(sessionId) || sessionId === '')
    throw new ProtocolError(`${agent.title} has not named its session.`);
  return { id: sessionId, reply };
}
