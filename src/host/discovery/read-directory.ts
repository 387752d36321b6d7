/** Reads the files of one directory, or named files, into a container. */

import { hostLimits } from '../limits.js';
import { type CatalogBuilder, type ContainerDraft, countFlawed, countLost } from './catalog-builder.js';
import { type FoundFile, findNamed, type WalkBounds, type WalkResult, walkDirectory } from './find-files.js';
import type { LinkRules } from './link-rules.js';
import { type EntryRules, readEntries } from './read-entries.js';

export interface ContentRules extends EntryRules {
  readonly recursive: boolean;
}

function readFile(
  builder: CatalogBuilder,
  container: ContainerDraft,
  file: FoundFile,
  rules: EntryRules,
): void {
  const { kind } = rules.format;
  if (kind === 'hooks' || kind === 'mcp') builder.closed.add(file.canonical);
  if (builder.isListed(file, container.place)) return;
  const { entries, findings } = readEntries(file, rules);
  const [finding] = findings;
  // Each finding in a file of servers is a server that is not listed.
  const severity = kind === 'mcp' || entries.length === 0 ? 'error' : 'warning';
  for (const finding of findings) builder.report(container, file.path, finding, severity);
  for (const entry of entries) builder.list(entry, file, container);
  if (kind === 'mcp') for (const { message } of findings) countLost(container, file.path, message);
  else if (entries.length === 0) countLost(container, file.path, finding?.message);
  else if (finding !== undefined) countFlawed(container, file.path, finding.message);
}

/** Adds the results of a walk: files, directories to watch, problems. */
function addWalked(
  builder: CatalogBuilder,
  container: ContainerDraft,
  walked: WalkResult,
  rules: EntryRules,
): void {
  builder.watch(walked);
  for (const { path, ...finding } of walked.problems) {
    builder.report(container, path, finding);
    countLost(container, path, finding.message);
  }
  for (const file of walked.files) readFile(builder, container, file, rules);
}

/** Reads a directory. Returns the reason if it cannot be read. */
export function readDirectory(
  builder: CatalogBuilder,
  container: ContainerDraft,
  directory: string,
  rules: ContentRules,
  bounds: WalkBounds = {},
): WalkResult['error'] {
  const { format, recursive } = rules;
  const walked = walkDirectory({
    directory,
    files: format.files,
    recursive,
    bundles: format.kind === 'skill',
    mostDirectories: bounds.isOutside ? hostLimits.linkedDirectories : hostLimits.walkDirectories,
    ...bounds,
  });
  addWalked(builder, container, walked, rules);
  return walked.error;
}

/** Reads these files of a directory, as far as they exist. */
export function readNamed(
  builder: CatalogBuilder,
  container: ContainerDraft,
  directory: string,
  names: readonly string[],
  rules: EntryRules,
  links?: LinkRules,
): void {
  addWalked(builder, container, findNamed(directory, names, links), rules);
}
