/** Why the list is empty, and which key or command helps. */

import { typeWord } from '../entries/describe.js';
import { isBroken } from '../entries/row-state.js';
import type { Suggestions } from '../entries/suggest.js';
import { toolTitle } from '../entries/tool-names.js';
import { keyFor } from '../picker/keymap.js';
import { problemRows } from '../picker/problem-rows.js';
import type { KindFilter, Model, Showing } from '../picker/state.js';

const kindWords: Record<KindFilter, string> = {
  usual: 'skill or agent',
  skills: 'skill',
  agents: 'agent',
  other: 'entry of another kind',
  all: 'entry',
};

const showingWords: Record<Showing, string> = {
  any: 'listed',
  on: 'on',
  differs: 'on in some tools and off in others',
  off: 'off',
  broken: 'broken',
};

/** What decides why a list is empty. */
export interface EmptyList {
  model: Model;
  /** Something is typed. */
  hasQuery: boolean;
  kind: KindFilter;
  showing: Showing;
  tab: string | null;
  /** The types of the query, which count instead of the kind; null: it names none. */
  types: readonly string[] | null;
  suggestions: Suggestions | null;
}

function nothingFound({ host, limit, session, hasEnded }: Model): string[] {
  if (hasEnded) return [`The session is gone. ${keyFor('choose')} opens another.`];
  const lister = host.listsOnly ? 'agent' : 'host';
  if (session.customizations === null)
    return host.listsOnly
      ? ['The agent has not said yet what this session has.']
      : [`The host does not say what this session has. ${keyFor('reread')} asks it again.`];
  if (limit !== null) return [`Nothing here is ${limit}.`];
  if (!host.isOwn)
    return [`The ${lister} lists no skills or agents for this session. ${keyFor('choose')} opens another.`];
  return [
    'No skills or agents were found.',
    'Looked in .agents and in the folders of all agent tools, from the root of the repository down to here, and in the home directory.',
    '`skillpick new <name>` makes a skill. `skillpick --demo` shows what skillpick does. `skillpick doctor` lists the folders.',
  ];
}

/** Returns the tool of a tab as a part of a sentence. */
const inTab = (tab: string | null): string => (tab === null ? '' : ` in ${toolTitle(tab)}`);

/** Says what else is wrong: with other kinds, or without being broken. */
function nothingBroken({ model: { list }, kind, tab }: EmptyList): string {
  const [kindKey, showingKey] = [keyFor('next-kind'), keyFor('next-showing')];
  const leftOut = problemRows(list, { kind: 'all', tab: null });
  const errors =
    list.entries.filter(isBroken).length +
    leftOut.filter(({ problem }) => problem.severity === 'error').length;
  if (errors > 0)
    return `No ${kindWords[kind]} is broken${inTab(tab)}, but ${errors} elsewhere: ${kindKey} shows other kinds${tab === null ? '' : `, ${keyFor('tab')} other tools`}.`;
  const { length } = list.problems;
  const [count, them] = length === 1 ? ['1 problem', 'it'] : [`${length} problems`, 'them'];
  const doctor = length === 0 ? '' : ` ${count}: \`skillpick doctor\` lists ${them}.`;
  return `Nothing is broken.${doctor} ${showingKey} shows everything.`;
}

const verb = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

function suggestionTexts({ nearest, otherKinds, withoutFilters }: Suggestions, shows: string): string[] {
  const kinds = otherKinds.map(({ type, count }) => verb(count, typeWord(type), `${typeWord(type)}s`));
  return [
    ...(nearest === null ? [] : [`Did you mean ${nearest}?`]),
    ...(kinds.length === 0 ? [] : [`Of other kinds: ${kinds.join(', ')}. ${shows} shows them.`]),
    ...(withoutFilters === 0 ? [] : [`${verb(withoutFilters, 'matches', 'match')} without the filters.`]),
  ];
}

/** Returns what was looked for. */
function wantedWords({ kind, types }: EmptyList): string {
  if (types === null) return kindWords[kind];
  return types.includes('all') ? kindWords.all : types.map(typeWord).join(' or ');
}

function noMatch(list: EmptyList): string[] {
  const { showing, tab, types, suggestions } = list;
  const kindKey = keyFor('next-kind');
  const kinds = types === null ? `, ${kindKey} looks among other kinds` : '';
  const filter = showing === 'any' ? '' : ` Only some are shown: ${keyFor('next-showing')} shows others.`;
  const tool = tab === null ? '' : ` ${keyFor('tab')} shows other tools.`;
  const shows = types === null ? kindKey : 'type:all';
  const hints = suggestions === null ? [] : suggestionTexts(suggestions, shows);
  return [
    `No ${wantedWords(list)} matches. ${keyFor('back')} clears the query${kinds}.${filter}${tool}`,
    ...hints,
  ];
}

/** Returns the reasons as sentences, one paragraph each. */
export function emptyReasons(list: EmptyList): string[] {
  const { model, hasQuery, kind, showing, tab } = list;
  if (model.waitingFor !== null) return [model.waitingFor];
  if (model.isLoading && model.list.entries.length === 0) return ['Reading files.'];
  if (hasQuery) return noMatch(list);
  if (showing === 'broken') return [nothingBroken(list)];
  if (model.list.entries.length === 0) return nothingFound(model);
  const [kindKey, showingKey] = [keyFor('next-kind'), keyFor('next-showing')];
  if (showing === 'differs' && tab !== null)
    return [`In one tool nothing differs: ${keyFor('tab')} shows all tools, ${showingKey} other states.`];
  if (showing !== 'any')
    return [
      `No ${kindWords[kind]} is ${showingWords[showing]}${inTab(tab)}. ${showingKey} shows others, ${kindKey} other kinds.`,
    ];
  if (tab !== null)
    return [`${toolTitle(tab)} reads no ${kindWords[kind]} here. ${keyFor('tab')} shows other tools.`];
  return [`There is no ${kindWords[kind]}. ${kindKey} shows other kinds.`];
}
