import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { it } from 'vitest';
import { sha1 } from '../../src/client/sha1.js';

const theirs = (text: string) => createHash('sha1').update(text).digest('hex');

it('is what Node makes of any text', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.nat(200).map((length) => 'x'.repeat(length)),
  );
  fc.assert(fc.property(text, (given) => sha1(given).toString('hex') === theirs(given)));
});
