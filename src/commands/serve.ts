/** `skillpick serve`: the embedded host on a loopback port for other clients, until it is asked to end. */

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { SkillpickError } from '../errors.js';
import { Host, publishEndpoint, type RunningServer, serveHost } from '../host/index.js';
import type { Io } from '../io.js';
import type { ConnectOptions } from './options.js';
import { note, writeJson, writeLines } from './output.js';

export interface ServeOptions extends Pick<ConnectOptions, 'cwd' | 'plugins' | 'quiet'> {
  port?: number;
  json?: boolean;
}

async function listen(host: Host, token: string, port: number | undefined): Promise<RunningServer> {
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

export async function serve(options: ServeOptions, io: Io): Promise<void> {
  const { env, home, platform } = io;
  const environment = { cwd: options.cwd ?? io.cwd, home, env, platform };
  const host = new Host({ environment, plugins: options.plugins ?? [] });
  const token = randomBytes(24).toString('base64url');
  const server = await listen(host, token, options.port);
  const published = publishEndpoint(environment, server.port, token);
  try {
    host.watch();
    if (options.json)
      await writeJson(io, { url: server.url, tokenFile: published.tokenFile, pid: process.pid });
    else await writeLines(io, [server.url]);
    note(io, `Serving ${environment.cwd}; the token is in ${published.tokenFile}. Ctrl+C ends it.`, options);
    if (!io.signal.aborted) await once(io.signal, 'abort');
  } finally {
    published.withdraw();
    await server.close();
  }
}
