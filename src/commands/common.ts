/**
 * What every command needs, behind one door. A module that all commands reach is bundled into one file, and files
 * are what a short run spends its time on: commands take these from here.
 */

export { accepts, containersMeant, defaultTypes } from '../entries/filter.js';
export { type SessionInfo, summaryInfo } from '../entries/session-info.js';
export { SkillpickError } from '../errors.js';
export * from '../output/columns.js';
export * from '../output/document.js';
export * from '../output/format.js';
export * from '../output/streams.js';
export * from '../output/table-cells.js';
export { pathOf } from '../paths.js';
export * from '../source/connect.js';
export * from '../source/open-session.js';
export { wayToTarget } from '../source/remote.js';
export * from '../source/waiting.js';
export { cleanBlock, cleanLine } from '../text/clean.js';
export { paint, type Theme } from '../text/theme.js';
export * from './listing.js';
