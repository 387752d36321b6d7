/** The errors of connecting. None of them contains the token. */

import { SkillpickError } from '../errors.js';

/** Returns the error for an upgrade request that was refused with this HTTP status. */
export function statusError(status: number, where: string): SkillpickError {
  if (status === 401 || status === 403) {
    return new SkillpickError('wrong-token', `The host at ${where} refuses the token (HTTP ${status}).`, {
      hint: 'Use the current one; hosts make a new one at every start.',
    });
  }
  return new SkillpickError('not-a-host', `${where} answers with HTTP ${status}, not as an agent host.`, {
    hint: 'Check the port and the path of the URL.',
  });
}

/** Returns the same URL with this scheme, to be typed instead. */
const withScheme = (scheme: string, where: string): string => where.replace(/^wss?:/, `${scheme}:`);

/** Returns the error for a plain URL of a port that speaks TLS. */
export function needsTls(where: string, cause: SkillpickError): SkillpickError {
  const hint = `Use ${withScheme('wss', where)}.`;
  return new SkillpickError('not-a-host', `${where} speaks TLS, so it needs wss://.`, { hint, cause });
}

/** What OpenSSL says of an answer that is not TLS; the last is what it makes of the start of HTTP. */
const isPlainAnswer =
  /wrong version number|packet length too long|unknown protocol|record layer failure|http request/i;

const tlsCodes =
  /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|ERR_OSSL)/;

export const timedOut = (where: string): SkillpickError => connectError(new Error('timed out'), where);

/** Returns the error for a socket that failed before the connection was open. */
export function connectError(cause: Error & { code?: string }, where: string): SkillpickError {
  const code = cause.code ?? '';
  if (tlsCodes.test(code) && isPlainAnswer.test(cause.message)) {
    return new SkillpickError('tls-failed', `${where} does not speak TLS.`, {
      hint: `Use ${withScheme('ws', where)}, if that is the right port.`,
      cause,
    });
  }
  if (tlsCodes.test(code)) {
    return new SkillpickError('tls-failed', `The secure connection to ${where} failed (${code}).`, {
      hint: 'Check the certificate; NODE_EXTRA_CA_CERTS adds an authority, ws:// connects without TLS.',
      cause,
    });
  }
  if (code.startsWith('HPE_')) {
    return new SkillpickError('not-a-host', `${where} does not answer in HTTP (${code}).`, {
      hint: 'Check the port.',
      cause,
    });
  }
  const reason = code === '' ? cause.message : code;
  return new SkillpickError('host-unreachable', `No agent host answers at ${where} (${reason}).`, {
    hint: 'Start the host, check the address, or leave it out to use the embedded host.',
    cause,
  });
}
