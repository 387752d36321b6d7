/** Reads the files of one directory, or named files, into a container. */

import { hostLimits } from '../limits.js';
import { type CatalogBuilder, type ContainerDraft, fault, lose } from './builder.js';
import { type EntryRules, readEntries } from './entries.js';
import type { LinkRules } from './links.js';
import { type FoundFile, findNamed, type WalkBounds, type WalkResult, walkDirectory } from './walk.js';

export interface ContentRules extends EntryRules {
  readonly recursive: boolean;
}

function readFile(builder: CatalogBuilder, holder: ContainerDraft, file: FoundFile, rules: EntryRules): void {
  if (builder.isListed(file, holder.place)) return;
  if (rules.format.kind === 'hooks') builder.closed.add(file.canonical);
  const { entries, findings } = readEntries(file, rules);
  const [finding] = findings;
  const severity = entries.length === 0 ? 'error' : 'warning';
  for (const finding of findings) builder.report(holder, file.path, finding, severity);
  for (const entry of entries) builder.list(entry, file, holder);
  if (entries.length === 0) lose(holder, file.path, finding?.message);
  else if (finding !== undefined) fault(holder, file.path, finding.message);
}

/** Takes over what a walk found: files, directories to watch, problems. */
function takeOver(
  builder: CatalogBuilder,
  holder: ContainerDraft,
  walked: WalkResult,
  rules: EntryRules,
): void {
  builder.follow(walked);
  for (const { path, ...finding } of walked.problems) {
    builder.report(holder, path, finding);
    lose(holder, path, finding.message);
  }
  for (const file of walked.files) readFile(builder, holder, file, rules);
}

/** Reads a directory; answers why if it cannot be read. */
export function readDirectory(
  builder: CatalogBuilder,
  holder: ContainerDraft,
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
    mostDirectories: bounds.isOutside ? hostLimits.nearbyDirectories : hostLimits.walkDirectories,
    ...bounds,
  });
  takeOver(builder, holder, walked, rules);
  return walked.error;
}

/** Reads these files of a directory, as far as they are there. */
export function readNamed(
  builder: CatalogBuilder,
  holder: ContainerDraft,
  directory: string,
  names: readonly string[],
  rules: EntryRules,
  links?: LinkRules,
): void {
  takeOver(builder, holder, findNamed(directory, names, links), rules);
}
