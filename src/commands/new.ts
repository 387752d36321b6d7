/** `skillpick new`: writes a skill into a writable directory of the session and waits until the host lists it. */

import { readFileSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Container } from '../entries/containers.js';
import type { Entry, EntryList } from '../entries/entries.js';
import { findContainers } from '../entries/filter.js';
import { placeholders, skillText } from '../entries/new-skill.js';
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
import { readListing } from './listing.js';
import { readStdin } from './stdin.js';

interface NewOptions extends CommandOptions {
  name: string;
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

async function readBody({ body, name }: NewOptions, io: Io): Promise<string> {
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

/** Returns why no skill can be written into the container; null if one can. */
function obstacle({ type, contents, uri, writable }: Container): string | null {
  if (type !== 'directory') return `is a ${type}, not a folder`;
  if (contents === null) return 'does not say what it holds';
  if (contents !== 'skill') return `holds ${contents}s`;
  // Directories of commands hold skills too, but each as a single file.
  if (/\/commands?\/?$/.test(uri)) return 'holds commands of one file each';
  return writable === true ? null : 'is not writable';
}

const namesOf = (containers: readonly Container[]): string => containers.map(({ name }) => name).join(', ');

function ambiguous(containers: readonly Container[]): SkillpickError {
  return new SkillpickError('container-ambiguous', `It could go to any of: ${namesOf(containers)}.`);
}

function findContainer({ containers }: EntryList, wanted: string): Container {
  const found = findContainers(containers, wanted);
  const fitting = found.filter((container) => obstacle(container) === null);
  if (fitting.length === 1) return fitting[0]!;
  if (fitting.length > 1) throw ambiguous(fitting);
  const [first] = found;
  if (first === undefined) {
    throw new SkillpickError('container-unknown', `There is no folder "${wanted}".`, {
      hint: containers.length === 0 ? 'The session has none.' : `There are: ${namesOf(containers)}.`,
    });
  }
  throw new SkillpickError('container-unwritable', `${first.name} ${obstacle(first)}.`);
}

/** Returns the container for the skill: the named one, the only one, or the repository's on our own host. */
function chooseContainer(list: EntryList, session: SessionSource, wanted: string | undefined): Container {
  if (wanted !== undefined) return findContainer(list, wanted);
  const fitting = list.containers.filter((container) => obstacle(container) === null);
  const [first, second] = fitting;
  if (first === undefined)
    throw new SkillpickError('container-unwritable', 'No folder of skills is writable here.');
  if (second === undefined) return first;
  const usual = fitting.find(({ name, from }) => name === '.agents/skills' && from === 'repo');
  if (session.host.isOwn && usual !== undefined) return usual;
  throw ambiguous(fitting);
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

export async function createSkill(options: NewOptions, io: Io): Promise<void> {
  checkText(options);
  const { name } = options;
  const text = skillText({
    name,
    description: options.description ?? placeholders.description(name),
    user: options.user !== false,
    model: options.model !== false,
    body: await readBody(options, io),
  });
  await withSession(options, io, { mayBeTemporary: true }, async (session) => {
    const container = chooseContainer(readListing(session), session, options.in);
    const uri = `${container.uri.replace(/\/$/, '')}/${name}/SKILL.md`;
    session.watch();
    // The host sets up its watches over some turns; a file written before that might go unnoticed.
    await nextTurn();
    const path = pathOf(uri) ?? null;
    if (!(await unlessAborted(io, session.files.create(uri, text))))
      throw new SkillpickError('entry-exists', `There is a file ${path ?? uri} already.`);
    const { id } = await waitForEntry(session, uri, options, io);
    if (options.json)
      await writeJson(io, { schema: 'skillpick.new/1', id, name, uri, path, containerId: container.id });
    else await writeLines(io, [exact(path ?? uri)]);
    if (options.description === undefined)
      note(io, 'Its description is a placeholder: the model chooses by it, so write a real one.', options);
  });
}
