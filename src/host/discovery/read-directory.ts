/** Reads the files of one directory, or named files, into a container. */

import { hostLimits } from '../limits.js';
import { type CatalogBuilder, type ContainerDraft, fault, lose } from './catalog-builder.js';
import { type FoundFile, findNamed, type WalkBounds, type WalkResult, walkDirectory } from './find-files.js';
import type { LinkRules } from './link-rules.js';
import { type EntryRules, readEntries } from './read-entries.js';

export interface ContentRules extends EntryRules {
  readonly recursive: boolean;
}

function readFile(builder: CatalogBuilder, holder: ContainerDraft, file: FoundFile, rules: EntryRules): void {
  if (builder.isListed(file, holder.place)) return;
  if (rules.format.kind === 'hooks') builder.closed.add(file.canonical);
  const { entries, findings } = readEntries(file, rules);
  const [finding] = findings;
  for (const finding of findings) builder.report(holder, file.path, finding);
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
  for (const { path, message } of walked.problems) {
    builder.report(holder, path, { message });
    lose(holder, path, message);
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
): string | undefined {
  const { format, recursive } = rules;
  const walked = walkDirectory({
    directory,
    files: format.files,
    recursive,
    bundles: format.kind === 'skill',
    mostDirectories: bounds.isOutside ? hostLimits.linkedDirectories : hostLimits.walkDirectories,
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
