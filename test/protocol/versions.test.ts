import { describe, expect, it } from 'vitest';
import { abilitiesOf, compareVersions, OFFERED_VERSIONS } from '../../src/protocol/index.js';

describe('the offered versions', () => {
  it('are every version that a released host may require, newest first', () => {
    expect(OFFERED_VERSIONS).toStrictEqual([
      '1.1.0',
      '1.0.0',
      '0.10.0',
      '0.9.0',
      '0.8.0',
      '0.7.0',
      '0.6.0',
      '0.5.2',
      '0.5.1',
      '0.5.0',
      '0.4.0',
      '0.3.0',
    ]);
    expect([...OFFERED_VERSIONS].sort((a, b) => compareVersions(b, a))).toStrictEqual([...OFFERED_VERSIONS]);
  });
});

describe('compareVersions', () => {
  it.each([
    ['0.9.0', '0.9.0', 0],
    ['0.9.1', '0.9.0', 1],
    ['0.9.0', '0.10.0', -1],
    ['1.0.0', '0.9.9', 1],
    ['0.5.1', '0.5.2', -1],
    ['0.9', '0.9.0', 0],
    ['1', '0.9.0', 1],
    ['0.9.0-beta.1', '0.9.0', 0],
    ['0.9.0.7', '0.9.0', 0],
    ['junk', '0.0.0', 0],
    ['', '0.0.1', -1],
  ])('compares %j with %j: %i', (a, b, sign) => {
    expect(Math.sign(compareVersions(a, b))).toBe(sign);
    expect(Math.sign(compareVersions(b, a)) + sign).toBe(0);
  });
});

describe('abilitiesOf', () => {
  it.each([
    ['0.3.0', false, false, false, false],
    ['0.4.0', false, false, false, false],
    ['0.5.0', false, false, false, true],
    ['0.5.1', false, false, false, true],
    ['0.5.2', true, true, false, true],
    ['0.6.0', true, true, false, true],
    ['0.7.0', true, true, false, true],
    ['0.8.0', true, true, true, true],
    ['0.9.0', true, true, true, true],
    ['1.1.0', true, true, true, true],
    ['1.0.0', true, true, true, true],
    ['0.10.0', true, true, true, true],
    ['2.4.0', true, true, true, true],
    [undefined, true, true, true, true],
  ])('%s', (version, childFlag, gates, scopes, messageAgents) => {
    expect(abilitiesOf(version)).toStrictEqual({
      childFlag,
      gates,
      skillModelGate: true,
      scopes,
      messageAgents,
    });
  });
});
