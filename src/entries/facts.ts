/** Everything that is known of one entry, as labelled sentences: its state and why, its origin, its details. */

import { pathOf } from '../paths.js';
import type { Problem } from '../protocol/problem-codes.js';
import type { LabelOf } from './container-labels.js';
import {
  containerWord,
  folderOf,
  invocationOf,
  owners,
  ruleWords,
  serverOf,
  stateText,
  typeWord,
} from './describe.js';
import type { Entry } from './entries.js';
import { requirementsOf } from './server-words.js';
import { type Fact, toolFacts } from './tool-facts.js';

export type { Fact };

const decisionPlaces: Readonly<Record<string, string>> = {
  session: 'for this session',
  workspace: 'for this workspace',
  global: 'everywhere',
};

/** Returns the decisions behind the flag; the first one counts. With tools, each says by itself what decides there. */
function decisionText({ enablement, tools }: Entry): string {
  if (tools.length > 0) return '';
  return (enablement ?? [])
    .map(({ kind, enabled }) => `${enabled ? 'on' : 'off'} ${decisionPlaces[kind] ?? kind}`)
    .join(', else ');
}

function whyOff({ offBy, container }: Entry): string {
  const what = container === null ? 'folder' : `${containerWord(container)} ${container.name}`;
  switch (offBy) {
    case 'self':
      return 'It is switched off itself.';
    case 'container':
      return `Its ${what} is off; switch that on to use it.`;
    case 'both':
      return `It is switched off itself, and so is its ${what}.`;
    case null:
      return '';
  }
}

/** Returns whose it is, and its folder or plugin. A plugin is the user's own, unless the repository brings it. */
function originOf({ from, container }: Entry, labelOf: LabelOf): string {
  const owner = from === null ? '' : (owners[from] ?? from);
  if (container === null) return owner;
  const { type, version, clientName } = container;
  const name = labelOf(container);
  const isFolder = type === 'directory';
  const place = isFolder ? name : [type, name, version ?? ''].join(' ').trim();
  const start = owner === '' || (from === 'user' && !isFolder) ? '' : `${owner}: `;
  return `${start}${place}${clientName === null ? '' : `, published by ${clientName}`}`;
}

const address = ({ type, name, uri, container }: Entry): string =>
  `${typeWord(type)} ${name}${container === null ? '' : ` in ${container.name}`}, ${uri}`;

/** Returns other entries of the same name, which some tools show as one. Standings say which of them a tool uses. */
function namesakesOf(entry: Entry, all: readonly Entry[]): Fact[] {
  if (entry.tools.length > 0) return [];
  const before = all.find(({ id }) => id === entry.duplicateOf);
  const after = all.filter(({ duplicateOf }) => duplicateOf === entry.id);
  return [
    ...(before ? [{ label: 'comes after', text: `${address(before)}, which has the same name` }] : []),
    ...after.map((other) => ({ label: 'comes before', text: `${address(other)}, which has the same name` })),
  ];
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([key, item]) => `${key}: ${textOf(item)}`)
    .join(', ');
}

const detailLabels: Record<string, string> = {
  tokens: 'tokens',
  allowedTools: 'allowed tools',
  argumentHint: 'arguments',
  alwaysApply: 'always applies',
};

function detailText(key: string, value: unknown): string {
  const text = textOf(value);
  if (key === 'tokens') return `about ${text} for name and description`;
  // Nothing checks whether it is there.
  return key === 'compatibility' ? `! ${text}` : text;
}

function detailFacts({ details }: Entry): Fact[] {
  return Object.entries(details).map(([key, value]) => ({
    label: detailLabels[key] ?? key,
    text: detailText(key, value),
  }));
}

/** Returns a problem in one line; a file inside a container's directory is named relative to it. */
function problemText({ uri, line, message }: Problem, entry: Entry): string {
  const [file, directory] = [pathOf(uri) ?? uri, pathOf(entry.uri) ?? entry.uri];
  const places = [
    ...(file.startsWith(`${directory}/`) ? [file.slice(directory.length + 1)] : []),
    ...(line === null ? [] : [`line ${line}`]),
  ];
  return [...places, message].join(': ');
}

/**
 * Returns the facts, in the order in which people ask for them; empty ones are left out. `path` shortens the paths of
 * settings and of other entries, `labelOf` names folders and plugins.
 */
export function factsOf(
  entry: Entry,
  all: readonly Entry[],
  path?: (file: string) => string,
  labelOf: LabelOf = ({ name }) => name,
): Fact[] {
  const problems = entry.fileProblems.map((problem) => ({
    label: 'problem',
    text: problemText(problem, entry),
  }));
  const facts = [
    { label: 'state', text: stateText(entry) },
    { label: 'why', text: whyOff(entry) },
    ...toolFacts(entry, all, path),
    { label: 'switched', text: decisionText(entry) },
    { label: 'use', text: invocationOf(entry) },
    { label: 'server', text: serverOf(entry) },
    ...requirementsOf(entry),
    { label: 'applies', text: ruleWords(entry) },
    { label: 'folder', text: folderOf(entry) ?? '' },
    { label: 'from', text: originOf(entry, labelOf) },
    ...namesakesOf(entry, all),
    ...problems,
    ...detailFacts(entry),
  ];
  return facts.filter(({ text }) => text !== '');
}
