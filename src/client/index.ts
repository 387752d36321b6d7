/** `skillpick/client`: a client of the Agent Host Protocol that keeps its state true over a flaky connection. */

export { SkillpickError } from '../errors.js';
export type { ActionOutcome } from './action-requests.js';
export { type Address, parseAddress, showAddress } from './address.js';
export { Client, type ClientOptions } from './client.js';
export { type Clock, systemClock } from './clock.js';
export { type ConnectToHostOptions, connectToHost } from './connect-to-host.js';
export { RefusedFile, RequestError, type TimeLimit } from './connection.js';
export { entryDirectories } from './endpoint-places.js';
export { FoundHost, type FoundHosts, findHosts } from './endpoints.js';
export type { LinkStatus, Trouble } from './link-status.js';
export { offerPlugin, type PluginFile, type PluginFiles, readPluginFiles } from './plugin-directory.js';
export type { SwitchRequest } from './prepare-switch.js';
export type { OfferedPlugin, Publication } from './publications.js';
export { type Bounds, Resources, readableBounds, writableBounds } from './resources.js';
export type { RootStore, RootView } from './root-store.js';
export type { NewSession } from './session-list.js';
export type { SessionStore } from './session-store.js';
export type {
  AgentOutcome,
  Forgotten,
  ForgottenCause,
  ForgottenSwitch,
  SessionView,
  ToggleOutcome,
  UndoOutcome,
} from './session-view.js';
export { readToken, type TokenSource } from './token.js';
export type { RefusedEntry } from './trusted-file.js';
export { openSocket, type SocketOptions } from './ws-transport.js';
