/** The directories in which hosts publish themselves: our own, and those in the user data of every known editor. */

import { join } from 'node:path';
import { type Places, runtimeDirectory } from '../protocol/runtime-directory.js';

/** The name of an editor is that of its user data directory. */
const editors = [
  'Code',
  'Code - Insiders',
  'Code - OSS',
  'Code - Exploration',
  'code-oss-dev',
  'VSCodium',
  'VSCodium - Insiders',
  'Cursor',
  'Windsurf',
  'Windsurf - Next',
];

/** Returns the directories that hold user data, one for each editor. */
function userDataBases({ env, platform, home }: Places): string[] {
  const bases = {
    win32: env['APPDATA'] || join(home, 'AppData', 'Roaming'),
    darwin: join(home, 'Library', 'Application Support'),
  };
  const usual = bases[platform as keyof typeof bases] ?? (env['XDG_CONFIG_HOME'] || join(home, '.config'));
  // An editor that was started without the variable uses the usual place.
  return env['VSCODE_APPDATA'] ? [env['VSCODE_APPDATA'], usual] : [usual];
}

/** Returns every directory that may hold endpoint entries, our own first. */
export function entryDirectories(places: Places): string[] {
  const { env, platform, home } = places;
  const portable = env['VSCODE_PORTABLE'] ? [join(env['VSCODE_PORTABLE'], 'user-data')] : [];
  const server =
    platform === 'win32' ? [] : [join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'code-server')];
  const ofEditors = userDataBases(places).flatMap((base) => editors.map((name) => join(base, name)));
  const userData = new Set([...portable, ...ofEditors, ...server]);
  const published = [...userData].map((directory) =>
    join(directory, 'agent-host', 'local-endpoint', 'entries'),
  );
  return [join(runtimeDirectory(places), 'entries'), ...published];
}
