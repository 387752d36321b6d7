/** Where skillpick keeps what concerns running processes: endpoint entries and their tokens. Paths only. */

export interface Places {
  env: Readonly<Record<string, string | undefined>>;
  platform: string;
  home: string;
}

/** The directory, mode 0700, that holds the endpoint entries of hosts started with `serve`. */
export function runtimeDirectory({ env, platform, home }: Places): string {
  if (platform === 'win32') return `${env['LOCALAPPDATA'] || `${home}\\AppData\\Local`}\\skillpick\\run`;
  if (env['XDG_RUNTIME_DIR']) return `${env['XDG_RUNTIME_DIR']}/skillpick`;
  if (platform === 'darwin') return `${home}/Library/Caches/skillpick/run`;
  return `${env['XDG_STATE_HOME'] || `${home}/.local/state`}/skillpick/run`;
}
