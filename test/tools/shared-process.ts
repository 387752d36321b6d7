/**
 * One process of a tool for many scenes, one after the other: a start of the tool takes many times as long as a new
 * session. The scenes have the home of the process, which each of them finds empty.
 */

import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Scene, SceneOwner } from '../host/tools/scene.js';
import type { Asker, ReportedEntry, ServingProcess, ToolCase } from './asker.js';

/** What the tools write for themselves while they run, such as a database. No scene has anything there. */
const kept = '.local';

/** A home, and the process that serves the scenes in it. */
class SharedProcess implements SceneOwner {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'skillpick-tools-')));
  readonly home = join(this.folder, 'home');
  readonly #serve: NonNullable<Asker['serve']>;
  #process: Promise<ServingProcess> | undefined;

  constructor(serve: NonNullable<Asker['serve']>) {
    this.#serve = serve;
  }

  /** Empties the home for the next scene. */
  withEmptyHome(): this {
    mkdirSync(this.home, { recursive: true });
    for (const name of readdirSync(this.home))
      if (name !== kept) rmSync(join(this.home, name), { recursive: true, force: true });
    return this;
  }

  /** Returns what the process reports. It is not used again if it fails. */
  async entries(scene: Scene, command: readonly string[]): Promise<readonly ReportedEntry[] | string> {
    const environment = { ...scene.environment, cwd: this.folder };
    this.#process ??= this.#serve({ scene: { home: this.home, environment }, command });
    const reported = await (await this.#process).entries(scene);
    if (typeof reported === 'string') await this.#stop();
    return reported;
  }

  async #stop(): Promise<void> {
    await (await this.#process)?.end();
    this.#process = undefined;
  }

  async end(): Promise<void> {
    await this.#stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The processes of one tool, one for each set of variables. */
export class SharedProcesses {
  readonly #asker: Asker;
  readonly #processes = new Map<string, SharedProcess>();

  constructor(asker: Asker) {
    this.#asker = asker;
  }

  /** Returns the process for a case; undefined if the case needs a new process. */
  for(one: ToolCase): SharedProcess | undefined {
    const { env = {}, commands } = one;
    const { serve } = this.#asker;
    const isFixed = !Object.values(env).some((value) => value.includes('<repository>'));
    const isAlone = commands !== undefined || this.#asker.isReadOnce?.(one) || !isFixed;
    if (serve === undefined || isAlone) return undefined;
    const key = JSON.stringify(env);
    const found = this.#processes.get(key) ?? new SharedProcess(serve);
    this.#processes.set(key, found);
    return found;
  }

  async end(): Promise<void> {
    for (const one of this.#processes.values()) await one.end();
  }
}
