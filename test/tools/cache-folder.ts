import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Where the tools are kept. */
export const cacheFolder = resolve(process.env['SKILLPICK_CACHE'] || join(tmpdir(), 'skillpick-cache'));
