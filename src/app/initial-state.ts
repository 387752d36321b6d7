/** The picker before a session is open: an empty model, and the state that the command line and the configuration ask for. */

import { noEntries } from '../entries/entries.js';
import { createIndex } from '../entries/search-entries.js';
import { defaultScope } from '../entries/switch-lifetime.js';
import type { Io } from '../io.js';
import { initialState, type Model, type PickerState } from '../picker/state.js';
import { programName, readAgentCommand } from '../source/acp/command-line.js';
import { chooseSource, type SourceChoice } from '../source/connect.js';
import { type PickerConfig, readConfig } from './config.js';
import { exactKind, folderQuery } from './model-builder.js';
import type { PickerOptions } from './start.js';

const noSession: Model['session'] = {
  uri: '',
  provider: '',
  title: '',
  lifecycle: 'ready',
  status: [],
  directory: null,
  modifiedAtMs: null,
  agent: null,
  customizations: null,
  options: null,
  meta: null,
  error: null,
};

const programIn = (line: string, io: Pick<Io, 'platform'>): string => programName(readAgentCommand(line, io));

/** Returns what the picker waits for. */
function waitingText(choice: SourceChoice, io: Pick<Io, 'platform'>): string {
  if (!('text' in choice)) return 'Reading skills and agents.';
  // Arguments may be secret.
  if (choice.kind === 'acp') return `Starting ${programIn(choice.text, io)}.`;
  // An address with a secret in it is refused later; until then the secret is not shown.
  return `Connecting to ${choice.text.replace(/[?#].*$/, '').replace(/\/\/[^/@]*@/, '//')}.`;
}

function emptyModel(choice: SourceChoice, io: Io): Model {
  const isOwn = !('text' in choice);
  const kind = isOwn || choice.kind === 'acp' ? choice.kind : 'url';
  return {
    list: noEntries,
    index: () => createIndex([]),
    folderIndex: () => createIndex([]),
    pending: new Map(),
    session: noSession,
    agent: null,
    isAgentPending: false,
    host: {
      ...{ kind, name: 'agent host', protocolVersion: '', isOwn },
      ...(choice.kind === 'acp' && { name: programIn(choice.text, io), listsOnly: true }),
    },
    history: '',
    clientId: null,
    tools: [],
    home: '',
    limit: null,
    onlyTools: null,
    link: { kind: 'connecting' },
    isTemporary: false,
    hasEnded: false,
    noScopes: null,
    waitingFor: waitingText(choice, io),
    isLoading: true,
    filesRead: null,
  };
}

/** Returns the model while the picker waits for a host, with the time that it still gives the host. */
export function withSecondsLeft(model: Model, leftMs: number): Model {
  const { waitingFor, host } = model;
  if (waitingFor === null || host.isOwn) return model;
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000));
  return { ...model, waitingFor: `${waitingFor.replace(/(, \d+ s left)?\.$/, '')}, ${seconds} s left.` };
}

/** Returns the model once the host has responded: nobody knows how long it takes to open the session. */
export function whileOpening(model: Model): Model {
  return model.host.isOwn ? model : { ...model, waitingFor: 'Opening the session.' };
}

/** The command line decides, else the environment, else the configuration. */
export function isForScreenReader(
  { screenReader }: Pick<PickerOptions, 'screenReader'>,
  config: PickerConfig,
  { env }: Pick<Io, 'env'>,
): boolean {
  return screenReader === true || env['INK_SCREEN_READER'] === 'true' || config.screenReader === true;
}

/** Returns the settings of the user and what is wrong with them. The demo reads none. */
export function startConfig(
  options: PickerOptions,
  io: Io,
): { config: PickerConfig; problems: readonly string[] } {
  return options.demo ? { config: {}, problems: [] } : readConfig(io);
}

/** Returns the state and the model of the first frame. */
export function createInitialState(
  options: PickerOptions,
  { config, problems }: ReturnType<typeof startConfig>,
  io: Io,
): { state: PickerState; model: Model } {
  const { filter, query = '', isPicking = false } = options;
  const model = emptyModel(chooseSource(options, io), io);
  const state = initialState({
    query: [folderQuery(filter.types), query].filter(Boolean).join(' '),
    kind: exactKind(filter.types) ?? 'all',
    showing: filter.isMixed ? 'differs' : (filter.state ?? 'any'),
    scope: defaultScope(model.host),
    // Nothing leads out of a tab while an entry is chosen.
    tab: isPicking || config.tab === 'all' ? null : (config.tab ?? null),
    hasPreview: config.preview ?? true,
    globalTools: config.globalTools ?? [],
  });
  const text = `Not all settings are used: ${problems.join('; ')}.`;
  return { state: problems.length === 0 ? state : { ...state, notice: { text, tone: 'warn' } }, model };
}
