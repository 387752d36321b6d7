/** Answers the host's requests for the files of a plugin that is published, from what was read of it. */

import type { JsonObject } from '../protocol/checks.js';
import { namesBelow } from '../protocol/confine.js';
import { ErrorCodes } from '../protocol/messages.js';
import type { ResourceListResult, ResourceReadResult } from '../protocol/types.js';
import { RefusedFile } from './connection.js';
import type { PluginFile, PluginFiles } from './plugin-directory.js';

const denied = (message: string) => new RefusedFile(ErrorCodes.PermissionDenied, message);

function find({ uri: top, files }: PluginFiles, { uri }: JsonObject): PluginFile {
  if (typeof uri !== 'string') throw new RefusedFile(ErrorCodes.InvalidParams, '"uri" must be a string');
  const names = namesBelow(top, uri);
  if (names === undefined) throw denied('only the files of the published plugin can be read');
  const file = files.get(names.join('/'));
  if (file === undefined) throw new RefusedFile(ErrorCodes.NotFound, 'the plugin has no such file');
  return file;
}

/** Encodes text as it is, other bytes as base64. */
function encoded(bytes: Buffer): ResourceReadResult {
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes)
    ? { data: text, encoding: 'utf-8', contentType: 'text/plain' }
    : { data: bytes.toString('base64'), encoding: 'base64', contentType: 'application/octet-stream' };
}

function read(file: PluginFile): ResourceReadResult {
  if (file.type === 'directory') throw denied('it is a directory');
  return encoded(file.content);
}

function list(file: PluginFile): ResourceListResult {
  if (file.type === 'file') throw denied('it is a file');
  return { entries: [...file.entries] };
}

function resolve(file: PluginFile, { uri }: JsonObject) {
  const size = file.type === 'file' ? file.content.length : 0;
  return { uri, type: file.type, size, mtime: new Date(file.mtimeMs).toISOString() };
}

/** Returns the result of a request; undefined for a method that is not about reading files. Throws a RefusedFile. */
export function serveFile(plugin: PluginFiles, method: string, params: JsonObject): unknown {
  if (method === 'resourceRead') return read(find(plugin, params));
  if (method === 'resourceList') return list(find(plugin, params));
  if (method === 'resourceResolve') return resolve(find(plugin, params), params);
  return undefined;
}
