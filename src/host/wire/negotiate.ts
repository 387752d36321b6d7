/**
 * Chooses the version of a connection by the rule of all hosts: an offered version will do if one that is spoken here has
 * its major number, and below 1.0 also its minor number, and is not older. Of those, the highest counts.
 */

import { compareVersions } from '../../protocol/versions.js';
import { hostLimits } from '../limits.js';

/** The protocol versions that the embedded host speaks, newest first. It also accepts older patches of each. */
export const SPOKEN_VERSIONS = [
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
] as const;

const wellFormed = /^(?:0|[1-9]\d{0,5})(?:\.(?:0|[1-9]\d{0,5})){2}$/;

/** Returns the range of versions that are compatible with this one. */
function rangeOf(version: string): string {
  const [major, minor] = version.split('.');
  return major === '0' ? `^0.${minor}.0` : `^${major}.0.0`;
}

/** The compatible ranges, newest first. */
export const spokenRanges: readonly string[] = [...new Set(SPOKEN_VERSIONS.map(rangeOf))];

function isSpoken(offered: string): boolean {
  return SPOKEN_VERSIONS.some(
    (spoken) => rangeOf(spoken) === rangeOf(offered) && compareVersions(offered, spoken) <= 0,
  );
}

/** Returns the highest version that both sides know. Anything else in the list is ignored, and so is a very long rest. */
export function chooseVersion(offered: readonly unknown[]): string | undefined {
  return offered
    .slice(0, hostLimits.offeredVersions)
    .filter((version): version is string => typeof version === 'string' && wellFormed.test(version))
    .filter(isSpoken)
    .toSorted((a, b) => compareVersions(b, a))[0];
}
