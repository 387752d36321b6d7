/** What the process finds around it: its directories, and the variables that name directories. */

import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';

export function workingDirectory(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new SkillpickError('bad-usage', 'The working directory is gone.', {
      hint: 'Change into one that exists, or give --cwd an absolute path.',
      cause,
    });
  }
}

/** A path, or undefined where there is none: a user may have no entry in the system's list of users. */
function absolutePath(read: () => string): string | undefined {
  try {
    const path = read();
    return isAbsolute(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** The user's home by the environment, else by the system's list of users. */
export function homeDirectory(): string {
  const home = absolutePath(homedir) ?? absolutePath(() => userInfo().homedir);
  if (home !== undefined) return home;
  throw new SkillpickError('bad-usage', 'Your home directory is not known.', {
    hint: 'Set HOME to an absolute path.',
  });
}

const directoryVariables = [
  'HOME',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'XDG_STATE_HOME',
  'XDG_RUNTIME_DIR',
  'CLAUDE_CONFIG_DIR',
  'CODEX_HOME',
  'COPILOT_HOME',
  'GEMINI_CLI_HOME',
  'OPENCODE_CONFIG_DIR',
  'VSCODE_PORTABLE',
  'APPDATA',
  'LOCALAPPDATA',
];

/**
 * The environment without directories that are given by a relative path, and the names of those. They would mean
 * another place in every working directory; the XDG specification wants them ignored.
 */
export function withoutRelativePaths(env: Io['env']): Required<Pick<Io, 'env' | 'ignoredVariables'>> {
  const ignoredVariables = directoryVariables.filter((name) => env[name] && !isAbsolute(env[name]));
  if (ignoredVariables.length === 0) return { env, ignoredVariables };
  const kept = { ...env };
  for (const name of ignoredVariables) delete kept[name];
  return { env: kept, ignoredVariables };
}
