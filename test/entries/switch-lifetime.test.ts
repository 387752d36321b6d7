import { describe, expect, it } from 'vitest';
import { scopeText, switchLifetime } from '../../src/entries/switch-lifetime.js';

const untilEnd = 'This holds until skillpick ends.';
const session = 'This holds for this session only.';
const untilRead = 'This holds for this session only, and until the host next reads its files.';

it.each([
  ['embedded', '0.9.0', ['skill'], undefined, null],
  ['embedded', '0.9.0', ['skill'], 'workspace', null],
  ['embedded', '0.9.0', ['skill'], 'global', null],
  ['embedded', '0.9.0', ['skill'], 'session', untilEnd],
  ['url', '0.9.0', ['skill'], undefined, untilRead],
  ['url', '1.0.0', ['directory'], 'session', untilRead],
  ['url', '0.9.0', ['skill'], 'global', untilRead],
  ['url', '0.8.0', ['skill'], undefined, session],
  ['url', '0.5.2', ['agent'], 'workspace', session],
  ['editor', '0.9.0', ['plugin'], undefined, session],
  ['editor', '0.9.0', ['plugin'], 'session', session],
  ['editor', '0.9.0', ['plugin', 'mcpServer'], 'workspace', null],
  ['editor', '0.8.0', ['mcpServer'], 'global', null],
  ['editor', '0.7.0', ['mcpServer'], 'global', session],
  ['editor', '0.9.0', ['plugin', 'skill'], 'global', untilRead],
] as const)(
  'on a host of kind %s speaking %s, %j switched for %s: %s',
  (kind, version, types, scope, expected) => {
    expect(
      switchLifetime(
        kind,
        version,
        types.map((type) => ({ type })),
        scope,
      ),
    ).toBe(expected);
  },
);

describe('a change of scope', () => {
  const others = 'plugins and MCP servers; all else: this session only.';

  it.each([
    ['workspace', true, 'From now on switches are kept for this repo.'],
    ['shared', true, 'From now on switches are kept for everyone in this repo.'],
    ['global', true, 'From now on switches are kept everywhere.'],
    ['session', false, 'From now on switches are kept for this session.'],
    ['workspace', false, `Kept for this workspace: ${others}`],
    ['global', false, `Kept everywhere: ${others}`],
  ] as const)('to %s is explained; own host: %s', (scope, isOwn, text) => {
    expect(scopeText(scope, { isOwn })).toBe(text);
    // On the last line of a screen of 80 columns.
    expect(text.length).toBeLessThan(79);
  });
});
