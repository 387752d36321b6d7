/** A home and a repository in a folder of their own, with skills and agents in them. */

import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { noFacts } from '../../../src/host/discovery/file-facts.js';
import type { HostEnvironment } from '../../../src/host/environment.js';
import { changeTools } from '../../../src/host/session/tool-changes.js';
import type { ToolRequest } from '../../../src/host/tools/plan.js';
import { SettingsCache } from '../../../src/host/tools/settings-cache.js';
import type { SwitchState } from '../../../src/host/tools/switch-state.js';
import type { EntryKind, EntryRef, Tool } from '../../../src/host/tools/tool.js';
import { ToolSwitches } from '../../../src/host/tools/tool-switches.js';

export interface SceneOptions {
  /** Below the repository. */
  cwd?: string;
  env?: Record<string, string>;
  platform?: NodeJS.Platform;
  /** Where the scene is made; by default in a folder of its own, which is removed with the test. */
  owner?: SceneOwner;
}

/** A process that serves many scenes. It may write into them as long as it runs, so it removes them at its end. */
export interface SceneOwner {
  readonly folder: string;
  /** The home of all its scenes. */
  readonly home: string;
}

export class Scene {
  readonly folder: string;
  readonly home: string;
  readonly repository: string;
  readonly environment: HostEnvironment;

  constructor({ cwd = '', env = {}, platform = 'linux', owner }: SceneOptions = {}) {
    this.folder = realpathSync(mkdtempSync(join(owner?.folder ?? tmpdir(), 'skillpick-tools-')));
    if (owner === undefined) onTestFinished(() => rmSync(this.folder, { recursive: true, force: true }));
    this.home = owner?.home ?? join(this.folder, 'home');
    this.repository = join(this.folder, 'repository');
    mkdirSync(this.home, { recursive: true });
    mkdirSync(join(this.repository, '.git'), { recursive: true });
    mkdirSync(join(this.repository, cwd), { recursive: true });
    this.environment = { cwd: join(this.repository, cwd), home: this.home, env, platform };
  }

  /** Expands a short path: `~/x` is in the home, anything else in the repository. */
  path(short: string): string {
    return short.startsWith('~/') ? join(this.home, short.slice(2)) : join(this.repository, short);
  }

  write(short: string, text: string | undefined): void {
    if (text === undefined) return;
    mkdirSync(dirname(this.path(short)), { recursive: true });
    writeFileSync(this.path(short), text);
  }

  read(short: string): string | undefined {
    try {
      return readFileSync(this.path(short), 'utf8');
    } catch {
      return undefined;
    }
  }

  /** An entry in one place, below this directory of the repository. */
  entry(
    kind: EntryKind,
    place: string,
    file: string,
    { name, plugin, base = '' }: EntryOptions = {},
  ): EntryRef {
    const short = join(place.startsWith('~/') ? '' : base, place, file);
    this.write(short, '---\ndescription: A test.\n---\n');
    const path = this.path(short);
    const stem = file.replace(/\/SKILL\.md$|\.md$|\.toml$/, '').replace(/^.*\//, '');
    return {
      kind,
      name: name ?? stem,
      aliases: [{ place, path }],
      canonicalPath: realpathSync(path),
      facts: noFacts,
      ...(plugin !== undefined && { plugin }),
    };
  }

  skill(place: string, name: string, options: EntryOptions = {}): EntryRef {
    return this.entry('skill', place, `${name}/SKILL.md`, options);
  }

  switches(tool: Tool): SceneSwitches {
    return new SceneSwitches(tool, this.environment);
  }
}

/** The state of the entry after a change, or why the request was refused. */
export type ToolOutcome = { readonly state: SwitchState } | { readonly refused: string };

/** The switches of one tool, changed as a session changes them. */
export class SceneSwitches extends ToolSwitches {
  readonly settings: SettingsCache;

  constructor(tool: Tool, environment: HostEnvironment, settings = new SettingsCache(environment)) {
    super(tool, environment, settings);
    this.settings = settings;
  }

  async change(requests: readonly ToolRequest[]): Promise<ToolOutcome[]> {
    const { tool } = this;
    const numbered = requests.map((request, at) => ({ ...request, at }));
    const { refused: reasons } = await changeTools([{ tool, switches: this, requests: numbered }]);
    return requests.map(({ entry }, at) => {
      const reason = reasons.get(at);
      if (reason === undefined) return { state: this.read(entry) };
      const lead = `${tool.title}: `;
      return { refused: reason.startsWith(lead) ? reason.slice(lead.length) : reason };
    });
  }
}

interface EntryOptions {
  name?: string;
  plugin?: string;
  /** Directory of the repository. */
  base?: string;
}
