/** The picker before a session is open: what it shows, and what the command line has it remember. */

import { noEntries } from '../entries/entries.js';
import { createIndex } from '../entries/search.js';
import type { Io } from '../io.js';
import { initialState, type Model, type PickerState } from '../picker/state.js';
import type { ConnectOptions } from '../source/connect-options.js';
import { hostNamed } from './first-session.js';
import { kindFor } from './fixed-filter.js';
import type { PickerOptions } from './run-picker.js';

/** What there is to wait for while a host is being connected to. */
function waitingWords(options: ConnectOptions, io: Io): { isForeign: boolean; text: string } {
  const host = hostNamed(options, io);
  if (host === null) return { isForeign: false, text: 'Reading skills and agents.' };
  // What is refused later as an address with a secret in it is not shown before.
  const shown = host.replace(/[?#].*$/, '').replace(/\/\/[^/@]*@/, '//');
  return { isForeign: true, text: `Connecting to ${shown}.` };
}

function waitingModel(host: Model['host'], waitingFor: string): Model {
  return {
    list: noEntries,
    index: () => createIndex([]),
    pending: new Map(),
    session: {
      uri: '',
      provider: '',
      title: '',
      lifecycle: 'ready',
      status: [],
      directory: null,
      modifiedAtMs: null,
      error: null,
    },
    host,
    clientId: null,
    tools: [],
    limit: null,
    link: { kind: 'connecting' },
    isTemporary: false,
    noScopes: null,
    waitingFor,
    isLoading: true,
  };
}

export function startOf(options: PickerOptions, io: Io): { state: PickerState; model: Model } {
  const { filter, query = '' } = options;
  const { isForeign, text } = waitingWords(options, io);
  const kind = isForeign ? 'url' : 'embedded';
  const host = { kind, name: 'agent host', url: null, protocolVersion: '', isOwn: !isForeign };
  const scope = isForeign ? 'session' : 'workspace';
  return {
    state: initialState(query, kindFor(filter), filter.state ?? 'any', scope),
    model: waitingModel(host, text),
  };
}
