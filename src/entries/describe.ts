/** One entry or container in words: what it is, how it stands and why, who may invoke it. */

import { isObject } from '../protocol/checks.js';
import type { Container } from './containers.js';
import type { Entry } from './entries.js';
import { notesOf } from './notes.js';
import { folderOf } from './skill-folder.js';
import { toolsThatHave } from './tool-names.js';

const typeWords: Record<string, string | undefined> = {
  mcpServer: 'MCP server',
};

export const typeWord = (type: string): string => typeWords[type] ?? type;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What somebody else wrote, as a sentence of ours. */
const sentence = (text: string): string => `${capital(text.trim())}${/[.!?]$/.test(text.trim()) ? '' : '.'}`;

const sentences = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join(' ');

function toolsWords({ tools }: Entry): string {
  const [on, off] = [toolsThatHave(true, tools), toolsThatHave(false, tools)];
  return [on.length > 0 ? `on in ${on.join(', ')}` : '', off.length > 0 ? `off in ${off.join(', ')}` : '']
    .filter((part) => part !== '')
    .join(', ');
}

/** How it stands: on, off and by what, or tool by tool. */
export function standingOf(entry: Entry): string {
  if (entry.tools.length > 0 && entry.offBy !== 'container' && entry.offBy !== 'both')
    return toolsWords(entry);
  switch (entry.offBy) {
    case null:
      return 'on';
    case 'self':
      return 'off';
    case 'container':
      return `on, but ${entry.container?.name ?? 'its container'} is off`;
    case 'both':
      return `off, and so is ${entry.container?.name ?? 'its container'}`;
  }
}

type Gate = 'true' | 'false' | 'null';
const gateOf = (gate: boolean | null): Gate => String(gate) as Gate;

/** Who may invoke it, as sentences; empty where the kind has no gates. */
export function invocationOf(entry: Entry): string {
  const { type, name, userInvocable, modelInvocable, effectiveEnabled } = entry;
  if (type !== 'skill' && type !== 'agent') return '';
  const how = type === 'skill' ? `run it as /${name}` : 'choose it';
  const user = {
    true: `you can ${how}`,
    false: `you cannot ${type === 'skill' ? 'run' : 'choose'} it yourself`,
    null: 'the host does not say whether you can invoke it',
  }[gateOf(userInvocable)];
  const model = {
    true: type === 'skill' ? 'the model may use it by itself' : 'the model may hand work to it',
    false: 'the model does not use it by itself',
    null: 'the host does not say whether the model may use it',
  }[gateOf(modelInvocable)];
  if (!effectiveEnabled) return `Once it is on, ${user}, and ${model}.`;
  return `${capital(user)}. ${capital(model)}.`;
}

/** What an MCP server does at the moment, apart from the wish to have it on. */
export function serverOf({ state, stateMessage }: Entry): string {
  if (state === null) return '';
  return stateMessage === null ? `It is ${state}.` : `It is ${state}: ${stateMessage}.`;
}

/** What an MCP server asks for, as far as it says; what is inside a state is not checked on the wire. */
export function requirementsOf({ node }: Entry): { label: string; text: string }[] {
  if (node.type !== 'mcpServer' || !isObject(node.state)) return [];
  const { resource, requiredScopes, description } = node.state as Record<string, unknown>;
  const facts: [string, unknown][] = [
    ['resource', isObject(resource) ? resource['resource'] : undefined],
    ['scopes', Array.isArray(requiredScopes) ? requiredScopes.map(String).join(' ') : undefined],
    ['asks', description],
  ];
  return facts.flatMap(([label, text]) => (typeof text === 'string' && text !== '' ? [{ label, text }] : []));
}

/** When a rule applies. */
function ruleWords({ type, details: { alwaysApply, globs } }: Entry): string[] {
  if (type !== 'rule') return [];
  const where = Array.isArray(globs) && globs.length > 0 ? [globs.map(String).join(' ')] : [];
  return alwaysApply === true ? ['always', ...where] : where;
}

/** What has to be said beyond that: what is wrong with it, who keeps its switch, who ignores what. */
function remarks(entry: Entry): string[] {
  return [...entry.problems.map(({ message }) => message), ...notesOf(entry)].map(sentence);
}

/** Everything there is to know besides name and description, as one paragraph. */
export function noteOf(entry: Entry): string {
  return sentences(...remarks(entry), invocationOf(entry), serverOf(entry));
}

/** Whose a container is, if not the host's own. */
export function publisherOf({ clientId }: Container, ownClientId: string | null): string | null {
  if (clientId === null) return null;
  return clientId === ownClientId ? 'from this client' : `from ${clientId}`;
}

/** Name, kind, place and standing, as the parts of one line. */
export function titleOf(entry: Entry, ownClientId: string | null = null): string[] {
  const { container } = entry;
  const kind = typeWord(entry.type);
  const publisher = container && publisherOf(container, ownClientId);
  const folder = folderOf(entry);
  return [
    entry.name,
    ...(folder === null ? [] : [`folder ${folder}`]),
    container === null ? kind : `${kind} in ${container.name}`,
    ...(publisher === null ? [] : [publisher]),
    standingOf(entry),
    ...ruleWords(entry),
  ];
}

/** A container in the same way. */
export function containerTitle(container: Container): string[] {
  const kind =
    container.contents === null ? container.type : `${container.type} of ${typeWord(container.contents)}s`;
  return [container.name, kind, container.enabled ? 'on' : 'off'];
}

/** What is to be said of a container, as sentences. */
export function containerNote(container: Container, ownClientId: string | null = null): string {
  const { children, load, message, writable } = container;
  const publisher = publisherOf(container, ownClientId);
  return sentences(
    children === null ? 'Not read yet.' : children === 0 ? 'Empty.' : `Holds ${children}.`,
    load === 'degraded' || load === 'error' ? sentence(message ?? load) : '',
    load === 'loading' ? 'Loading.' : '',
    writable === true ? 'New ones can be written into it.' : '',
    publisher === null ? '' : `Published ${publisher.replace('from', 'by')}.`,
    container.enabled ? '' : 'All of it is off.',
  );
}
