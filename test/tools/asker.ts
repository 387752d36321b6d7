/**
 * What the tests ask of each agent tool. An asker runs the tool itself in a scene and reports what the tool does with
 * the entries there. None of the requests needs a login.
 */

import type { Scene } from '../host/tools/scene.js';
import type { Run } from './run.js';

/** What a tool does with one entry, according to the tool itself. */
export interface ReportedEntry {
  readonly kind: 'skill' | 'agent' | 'mcpServer' | 'plugin' | 'rule' | 'hook';
  /** As the tool calls it. */
  readonly name: string;
  /** The file it comes from, if the tool reports it. */
  readonly path?: string;
  /** Whether the tool uses it. */
  readonly isOn: boolean;
  /** Whether the user can invoke it; absent if the tool does not report it. */
  readonly user?: boolean;
  /** Whether the tool puts it before its model; absent if that was not asked. */
  readonly model?: boolean;
}

/** How to get a tool from the npm registry, and how to start it. */
export interface ToolPackage {
  readonly name: string;
  /** The program below `node_modules`. */
  readonly program: string;
  /** The major version of Node that runs it; absent if the program runs by itself. */
  readonly node?: 20 | 22 | 24;
}

export interface Asker {
  readonly package: ToolPackage;
  /**
   * Returns everything that the tool has in the scene, without what is built into its program. `command` starts the
   * tool. Returns a text with the reason if the tool does not start there.
   */
  entries(scene: Scene, command: readonly string[]): Promise<readonly ReportedEntry[] | string>;
  /** Starts one process that reports all scenes with its home and its variables, one after the other. */
  serve?(run: Omit<Run, 'args'>): Promise<ServingProcess>;
  /** True if such a process would not read this scene as a new process does. */
  isReadOnce?(one: ToolCase): boolean;
  /** Has the tool itself switch an entry, if it has a command for that. */
  switch?(scene: Scene, command: readonly string[], wanted: ToolSwitching): Promise<void>;
}

export interface ServingProcess {
  entries(scene: Scene): Promise<readonly ReportedEntry[] | string>;
  end(): Promise<void>;
}

/** Reports one scene from a process of its own. */
export async function serveOnce(
  serve: NonNullable<Asker['serve']>,
  scene: Scene,
  command: readonly string[],
): Promise<readonly ReportedEntry[] | string> {
  const serving = await serve({ scene, command });
  try {
    return await serving.entries(scene);
  } finally {
    await serving.end();
  }
}

export interface ToolSwitching {
  readonly kind: ReportedEntry['kind'];
  readonly name: string;
  readonly path: string;
  readonly enabled: boolean;
  readonly scope: 'workspace' | 'shared' | 'global';
}

/** True if a scene has something in the home. */
export function usesHome({ files, links = {} }: ToolCase): boolean {
  const texts = [...Object.keys(files), ...Object.values(files), ...Object.entries(links).flat()];
  return texts.some((text) => typeof text === 'string' && (text.startsWith('~/') || text.includes('<home>')));
}

/** A scene to compare: what the tool reports there, and what `skillpick list --json` says. */
export interface ToolCase {
  readonly name: string;
  readonly about:
    | 'places'
    | 'files'
    | 'settings'
    | 'winners'
    | 'plugins'
    | 'servers'
    | 'gates'
    | 'trust'
    | 'rules';
  /** Files by short path (`~/x` is in the home, anything else in the repository), with their text. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** Links by short path, with their targets (short paths too). */
  readonly links?: Readonly<Record<string, string>>;
  /** The working directory below the repository. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** True for a scene without `.git`. */
  readonly isBare?: true;
  /** Commands of the tool that prepare the scene, such as the installation of a plugin. */
  readonly commands?: readonly (readonly string[])[];
}
