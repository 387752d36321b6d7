/** Ages, sizes and paths in short form. */

import { pathOf } from '../paths.js';

const steps: readonly (readonly [seconds: number, unit: string])[] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
];

export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const step = steps.find(([size]) => seconds >= size);
  return step === undefined ? `${seconds} s` : `${Math.floor(seconds / step[0])} ${step[1]}`;
}

export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kibibytes = bytes / 1024;
  return kibibytes < 1024 ? `${kibibytes.toFixed(1)} KiB` : `${(kibibytes / 1024).toFixed(1)} MiB`;
}

/** Returns the path of a file URI, with `~` for the home directory; returns other URIs unchanged. */
export function formatPlace(uri: string, home: string): string {
  const path = pathOf(uri);
  if (path === undefined) return uri;
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
