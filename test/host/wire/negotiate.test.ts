import { describe, expect, it } from 'vitest';
import { hostLimits } from '../../../src/host/limits.js';
import { chooseVersion, SPOKEN_VERSIONS, spokenRanges } from '../../../src/host/wire/negotiate.js';
import { OFFERED_VERSIONS } from '../../../src/protocol/versions.js';

describe('the version of a connection', () => {
  it.each(SPOKEN_VERSIONS)('is %s for a client that offers nothing else', (version) => {
    expect(chooseVersion([version])).toBe(version);
  });

  it.each<[string, unknown[], string | undefined]>([
    ['VS Code 1.133', ['0.8.0', '0.7.0', '0.6.0', '0.5.2', '0.5.1'], '0.8.0'],
    ['VS Code 1.135', ['1.0.0', '0.9.0', '0.8.0', '0.7.0', '0.6.0', '0.5.2', '0.5.1'], '1.0.0'],
    ['VS Code 1.139', ['0.9.0', '0.8.0', '0.7.0', '0.6.0', '0.5.2', '0.5.1'], '0.9.0'],
    ['VS Code 1.141', ['0.10.0'], '0.10.0'],
    ['skillpick', [...OFFERED_VERSIONS], '1.1.0'],
    ['a client that prefers an old version', ['0.4.0', '0.10.0', '0.9.0'], '0.10.0'],
    ['a later patch of 1.0', ['1.0.7', '0.9.0'], '1.0.7'],
    ['a newer client', ['2.0.0', '1.2.0', '1.1.1', '1.1.0'], '1.1.0'],
    ['later patches below 1.0', ['0.9.1', '0.8.3', '0.5.3', '0.5.2'], '0.5.2'],
    [
      'junk',
      ['toString', '', null, 9, ['0.9.0'], '0.9', 'v0.9.0', '0.9.0 ', '00.9.0', '0.9.0-x', '0.6.0'],
      '0.6.0',
    ],
    ['nothing', [], undefined],
    ['only a version that is too new', ['9.9.9'], undefined],
    ['only versions that are too old', ['0.3.0', '0.1.0'], undefined],
    ['only later patches', ['0.4.1', '0.10.1', '1.1.1'], undefined],
    ['huge numbers', [`0.9.${'9'.repeat(400)}`, `${'9'.repeat(400)}.0.0`], undefined],
  ])('is the highest that both know: %s', (_, offered, chosen) => {
    expect(chooseVersion(offered)).toBe(chosen);
  });

  it('is looked for in the first part of a very long list', () => {
    const junk = Array.from({ length: hostLimits.offeredVersions }, () => '0.0.0');
    expect(chooseVersion([...junk.slice(1), '0.9.0'])).toBe('0.9.0');
    expect(chooseVersion([...junk, '0.9.0'])).toBeUndefined();
  });
});

it('lists the ranges that it accepts', () => {
  expect(spokenRanges).toEqual([
    '^1.0.0',
    '^0.10.0',
    '^0.9.0',
    '^0.8.0',
    '^0.7.0',
    '^0.6.0',
    '^0.5.0',
    '^0.4.0',
  ]);
});
