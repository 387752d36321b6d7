/** The text in place of an empty list: why it is empty, and which key or command helps. */

import { keyFor } from '../picker/keymap.js';
import type { KindFilter, Showing } from '../picker/state.js';
import type { Screen } from './screen.js';
import { wrapText } from './wrap.js';

const kindWords: Record<KindFilter, string> = {
  usual: 'skill or agent',
  skills: 'skill',
  agents: 'agent',
  other: 'entry of another kind',
  all: 'entry',
};

const showingWords: Record<Showing, string> = { any: '', on: 'on', off: 'off', problems: '' };

function nothingFound({ model: { host, limit } }: Screen): string[] {
  if (limit !== null) return [`The session has nothing that is ${limit}.`];
  if (host.kind !== 'embedded')
    return [`The host lists no skills or agents for this session. ${keyFor('choose')} opens another.`];
  return [
    'No skills or agents were found.',
    'Looked in .agents, .claude, .github, .codex, .gemini and .opencode, from the root of the repository down to here, and in the home directory.',
    '`skillpick new <name>` makes a skill; `skillpick doctor` shows more.',
  ];
}

function reasons(screen: Screen): string[] {
  const { model, state, rows } = screen;
  if (model.waitingFor !== null) return [model.waitingFor];
  if (model.isLoading && model.list.entries.length === 0) return ['The host is reading its files.'];
  const [kind, kindKey, showingKey] = [kindWords[state.kind], keyFor('next-kind'), keyFor('next-showing')];
  if (rows.isRanked) {
    const filter = state.showing === 'any' ? '' : ` Only some are shown: ${showingKey} shows others.`;
    return [
      `No ${kind} matches. ${keyFor('back')} clears the query, ${kindKey} looks among other kinds.${filter}`,
    ];
  }
  if (state.showing === 'problems') return [`There are no problems. ${showingKey} shows everything.`];
  if (model.list.entries.length === 0) return nothingFound(screen);
  if (state.showing === 'any') return [`There is no ${kind}. ${kindKey} shows other kinds.`];
  return [
    `No ${kind} is ${showingWords[state.showing]}. ${showingKey} shows others, ${kindKey} other kinds.`,
  ];
}

export function drawEmpty(screen: Screen): string[] {
  const lines = reasons(screen).flatMap((text) => wrapText(text, screen.size.columns - 4));
  return lines.map((line) => `   ${line}`);
}
