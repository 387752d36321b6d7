/** One entry or container in words: what it is, whether it is on and why, who may invoke it. */

import { pathOf, skillDirectory } from '../paths.js';
import { whereLoaded } from '../protocol/tool-standing.js';
import { type Container, unreadWords } from './containers.js';
import type { Entry } from './entries.js';
import { gatesOf, isPublished, isUnobeyed } from './entry-flags.js';
import { notesOf } from './notes.js';
import { type ToolState, toolState } from './row-state.js';
import { titlesOf } from './tool-names.js';

const typeWords: Readonly<Record<string, string | undefined>> = {
  mcpServer: 'MCP server',
  directory: 'folder',
};

/** Returns the user's word for a type. */
export const typeWord = (type: string): string => typeWords[type] ?? type;

/** Returns the user's word for a container: plugin, or folder. */
export const containerWord = ({ type }: Pick<Container, 'type'>): string =>
  type === 'plugin' ? 'plugin' : 'folder';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Adds a full stop, unless the text already ends a sentence. */
export const withFullStop = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Returns the text with a capital letter and a full stop. */
export const sentence = (text: string): string => withFullStop(capital(text.trim()));

const joined = (texts: readonly string[]): string => texts.filter((text) => text !== '').join(' ');

/** The words for each state in a tool that does what its settings say. */
const toolWords: readonly (readonly [words: string, states: readonly ToolState[]])[] = [
  ['on in', ['on']],
  ['on but maybe shadowed in', ['either']],
  ['off in', ['off', 'off-with-container']],
  ['shadowed in', ['shadowed']],
  ['refused by', ['refused']],
];

function toolsWords(entry: Entry): string {
  const obeying = entry.tools.filter((standing) => !isUnobeyed(standing));
  const unobeyed = (enabled: boolean) =>
    entry.tools.filter((standing) => isUnobeyed(standing) && standing.enabled === enabled);
  const parts = [
    ...toolWords.map(([words, states]) => {
      const tools = obeying.filter((standing) => states.includes(toolState(standing, entry)));
      return [words, tools] as const;
    }),
    ['switched on but not used by', unobeyed(true)] as const,
    ['switched off but still used by', unobeyed(false)] as const,
  ];
  return parts
    .flatMap(([words, tools]) => (tools.length === 0 ? [] : [`${words} ${titlesOf(tools).join(', ')}`]))
    .join(', ');
}

/** Returns whether it is on: tool by tool, or by itself and its container. */
export function stateText(entry: Entry): string {
  if (entry.tools.length > 0) return toolsWords(entry);
  if (entry.enabled === null) return 'listed, but whether it is on is not said';
  switch (entry.offBy) {
    case null:
      return 'on';
    case 'self':
      return 'off';
    case 'container':
      return `on, but ${entry.container?.name ?? 'its folder'} is off`;
    case 'both':
      return `off, and so is ${entry.container?.name ?? 'its folder'}`;
  }
}

/** Returns how the user runs a skill, in each tool that has another form. */
function commandOf({ name, tools }: Entry): string {
  const forms = new Set(tools.flatMap(({ userInvocable, invoke }) => (userInvocable && invoke) || []));
  if (forms.size > 0) return `run it as ${[...forms].join(' or ')}`;
  return tools.length === 0 ? `run it as /${name}` : 'ask for it';
}

/** Names the tools in which a gate is open, if it is not the same in all tools that load the entry. */
function onlyIn({ tools, hasGates }: Entry, gate: 'userInvocable' | 'modelInvocable'): string {
  const loading = hasGates ? whereLoaded(tools) : [];
  const open = loading.filter((tool) => tool[gate]);
  return open.length === loading.length ? '' : ` only in ${titlesOf(open).join(', ')}`;
}

/** Returns who may invoke it, as sentences; empty for a type without gates. */
export function invocationOf(entry: Entry): string {
  const { type, effectiveEnabled, offBy } = entry;
  if (type !== 'skill' && type !== 'agent') return '';
  if (effectiveEnabled === false && offBy === null) return 'No tool uses it.';
  const isSkill = type === 'skill';
  const { userInvocable, modelInvocable } = gatesOf(entry);
  const isWaiting = entry.isUnread && !(type === 'agent' && isPublished(entry));
  // For the session, an agent can be chosen at once.
  const choose = isWaiting ? 'choose it there' : 'choose it';
  const { invoke } = entry.details;
  const unknown =
    invoke === undefined ? 'it is not known whether you can invoke it' : `it is listed as ${invoke}`;
  const user = new Map([
    [true, `you can ${isSkill ? commandOf(entry) : choose}${onlyIn(entry, 'userInvocable')}`],
    [false, `you cannot ${isSkill ? 'run' : 'choose'} it yourself`],
    [null, unknown],
  ]).get(userInvocable)!;
  const may = isSkill ? 'the model may use it by itself' : 'the model may hand work to it';
  const model = new Map([
    [true, `${may}${onlyIn(entry, 'modelInvocable')}`],
    [false, 'the model does not use it by itself'],
    [null, 'it is not known whether the model may use it'],
  ]).get(modelInvocable)!;
  if (isWaiting) return `Once a tool reads it, ${user}, and ${model}.`;
  if (effectiveEnabled === false) return `Once it is on, ${user}, and ${model}.`;
  return `${capital(user)}. ${capital(model)}.`;
}

const signInWords: Readonly<Record<string, string | undefined>> = {
  required: 'It needs you to sign in',
  expired: 'Your sign-in has expired',
  insufficientScope: 'Your sign-in lacks permissions',
};

/** Returns what an MCP server does at the moment, whether it is switched on or not. */
export function serverOf({ state, stateMessage, node }: Entry): string {
  if (state === null) return '';
  if (state === 'authRequired') {
    const reason = (node.type === 'mcpServer' ? node.state?.reason : undefined) ?? 'required';
    return withFullStop(signInWords[reason] ?? `${signInWords['required']}: ${reason}`);
  }
  const words = state === 'error' ? 'It failed' : `It is ${state}`;
  return withFullStop(stateMessage === null ? words : `${words}: ${stateMessage}`);
}

/** Returns when a rule applies; empty for anything else. */
export function ruleWords({ node }: Entry): string {
  if (node.type !== 'rule') return '';
  return [...(node.alwaysApply ? ['always'] : []), ...(node.globs ?? [])].join(', ');
}

/** Whose an entry or a folder is. */
export const owners: Readonly<Record<string, string>> = { repo: 'this repo', user: 'yours' };

/** Returns problems, notes, who may invoke it and what a server does, as one paragraph. */
export function noteOf(entry: Entry): string {
  const remarks = [
    ...entry.fileProblems.map(({ message }) => message),
    ...notesOf({ details: entry.details, tools: entry.tools.filter(isUnobeyed) }),
  ];
  return joined([...remarks.map(sentence), invocationOf(entry), serverOf(entry)]);
}

/** Returns which client published a container; null if the host did. */
export function publisherOf(
  { clientId, clientName }: Pick<Container, 'clientId' | 'clientName'>,
  ownClientId: string | null,
): string | null {
  if (clientId === null) return null;
  return clientId === ownClientId ? 'from this client' : `from ${clientName}`;
}

/** Returns what is known of a container, as sentences. */
export function containerNote(container: Container, ownClientId: string | null = null): string {
  const { children, load, message, writable } = container;
  const publisher = publisherOf(container, ownClientId);
  return joined([
    children === null ? 'Not read yet.' : children === 0 ? 'Empty.' : `Holds ${children}.`,
    load === 'degraded' ? sentence(message ?? unreadWords.degraded) : '',
    load === 'error' ? sentence(message ?? unreadWords.error) : '',
    load === 'loading' ? 'Loading.' : '',
    writable === true ? 'New ones can be written into it.' : '',
    publisher === null ? '' : `Published ${publisher.replace('from', 'by')}.`,
    container.enabled ? '' : 'All of it is off.',
  ]);
}

/** Returns the folder of a skill if it differs from the name: some tools use one, some the other. */
export function folderOf({ type, name, uri }: Pick<Entry, 'type' | 'name' | 'uri'>): string | null {
  const directory = type === 'skill' ? skillDirectory(pathOf(uri) ?? uri) : undefined;
  if (directory === undefined) return null;
  const folder = directory.slice(directory.lastIndexOf('/') + 1);
  return folder === name || folder === '' ? null : folder;
}

/** Returns why an entry cannot be chosen; null if it can. */
export function whyUnpickable(entry: Entry): string | null {
  const { name, offBy, effectiveEnabled, container } = entry;
  if (offBy === 'container') return `${name} cannot be chosen: ${container?.name ?? 'its folder'} is off.`;
  if (offBy !== null) return `${name} cannot be chosen: it is off.`;
  if (effectiveEnabled === false) return `${name} cannot be chosen: it is ${stateText(entry)}.`;
  const { userInvocable, modelInvocable } = gatesOf(entry);
  if (userInvocable !== false) return null;
  const who = modelInvocable === false ? 'neither you nor the model' : 'only the model';
  return `${name} cannot be chosen: ${who} may invoke it.`;
}
