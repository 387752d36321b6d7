/**
 * `skillpick new`: writes a skill, agent, prompt or rule into a writable directory of the session and waits until the
 * host lists it.
 */

import { readFileSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Entry } from '../entries/entries.js';
import { ContainerRef } from '../entries/filter.js';
import { type FileForm, formIn, type NewType, newTypes, placeholders } from '../entries/new-file.js';
import { toolTitle } from '../entries/tool-names.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { exact } from '../output/format.js';
import { note, writeJson, writeLines } from '../output/streams.js';
import { pathOf } from '../paths.js';
import { descriptionMistake, nameMistake, skillMistakes } from '../skill-rules.js';
import { withSession } from '../source/open-session.js';
import { showing, withSeconds } from '../source/progress.js';
import type { SessionSource } from '../source/session-source.js';
import { unlessAborted, until } from '../source/waiting.js';
import type { CommandOptions } from './command-options.js';
import { commandsLimits } from './limits.js';
import { labelsIn, readListing } from './listing.js';
import { chooseContainer } from './new-place.js';
import { readStdin } from './stdin.js';

interface NewOptions extends CommandOptions {
  name: string;
  /** The kinds that were asked for. */
  types?: readonly string[];
  /** The container to write into. */
  in?: string;
  description?: string;
  /** A file with the text below the frontmatter; `-` is standard input. */
  body?: string;
  /** Whether the user may invoke it. */
  user?: boolean;
  /** Whether the model may invoke it. */
  model?: boolean;
}

function checkText({ name, description }: NewOptions): void {
  const mistake = nameMistake(name);
  if (mistake !== undefined) {
    throw new SkillpickError('bad-usage', `The name "${name}" ${skillMistakes[mistake]}.`, {
      hint: 'Such as: release-notes.',
    });
  }
  const flaw = description === undefined ? undefined : descriptionMistake(description);
  if (flaw !== undefined) {
    throw new SkillpickError('bad-usage', `The description ${skillMistakes[flaw]}.`, {
      hint: 'One or two sentences: what it does and when to use it.',
    });
  }
}

/** Returns the one kind to create. */
function chosenType({ types = ['skill'] }: NewOptions): NewType {
  const [type] = types;
  const known = newTypes.find((candidate) => candidate === type);
  if (known !== undefined && types.length === 1) return known;
  throw new SkillpickError('bad-usage', `${types.length === 1 ? `A ${type}` : 'That'} cannot be created.`, {
    hint: `--type can be one of ${newTypes.join(', ')}.`,
  });
}

async function readBody({ body, name }: NewOptions, io: Io): Promise<string> {
  if (body === undefined) return placeholders.body(name);
  if (body === '-') return unlessAborted(io, readStdin(io));
  try {
    return readFileSync(isAbsolute(body) ? body : resolve(io.cwd, body), 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new SkillpickError('bad-usage', `The file ${body} cannot be read (${code}).`, {
      hint: 'Give --body a file with the text.',
      cause,
    });
  }
}

/** Refuses gates where a file has none, because no tool would obey them. */
function checkGates(
  { user, model }: NewOptions,
  { hasGates }: Pick<FileForm, 'hasGates'>,
  what: string,
): void {
  if (hasGates || (user !== false && model !== false)) return;
  const option = user === false ? '--no-user' : '--no-model';
  throw new SkillpickError('bad-usage', `${option} has no effect on ${what}.`, { hint: 'Leave it out.' });
}

/** Reports what keeps the new entry from being used, so that nobody takes a written file for one that works. */
function noteObstacles({ fileProblems, tools }: Entry, options: NewOptions, io: Io): void {
  for (const { message } of fileProblems) note(io, `There is a problem with it: ${message}.`, options);
  for (const { id, inEffect, note: reason } of tools) {
    if (inEffect || reason === null) continue;
    const title = toolTitle(id);
    note(io, `${reason.startsWith(title) ? reason : `${title} does not use it: ${reason}`}.`, options);
  }
}

/** Waits until the host lists the new entry. */
async function waitForEntry(
  session: SessionSource,
  uri: string,
  options: NewOptions,
  io: Io,
): Promise<Entry> {
  const find = () => readListing(session).entries.find((entry) => entry.uri === uri);
  const timeoutMs = options.timeoutMs ?? commandsLimits.listedTimeoutMs;
  await showing(options, withSeconds('Waiting until it is listed'), () =>
    until(session.subscribe, () => find() !== undefined, timeoutMs, io),
  );
  const entry = find();
  if (entry !== undefined) return entry;
  throw new SkillpickError('not-listed', `${pathOf(uri) ?? uri} is not listed yet.`);
}

export async function createEntry(options: NewOptions, io: Io): Promise<void> {
  checkText(options);
  const { name, description, user, model } = options;
  const type = chosenType(options);
  if (type === 'prompt' || type === 'rule') checkGates(options, { hasGates: false }, `a ${type}`);
  const body = await readBody(options, io);
  await withSession(options, io, { mayBeTemporary: true }, async (session) => {
    const listing = readListing(session);
    const labelOf = labelsIn(listing, session, io);
    const place = options.in === undefined ? undefined : new ContainerRef(options.in, io);
    const container = chooseContainer(listing, { type, host: session.host, labelOf }, place);
    const form = formIn(type, container.uri, session.host)!;
    checkGates(options, form, `what is in ${labelOf(container)}`);
    const isMissing = description === undefined && form.isDescribed;
    const text = form.text({
      name,
      description: isMissing ? placeholders.description(name) : description,
      user: user !== false,
      model: model !== false,
      body,
    });
    const uri = `${container.uri.replace(/\/$/, '')}/${form.path(name)}`;
    session.watch();
    // The host sets up its watches over some turns; a file written before that might go unnoticed.
    await nextTurn();
    const path = pathOf(uri) ?? null;
    if (!(await unlessAborted(io, session.files.create(uri, text))))
      throw new SkillpickError('entry-exists', `There is a file ${path ?? uri} already.`);
    const entry = await waitForEntry(session, uri, options, io);
    if (options.json) {
      const about = { id: entry.id, type: entry.type, name, uri, path, containerId: container.id };
      await writeJson(io, { schema: 'skillpick.new/1', ...about });
    } else await writeLines(io, [exact(path ?? uri)]);
    noteObstacles(entry, options, io);
    if (isMissing)
      note(io, 'Its description is a placeholder: the model chooses by it, so write a real one.', options);
  });
}
