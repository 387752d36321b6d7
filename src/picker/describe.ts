/** One entry in words: what it is, how it stands and why, who may invoke it. */

import type { Container } from './containers.js';
import type { Entry } from './entries.js';

const typeWords: Record<string, string> = {
  mcpServer: 'MCP server',
};

export const typeWord = (type: string): string => typeWords[type] ?? type;

function toolsWords({ tools }: Entry): string {
  const on = tools.filter(({ enabled }) => enabled).map(({ id }) => id);
  const off = tools.filter(({ enabled }) => !enabled).map(({ id }) => id);
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

/** Who may invoke it, as sentences; empty where the kind has no gates. */
export function invocationOf({ type, name, userInvocable, modelInvocable }: Entry): string {
  if (type !== 'skill' && type !== 'agent') return '';
  const how = type === 'skill' ? `run it as /${name}` : 'choose it';
  const user = {
    true: `You can ${how}.`,
    false: `You cannot ${type === 'skill' ? 'run' : 'choose'} it yourself.`,
    null: 'The host does not say whether you can invoke it.',
  }[String(userInvocable) as 'true' | 'false' | 'null'];
  const model = {
    true: type === 'skill' ? 'The model may use it by itself.' : 'The model may hand work to it.',
    false: 'The model does not use it by itself.',
    null: 'The host does not say whether the model may use it.',
  }[String(modelInvocable) as 'true' | 'false' | 'null'];
  return `${user} ${model}`;
}

/** What an MCP server does at the moment, apart from the wish to have it on. */
export function serverOf({ state, stateMessage }: Entry): string {
  if (state === null) return '';
  return stateMessage === null ? `It is ${state}.` : `It is ${state}: ${stateMessage}.`;
}

/** Name, kind, place and standing, as the parts of one line. */
export function titleOf(entry: Entry): string[] {
  const place =
    entry.container === null ? typeWord(entry.type) : `${typeWord(entry.type)} in ${entry.container.name}`;
  return [entry.name, place, standingOf(entry)];
}

/** A container in the same way. */
export function containerTitle(container: Container): string[] {
  const kind =
    container.contents === null ? container.type : `${container.type} of ${typeWord(container.contents)}s`;
  return [container.name, kind, container.enabled ? 'on' : 'off'];
}

/** What is to be said of a container in one sentence. */
export function containerNote({ children, load, message, writable, clientId }: Container): string {
  const size = children === null ? 'Not read yet.' : children === 0 ? 'Empty.' : `Holds ${children}.`;
  const state =
    load === 'degraded' || load === 'error' ? ` ${message ?? load}.` : load === 'loading' ? ' Loading.' : '';
  const origin = clientId === null ? '' : ` Published by ${clientId}.`;
  return `${size}${state}${writable === true ? ' New ones can be written into it.' : ''}${origin}`;
}
