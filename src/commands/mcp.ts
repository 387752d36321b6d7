/**
 * `skillpick mcp start` and `stop`: asks the host to start or stop an MCP server, and reports the state that the
 * server is in afterwards.
 */

import { serverOf, typeWord } from '../entries/describe.js';
import { type Entry, type EntryList, listEntries } from '../entries/entries.js';
import { addressable } from '../entries/filter.js';
import { requirementsOf, starterWords } from '../entries/server-words.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { cell } from '../output/columns.js';
import { entryDocument, sessionDocument } from '../output/document.js';
import { writeJson, writeLines } from '../output/streams.js';
import { withSession } from '../source/open-session.js';
import { showing, withSeconds } from '../source/progress.js';
import type { SessionSource } from '../source/session-source.js';
import { unlessAborted, until } from '../source/waiting.js';
import type { CommandOptions } from './command-options.js';
import { commandsLimits } from './limits.js';
import { followAgent, readListing } from './listing.js';
import { resolveFirst } from './resolve.js';

type ServerVerb = 'start' | 'stop';

const doneWords = { start: 'started', stop: 'stopped' } as const;

function readVerb(text: string): ServerVerb {
  if (text === 'start' || text === 'stop') return text;
  throw new SkillpickError('bad-usage', `There is no command "mcp ${text}".`, {
    hint: 'There are start and stop.',
  });
}

const failed = (message: string, hint?: string) =>
  new SkillpickError('action-failed', message, hint === undefined ? {} : { hint });

function serversIn(list: EntryList, session: SessionSource): Entry[] {
  return addressable(list, session).filter(({ type }) => type === 'mcpServer');
}

/** Returns the server as it is now; undefined if it is no longer listed. */
function serverNow(session: SessionSource, { id }: Entry): Entry | undefined {
  return serversIn(readListing(session), session).find((server) => server.id === id);
}

/** Finds the server that the reference names. Throws if that is something else. */
async function findServer(ref: string, session: SessionSource, io: Io): Promise<Entry> {
  const listing = readListing(session);
  const known = { entries: addressable(listing, session), problems: listing.problems };
  const entry = await resolveFirst('mcpServer', known, ref, io);
  if (entry.type === 'mcpServer') return entry;
  const word = cell(typeWord(entry.type));
  const what = `${/^[aeiou]/i.test(word) ? 'an' : 'a'} ${word}`;
  throw new SkillpickError('entry-unknown', `${cell(entry.name)} is ${what}, not an MCP server.`, {
    hint: 'See skillpick list --type mcp.',
  });
}

/** Returns the state of the server; null if the host does not say. One that is no longer listed has stopped. */
const stateOf = (server: Entry | undefined): string | null =>
  server === undefined ? 'stopped' : server.state;

/** Throws if the request cannot work, or would leave the server in a state that never ends. */
function checkRequest(server: Entry, verb: ServerVerb, session: SessionSource): void {
  const { name, tools, effectiveEnabled } = server;
  if (session.host.isOwn) {
    const { reason, hint } = starterWords({ tools });
    throw new SkillpickError('action-unsupported', `${cell(name)} was not touched: ${reason}.`, { hint });
  }
  if (verb === 'stop') return;
  if (effectiveEnabled === false) throw failed(`${cell(name)} is off.`, 'Switch it on first, with enable.');
  // Hosts take the request all the same, and show the server as starting for good.
  if (session.getView().confirmed.lifecycle === 'creating') {
    const hint = 'Send it a first message in the host, then try again.';
    throw failed(`${cell(name)} was not started: the session has had no message yet.`, hint);
  }
}

/** Sends the request. Throws unless the host's own state shows an effect. */
async function send(server: Entry, verb: ServerVerb, session: SessionSource, io: Io): Promise<void> {
  const type = verb === 'start' ? 'session/mcpServerStartRequested' : 'session/mcpServerStopRequested';
  const sending = session.act({ type, id: server.id }, (state) => {
    const servers = serversIn(listEntries(state, session.host), session);
    const after = stateOf(servers.find(({ id }) => id === server.id));
    // A server that failed before may have failed again already. One without a state is reported as unknown.
    return after === null || (after === 'stopped') === (verb === 'stop');
  });
  const outcome = await unlessAborted(io, sending);
  if (outcome.kind === 'confirmed') return;
  const reason =
    outcome.kind === 'ineffective'
      ? 'the host took the request, but nothing changed'
      : `${outcome.kind === 'rejected' ? 'the host refused: ' : ''}${outcome.reason.replace(/\.$/, '')}`;
  throw failed(`${cell(server.name)} was not ${doneWords[verb]}: ${reason}. ${serverOf(server)}`);
}

/** Sends the request, unless it is under way, and waits a bounded time until the server is no longer starting. */
async function request(
  server: Entry,
  verb: ServerVerb,
  session: SessionSource,
  options: CommandOptions,
  io: Io,
): Promise<void> {
  if (server.state !== 'starting' || verb === 'stop') await send(server, verb, session, io);
  const isSettled = () => serverNow(session, server)?.state !== 'starting';
  const timeoutMs = options.timeoutMs ?? commandsLimits.serverTimeoutMs;
  await until(session.subscribe, isSettled, timeoutMs, io);
}

/** Throws unless the server is in the state that was asked for. */
function requireState(verb: ServerVerb, server: Entry, now: Entry | undefined): void {
  const name = cell(server.name);
  const state = stateOf(now);
  if (state === (verb === 'start' ? 'ready' : 'stopped')) return;
  if (state === null)
    throw failed(`${name} was to be ${doneWords[verb]}, but the host does not say whether it runs.`);
  if (verb === 'stop') throw failed(`${name} was not stopped. ${serverOf(now!)}`);
  if (now === undefined) throw failed(`${name} was not started: the host no longer lists it.`);
  if (state === 'starting') {
    const hint = 'The host may start it with the next message to the session; skillpick show says how it is.';
    throw failed(`${name} is still starting.`, hint);
  }
  const needs = requirementsOf(now).map(({ label, text }) => `${label}: ${text}`);
  const hint = needs.length === 0 ? 'The host’s own log may have more.' : `${needs.join('. ')}.`;
  throw failed(`${name} was not started. ${serverOf(now)}`, hint);
}

export async function controlServer(
  [word = '', ref = '']: readonly string[],
  options: CommandOptions,
  io: Io,
): Promise<void> {
  const verb = readVerb(word);
  await withSession(options, io, { mayBeTemporary: false, inOwnHost: 'temporary' }, async (session) => {
    const server = await findServer(ref, session, io);
    checkRequest(server, verb, session);
    const wanted = verb === 'start' ? 'ready' : 'stopped';
    const isChanged = server.state !== wanted;
    if (isChanged)
      await showing(options, withSeconds(`Waiting for ${server.name}`), () =>
        request(server, verb, session, options, io),
      );
    const now = serverNow(session, server);
    requireState(verb, server, now);
    const done = verb === 'start' ? 'running' : 'stopped';
    if (!options.json)
      return writeLines(io, [`MCP server ${cell(server.name)}: ${isChanged ? 'now' : 'already'} ${done}`]);
    await followAgent(session, io);
    const after = readListing(session);
    const outcome = isChanged ? 'changed' : 'unchanged';
    const entry = now === undefined ? null : entryDocument(now);
    const document = { host: after.host, session: sessionDocument(after), action: verb, outcome, entry };
    await writeJson(io, { schema: 'skillpick.mcp/1', ...document });
  });
}
