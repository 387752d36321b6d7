/** `skillpick/protocol`: the Agent Host Protocol as data and pure functions, without sockets, files or clocks. */

export { ProtocolError, SkillpickError } from '../errors.js';
export * from './actions.js';
export * from './chat-input.js';
export * from './confine.js';
export * from './effective.js';
export * from './enablement.js';
export * from './endpoint.js';
export * from './messages.js';
export * from './problem-codes.js';
export { readAction, readEnvelope } from './read-action.js';
export * from './read-result.js';
export {
  readCustomization,
  readCustomizations,
  readRootState,
  readSessionState,
  readSessionSummary,
  readSnapshot,
  type Skipped,
} from './read-state.js';
export { sessionReducer } from './reducer.js';
export * from './root-reducer.js';
export * from './runtime-directory.js';
export * from './scopes.js';
export * from './selectable.js';
export type * from './session-actions.js';
export * from './skillpick-meta.js';
export type { ObeysFrom, SwitchResult, ToolResult, UndoneSwitch, UndoResult } from './switch-result.js';
export type { DecidingSetting, SentStanding, ToolStanding } from './tool-standing.js';
export * from './tool-titles.js';
export * from './transport.js';
export * from './tree.js';
export * from './types.js';
export * from './versions.js';
