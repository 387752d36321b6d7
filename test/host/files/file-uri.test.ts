import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fileUri } from '../../../src/host/files/file-uri.js';

it('returns the URI that Node returns, for any resolved path', () => {
  const segment = fc.oneof(fc.stringMatching(/^[\w.~-]+$/), fc.string({ minLength: 1 }));
  fc.assert(
    fc.property(fc.array(segment), (segments) => {
      const path = resolve(`/${segments.join('/')}`);
      expect(fileUri(path)).toBe(pathToFileURL(path).href);
    }),
  );
});
