import { describe, expect, it } from 'vitest';
import { noEntries } from '../../src/entries/entries.js';
import { scopeText, switchLifetime } from '../../src/entries/switch-lifetime.js';

const session = 'This holds for this session only.';
const untilRead = 'This holds for this session only, and perhaps only until the host next reads its files.';
const others = 'All else holds for this session only, and perhaps only until the host next reads its files.';

const plugin = { isDecided: true };
const skill = { isDecided: false };

describe('how long switches last', () => {
  it.each([
    ['our own', 'for the workspace', [{ scope: 'workspace' }], null],
    ['our own', 'everywhere', [{ scope: 'global' }], null],
    ['our own', 'for the session', [{ scope: 'session' }], 'This holds until `skillpick serve` ends.'],
    ['another', 'a skill for the session', [{ ...skill, scope: 'session' }], untilRead],
    ['another', 'a skill everywhere', [{ ...skill, scope: 'global' }], untilRead],
    ['another', 'a plugin for the session', [{ ...plugin, scope: 'session' }], session],
    ['another', 'a plugin for the workspace', [{ ...plugin, scope: 'workspace' }], null],
    ['another', 'a plugin that has a flag alone', [{ isDecided: false, scope: 'workspace' }], untilRead],
    [
      'another',
      'a plugin and a skill everywhere',
      [
        { ...plugin, scope: 'global' },
        { ...skill, scope: 'global' },
      ],
      others,
    ],
    [
      'another',
      'a plugin everywhere and one for the session',
      [
        { ...plugin, scope: 'global' },
        { ...plugin, scope: 'session' },
      ],
      'All else holds for this session only.',
    ],
  ] as const)('on %s host, %s', (host, _what, switches, expected) => {
    expect(switchLifetime({ isOwn: host === 'our own' }, switches)).toBe(expected);
  });
});

describe('a change of scope', () => {
  const decided = { entries: [skill], containers: [plugin] };
  const flags = { entries: [skill], containers: [skill] };
  const rest = 'plugins, MCP servers. All else: this session at most.';

  it.each([
    ['workspace', true, noEntries, 'From now on switches are kept for this repo.'],
    ['shared', true, noEntries, 'From now on switches are kept for everyone in this repo.'],
    ['global', true, noEntries, 'From now on switches are kept everywhere.'],
    ['session', false, decided, 'Kept for this session; may be forgotten when the files are next read.'],
    ['workspace', false, decided, `Kept for this workspace: ${rest}`],
    ['global', false, decided, `Kept everywhere: ${rest}`],
    ['global', false, { entries: [plugin], containers: [] }, `Kept everywhere: ${rest}`],
    [
      'workspace',
      false,
      flags,
      'Nothing here can be kept for this workspace: only for this session at most.',
    ],
    ['global', false, flags, 'Nothing here can be kept everywhere: only for this session at most.'],
  ] as const)('to %s is explained; own host: %s', (scope, isOwn, list, text) => {
    expect(scopeText(scope, { isOwn }, list)).toBe(text);
    // On the last line of a screen of 80 columns.
    expect(text.length).toBeLessThan(79);
  });
});
