/** The paths of skillpick's own files: its configuration, lasting state, and running processes. */

/** What the paths depend on. */
export interface Places {
  env: Readonly<Record<string, string | undefined>>;
  platform: string;
  home: string;
}

/** Returns the directory of files that outlive a process, such as the switches that skillpick keeps itself. */
export function stateDirectory({ env, platform, home }: Places): string {
  if (platform === 'win32') return `${env['LOCALAPPDATA'] || `${home}\\AppData\\Local`}\\skillpick`;
  return `${env['XDG_STATE_HOME'] || `${home}/.local/state`}/skillpick`;
}

/** Returns the file with the settings that people want kept; it need not exist. */
export function configFile({ env, platform, home }: Places): string {
  if (platform === 'win32') return `${env['APPDATA'] || `${home}\\AppData\\Roaming`}\\skillpick\\config.json`;
  return `${env['XDG_CONFIG_HOME'] || `${home}/.config`}/skillpick/config.json`;
}

/** Returns the directory, mode 0700, of the endpoint entries of hosts started with `serve`. */
export function runtimeDirectory(places: Places): string {
  const { env, platform, home } = places;
  if (platform === 'win32') return `${stateDirectory(places)}\\run`;
  if (env['XDG_RUNTIME_DIR']) return `${env['XDG_RUNTIME_DIR']}/skillpick`;
  if (platform === 'darwin') return `${home}/Library/Caches/skillpick/run`;
  return `${stateDirectory(places)}/run`;
}
