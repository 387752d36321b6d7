/** `skillpick new`: writes a skill into a writable directory of the session and waits until the host lists it. */

import { readFileSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Container } from '../entries/containers.js';
import type { Entry } from '../entries/entries.js';
import { placeholders, skillText } from '../entries/new-skill.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { exact } from '../output/format.js';
import { note, writeJson, writeLines } from '../output/streams.js';
import { pathOf } from '../paths.js';
import { descriptionMistake, nameMistake, skillMistakes } from '../skill-rules.js';
import type { NewOptions } from '../source/connect-options.js';
import { sourceLimits } from '../source/limits.js';
import { openSession, settle } from '../source/open-session.js';
import type { SessionSource } from '../source/session-source.js';
import { unlessAborted, until } from '../source/waiting.js';
import { commandsLimits } from './limits.js';
import { readListing } from './listing.js';
import { readStdin } from './stdin.js';
import { chooseContainer } from './writable.js';

function checked({ name, description }: NewOptions): void {
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

async function bodyOf({ body, name }: NewOptions, io: Io): Promise<string> {
  if (body === undefined) return placeholders.body(name);
  if (body === '-') return unlessAborted(io, readStdin(io));
  try {
    return readFileSync(isAbsolute(body) ? body : resolve(io.cwd, body), 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new SkillpickError('bad-usage', `The file ${body} cannot be read (${code}).`, {
      hint: 'Give --body a file with the text of the skill.',
      cause,
    });
  }
}

function exists(uri: string): SkillpickError {
  return new SkillpickError('entry-exists', `There is a file ${pathOf(uri) ?? uri} already.`, {
    hint: 'Choose another name; nothing was written.',
  });
}

/** The new entry, once the host lists it. */
async function listed(session: SessionSource, uri: string, options: NewOptions, io: Io): Promise<Entry> {
  const find = () => readListing(session).entries.find((entry) => entry.uri === uri);
  const timeoutMs = options.timeoutMs ?? commandsLimits.listedTimeoutMs;
  await until(session.subscribe, () => find() !== undefined, timeoutMs, io);
  const entry = find();
  if (entry !== undefined) return entry;
  throw new SkillpickError('not-listed', `The host does not list ${pathOf(uri) ?? uri} yet.`, {
    hint: 'The file is written; skillpick doctor says whether something is wrong with it.',
  });
}

async function print(entry: Entry, container: Container, { name, json }: NewOptions, io: Io): Promise<void> {
  const { id, uri } = entry;
  const path = pathOf(uri) ?? null;
  if (json)
    return writeJson(io, { schema: 'skillpick.new/1', id, name, uri, path, containerId: container.id });
  await writeLines(io, [exact(path ?? uri)]);
}

export async function createSkill(options: NewOptions, io: Io): Promise<void> {
  checked(options);
  const { name } = options;
  const body = await bodyOf(options, io);
  const description = options.description ?? placeholders.description(name);
  const text = skillText({
    name,
    description,
    user: options.user !== false,
    model: options.model !== false,
    body,
  });
  const session = await openSession(
    options,
    io,
    { mayBeTemporary: true },
    sourceLimits.commandReconnectAttempts,
  );
  try {
    await settle(session, options, io);
    const container = chooseContainer(readListing(session), session, options.in);
    const uri = `${container.uri.replace(/\/$/, '')}/${name}/SKILL.md`;
    session.watch();
    // Watches are set up over some turns; what is written before that might go unnoticed.
    await nextTurn();
    if (!(await unlessAborted(io, session.files.create(uri, text)))) throw exists(uri);
    const entry = await listed(session, uri, options, io);
    await print(entry, container, options, io);
    if (options.description === undefined)
      note(io, 'Its description is a placeholder: the model chooses by it, so write a real one.', options);
  } finally {
    await session.close();
  }
}
