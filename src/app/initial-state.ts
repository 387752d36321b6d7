/** The picker before a session is open: its state as the command line sets it, and a model with an empty list. */

import { noEntries } from '../entries/entries.js';
import { createIndex } from '../entries/search.js';
import type { Io } from '../io.js';
import { initialState, type Model, type PickerState } from '../picker/state.js';
import { chooseHost } from '../source/connect.js';
import { kindFor } from './list-limit.js';
import type { PickerOptions } from './start.js';

const noSession: Model['session'] = {
  uri: '',
  provider: '',
  title: '',
  lifecycle: 'ready',
  status: [],
  directory: null,
  modifiedAtMs: null,
  error: null,
};

function emptyModel(hostText: string | undefined): Model {
  const isOwn = hostText === undefined;
  // An address with a secret in it is refused later; until then the secret is not shown.
  const shown = hostText?.replace(/[?#].*$/, '').replace(/\/\/[^/@]*@/, '//');
  return {
    list: noEntries,
    index: () => createIndex([]),
    pending: new Map(),
    session: noSession,
    host: { kind: isOwn ? 'embedded' : 'url', name: 'agent host', url: null, protocolVersion: '', isOwn },
    clientId: null,
    tools: [],
    limit: null,
    link: { kind: 'connecting' },
    isTemporary: false,
    noScopes: null,
    waitingFor: isOwn ? 'Reading skills and agents.' : `Connecting to ${shown}.`,
    isLoading: true,
  };
}

export function createInitialState(options: PickerOptions, io: Io): { state: PickerState; model: Model } {
  const { filter, query = '' } = options;
  const host = chooseHost(options, io);
  const model = emptyModel(host.kind === 'embedded' ? undefined : host.text);
  const scope = model.host.isOwn ? 'workspace' : 'session';
  return { state: initialState(query, kindFor(filter), filter.state ?? 'any', scope), model };
}
