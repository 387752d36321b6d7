/** The arguments of ssh for a tunnel from a local socket. It is started without a shell. */

import type { SshAddress, SshTarget } from './ssh-url.js';

const targetText = (target: SshTarget): string =>
  target.type === 'socket' ? target.path : `localhost:${target.port}`;

/**
 * A shared connection would keep the tunnel after our ssh has ended, so none is used. Forwards in the user's own
 * configuration may be taken by another ssh; that must not end ours, nor may ours be left out. In the background, ssh would
 * outlive us; older ones do not know that setting. All unknown ones are ignored, because the user's own list of them is
 * not read when there is one here.
 */
const settings = [
  'IgnoreUnknown=*',
  'ForkAfterAuthentication=no',
  'ClearAllForwardings=no',
  'ControlMaster=no',
  'ControlPath=none',
  'ExitOnForwardFailure=no',
  'PermitLocalCommand=no',
  'RemoteCommand=none',
  'ServerAliveInterval=15',
  'ServerAliveCountMax=2',
];

/** Returns the operands that a user would type after `ssh`. */
export function destination({ user, host, port }: SshAddress): string {
  return [...(port === undefined ? [] : ['-p', port]), user === undefined ? host : `${user}@${host}`].join(
    ' ',
  );
}

/** Returns the arguments. `isAsking` allows ssh to ask on the terminal. */
export function sshArguments(
  { user, host, port, target }: SshAddress,
  socket: string,
  { isAsking, timeoutMs }: { isAsking: boolean; timeoutMs: number },
): string[] {
  const connectTimeout = `ConnectTimeout=${Math.max(1, Math.ceil(timeoutMs / 1000))}`;
  const options = [...settings, connectTimeout, ...(isAsking ? [] : ['BatchMode=yes'])];
  return [
    '-N',
    ...options.flatMap((option) => ['-o', option]),
    ...['-L', `${socket}:${targetText(target)}`],
    ...(port === undefined ? [] : ['-p', String(port)]),
    ...(user === undefined ? [] : ['-l', user]),
    '--',
    host,
  ];
}
