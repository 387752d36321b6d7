/** `skillpick sessions`: prints the sessions of the chosen host. */

import { type SessionInfo, summaryInfo } from '../entries/session-info.js';
import type { Io } from '../io.js';
import { cell } from '../output/columns.js';
import { summaryDocument } from '../output/document.js';
import { note, writeJson, writeTable } from '../output/streams.js';
import { connect } from '../source/connect.js';
import { sourceLimits } from '../source/limits.js';
import { unlessAborted } from '../source/waiting.js';
import { formatAge, formatPlace } from '../text/humanize.js';
import type { CommandOptions } from './command-options.js';

const heads = ['session', 'tool', 'status', 'age', 'title', 'folder', 'agent'];

function row(session: SessionInfo, io: Io, nowMs: number): string[] {
  const { uri, provider, title, status, directory, modifiedAtMs, agent } = session;
  return [
    cell(uri),
    cell(provider),
    status.join(', ') || '-',
    modifiedAtMs === null ? '-' : formatAge(nowMs - modifiedAtMs),
    cell(title) || '-',
    directory === null ? '-' : cell(formatPlace(directory, io.home)),
    agent === null ? '-' : cell(formatPlace(agent, io.home)),
  ];
}

export async function listSessions(options: CommandOptions, io: Io): Promise<void> {
  const { client, host, close } = await connect(options, io, sourceLimits.commandReconnectAttempts);
  try {
    const all = (await unlessAborted(io, client.listSessions())).map(summaryInfo);
    const sessions = all.filter(({ provider }) => [undefined, provider].includes(options.provider));
    if (options.json) {
      const about = { ...host, protocolVersion: client.protocolVersion };
      const documents = sessions.map(summaryDocument);
      return await writeJson(io, { schema: 'skillpick.sessions/1', host: about, sessions: documents });
    }
    const rows = sessions.map((session) => row(session, io, Date.now()));
    await writeTable(io, heads, rows, options);
    // Our own host lists a session from the start.
    const more = client.isOwnHost ? '' : '; one without a turn is in no list';
    if (sessions.length === 0) note(io, `There are no sessions${more}.`, options);
  } finally {
    await close();
  }
}
