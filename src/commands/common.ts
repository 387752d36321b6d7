/**
 * What every command needs, behind one door. A module that all commands reach is bundled into one file, and files
 * are what a short run spends its time on: commands take these from here.
 */

export { SkillpickError } from '../errors.js';
export * from '../list/columns.js';
export * from '../list/document.js';
export * from '../list/format.js';
export * from '../list/plain.js';
export { pathOf } from '../picker/file-path.js';
export { accepts, containersMeant, defaultTypes } from '../picker/filter.js';
export { type SessionInfo, summaryInfo } from '../picker/session-info.js';
export { cleanBlock, cleanLine } from '../text/clean.js';
export { paint, type Theme } from '../text/theme.js';
export * from './abort.js';
export * from './connect.js';
export * from './listing.js';
export * from './output.js';
export { wayToTarget } from './remote.js';
export * from './session.js';
