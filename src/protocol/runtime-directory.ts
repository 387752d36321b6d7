/** Where skillpick keeps what is its own: decisions for good, and what concerns running processes. Paths only. */

/** The parts of a machine that decide where the files of a host are. */
export interface Places {
  env: Readonly<Record<string, string | undefined>>;
  platform: string;
  home: string;
}

/** The directory for what outlives a process, such as the switches skillpick keeps itself. */
export function stateDirectory({ env, platform, home }: Places): string {
  if (platform === 'win32') return `${env['LOCALAPPDATA'] || `${home}\\AppData\\Local`}\\skillpick`;
  return `${env['XDG_STATE_HOME'] || `${home}/.local/state`}/skillpick`;
}

/** The directory, mode 0700, that holds the endpoint entries of hosts started with `serve`. */
export function runtimeDirectory(places: Places): string {
  const { env, platform, home } = places;
  if (platform === 'win32') return `${stateDirectory(places)}\\run`;
  if (env['XDG_RUNTIME_DIR']) return `${env['XDG_RUNTIME_DIR']}/skillpick`;
  if (platform === 'darwin') return `${home}/Library/Caches/skillpick/run`;
  return `${stateDirectory(places)}/run`;
}
