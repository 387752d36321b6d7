import { expect, it } from 'vitest';
import { isTypo } from '../../src/entries/typo.js';

it.each([
  ['lsit', 'list', true],
  ['lits', 'list', true],
  ['lst', 'list', true],
  ['liist', 'list', true],
  ['LIST', 'list', true],
  ['serch', 'search', true],
  ['saerhc', 'search', true],
  ['enabel', 'enable', true],
  ['onee', 'one', true],
  ['release', 'reset', false],
  ['last', 'list', true],
  ['lost', 'serve', false],
  ['ls', 'list', false],
  ['', 'list', false],
  ['listing', 'list', false],
  ['Release-Nots', 'release-notes', true],
])('%s is a typo of %s: %s', (word, name, expected) => expect(isTypo(word, name)).toBe(expected));
