/** Ages, counts, sizes and paths in short form. */

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

/** Returns a time in the user's time zone: `2026-01-31 12:00`. A text that is no time is returned as it is. */
export function formatTime(time: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Returns a number with its thousands separated: `1,234`. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
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

/** Returns a path relative to the directory if it is below it, else with `~` for the home directory. */
export function shortPath(path: string, directory: string | undefined, home: string): string {
  if (directory !== undefined && path.startsWith(`${directory}/`)) return path.slice(directory.length + 1);
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
