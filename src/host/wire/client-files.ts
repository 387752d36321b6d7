/** Reads the files of a client by asking it, and checks what it answers. */

import { isNumber, isObject, isString } from '../../protocol/checks.js';
import { readResourceListResult, readResourceReadResult } from '../../protocol/read-result.js';
import { type ResourceReadResult, ROOT_CHANNEL } from '../../protocol/types.js';
import { hostLimits } from '../limits.js';
import type { ClientFiles } from '../session/copy-package.js';
import { type ClientRequests, RequestFailed } from './client-requests.js';

const isBase64 = (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);

function decoded({ data, encoding }: ResourceReadResult): Buffer {
  const isText = encoding === 'utf-8';
  if (!isText && (encoding !== 'base64' || !isBase64(data)))
    throw new RequestFailed('its client sent a file in no known encoding');
  const bytes = Buffer.from(data, isText ? 'utf8' : 'base64');
  if (bytes.length <= hostLimits.clientFileBytes) return bytes;
  throw new RequestFailed(`a file in it is larger than ${hostLimits.clientFileBytes / 1024 / 1024} MiB`);
}

/** What a client says of one of its files. */
interface FileStatus {
  readonly type: 'file' | 'directory';
  readonly size?: number;
  /** An ISO time. */
  readonly mtime?: string;
}

/** The files of a client that may be there for other clients, too. */
export interface SharedFiles extends ClientFiles {
  resolve(uri: string): Promise<FileStatus>;
}

function readStatus(value: unknown): FileStatus {
  const { type, size, mtime } = isObject(value) ? value : {};
  if (type !== 'file' && type !== 'directory')
    throw new RequestFailed('its client answered resourceResolve with neither a file nor a directory');
  const isTime = isString(mtime) && mtime.length < 40 && !Number.isNaN(Date.parse(mtime));
  return {
    type,
    ...(isNumber(size) && size >= 0 && { size }),
    ...(isTime && { mtime: new Date(mtime).toISOString() }),
  };
}

/** Returns the files of a client. `requests` returns how to ask it now; undefined while it is not connected. */
export function clientFiles(requests: () => ClientRequests | undefined): SharedFiles {
  const ask = async (method: string, uri: string) => {
    const open = requests();
    if (open === undefined) throw new RequestFailed('its client is gone');
    return open.ask(method, { channel: ROOT_CHANNEL, uri });
  };
  return {
    list: async (uri) => readResourceListResult(await ask('resourceList', uri)).entries,
    resolve: async (uri) => readStatus(await ask('resourceResolve', uri)),
    read: async (uri) => decoded(readResourceReadResult(await ask('resourceRead', uri))),
  };
}
