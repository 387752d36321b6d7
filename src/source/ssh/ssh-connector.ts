/**
 * Connects to a host on another machine, each time through a tunnel of its own. The first tunnel is opened before anything
 * else happens, because ssh may have to ask on the terminal. Later ones must not ask: the picker draws there.
 */

import type { Address } from '../../client/address.js';
import { readToken } from '../../client/token.js';
import { SkillpickError } from '../../errors.js';
import type { Io } from '../../io.js';
import type { Transport } from '../../protocol/transport.js';
import { rememberToken } from '../../tokens.js';
import type { HostConnector } from '../connect.js';
import type { ConnectOptions } from '../connect-options.js';
import { sourceLimits } from '../limits.js';
import { showing, withSeconds } from '../progress.js';
import { openTransport } from '../socket.js';
import { nothingThere } from './ssh-errors.js';
import { hasTerminal, SshTunnel, type TunnelOptions } from './ssh-tunnel.js';
import { parseSshUrl, type SshAddress } from './ssh-url.js';

/** Returns the transport, with which the tunnel ends. */
function withTunnel(transport: Transport, tunnel: SshTunnel): Transport {
  return {
    open: (events) =>
      transport.open({
        frame: (text) => events.frame(text),
        end: (error) => {
          void tunnel.close();
          events.end(error);
        },
      }),
    send: (text) => transport.send(text),
    close: () => transport.close(),
  };
}

/** Returns what ssh says of a failure, if it says anything. */
function explained(error: unknown, tunnel: SshTunnel, address: SshAddress): unknown {
  if (!(error instanceof SkillpickError) || error.code !== 'host-unreachable') return error;
  if (tunnel.failure !== undefined) return tunnel.failure;
  const [, words] = /open failed: (.+)/.exec(tunnel.lastWords) ?? [];
  return words === undefined ? error : nothingThere(address, words, error);
}

function refuseWindows({ platform }: Io): void {
  if (platform !== 'win32') return;
  throw new SkillpickError('bad-url', 'ssh:// does not work on Windows.', {
    hint: 'Open a tunnel to a port, and use ws:// with that port.',
  });
}

/** Returns the connector, once the first tunnel is open. */
export async function sshConnector(text: string, options: ConnectOptions, io: Io): Promise<HostConnector> {
  refuseWindows(io);
  const address = parseSshUrl(text);
  const token = readToken({ env: io.env, tokenFile: options.tokenFile });
  if (token !== undefined) rememberToken(token);
  const tunnels = new Set<SshTunnel>();
  const openTunnel = async (how: Pick<TunnelOptions, 'isAsking' | 'signal'>) => {
    const timeoutMs = options.timeoutMs ?? sourceLimits.tunnelTimeoutMs;
    const tunnel = await SshTunnel.open(address, { ...how, timeoutMs }, io);
    tunnels.add(tunnel);
    void tunnel.ended.then(() => tunnels.delete(tunnel));
    return tunnel;
  };
  const openFirst = (isAsking: boolean) => openTunnel({ isAsking, signal: io.signal });
  const isAsking = options.asksNothing !== true && hasTerminal();
  // A line that shows the progress would be written over a question.
  let unused: SshTunnel | undefined = isAsking
    ? await openFirst(true)
    : await showing(options, withSeconds(`Connecting to ${address.url}`), () => openFirst(false));
  return {
    kind: 'url',
    url: address.url,
    open: async (signal) => {
      const tunnel = unused?.isOpen ? unused : await openTunnel({ isAsking: false, signal });
      unused = undefined;
      const end: Address = { kind: 'socket', path: tunnel.socket, requestPath: '/', shownAs: address.url };
      try {
        const { insecure, timeoutMs: connectTimeoutMs } = options;
        return withTunnel(await openTransport(end, { token, insecure, connectTimeoutMs, signal }), tunnel);
      } catch (error) {
        const reason = explained(error, tunnel, address);
        await tunnel.close();
        throw reason;
      }
    },
    close: async () => {
      await Promise.all([...tunnels].map((tunnel) => tunnel.close()));
    },
  };
}
