/** `skillpick serve`: runs the embedded host on a loopback port, or on a socket, for other clients until it is asked to end. */

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { SkillpickError } from '../errors.js';
import type { Host } from '../host/host.js';
import { type Published, publishEndpoint } from '../host/wire/publish.js';
import { type ListeningServer, serveHost, serveSocket } from '../host/wire/server.js';
import type { Io } from '../io.js';
import { note, writeJson, writeLines } from '../output/streams.js';
import { environmentOf, startHost } from '../source/embedded.js';
import { unlessAborted } from '../source/waiting.js';
import type { CommandOptions } from './command-options.js';

interface ServeOptions extends Pick<CommandOptions, 'cwd' | 'plugins' | 'quiet' | 'json' | 'progress'> {
  port?: number;
  /** An absolute path. */
  socket?: string;
}

/** Waits until the disk is read. A client must not be shown less than there is. */
async function loaded(host: Host, io: Io): Promise<void> {
  try {
    await unlessAborted(io, host.loaded);
  } catch (error) {
    await host.close();
    throw error;
  }
}

async function listen(host: Host, token: string, { port, socket }: ServeOptions): Promise<ListeningServer> {
  if (socket !== undefined) return serveSocket({ host, token, path: socket });
  try {
    return await serveHost({ host, token, ...(port !== undefined && { port }) });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new SkillpickError('host-unreachable', `Port ${port ?? 0} cannot be listened on (${code}).`, {
      hint: 'Choose another with --port, or leave it out for any free one.',
      cause,
    });
  }
}

function publish(options: ServeOptions, io: Io, { endpoint }: ListeningServer, token: string): Published {
  try {
    return publishEndpoint(environmentOf(options, io), endpoint, token);
  } catch (cause) {
    if (cause instanceof SkillpickError) throw cause;
    const { code, path } = cause as NodeJS.ErrnoException;
    // The error of a full disk has no path.
    const where = path === undefined ? '' : ` to ${path}`;
    throw new SkillpickError('output-failed', `The token cannot be written${where} (${code}).`, {
      hint: 'Check XDG_RUNTIME_DIR, and that the directory is yours.',
      cause,
    });
  }
}

/** Says how to get in. On a socket, the system lets only this user in, so nobody needs the token. */
const accessNote = ({ socket }: ServeOptions, { tokenFile }: Published): string =>
  socket === undefined ? `the token is in ${tokenFile}` : 'only you can connect, without a token';

export async function serve(options: ServeOptions, io: Io): Promise<void> {
  if (options.port !== undefined && options.socket !== undefined) {
    throw new SkillpickError('bad-usage', '--port cannot be used with --socket.', {
      hint: 'Give one of them.',
    });
  }
  const host = startHost({ ...options, inSlices: true }, io);
  await loaded(host, io);
  const token = randomBytes(24).toString('base64url');
  const server = await listen(host, token, options);
  let published: Published | undefined;
  try {
    host.watch();
    published = publish(options, io, server, token);
    const { tokenFile } = published;
    if (options.json) await writeJson(io, { url: server.url, tokenFile, pid: process.pid });
    else await writeLines(io, [server.url]);
    note(io, `Serving ${options.cwd ?? io.cwd}; ${accessNote(options, published)}. Ctrl+C ends it.`, options);
    if (!io.signal.aborted) await once(io.signal, 'abort');
  } finally {
    published?.withdraw();
    await server.close();
  }
}
