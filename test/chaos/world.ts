/** A home with all five tools, a repository with something of every kind, and their content at the start. */

import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { oneOf } from '../support/random.js';
import { allEntries, textOf } from './entries.js';
import { copilotLocks, settingsFiles } from './settings.js';

const toolHomes = ['.claude', '.codex', '.copilot', '.gemini', '.config/opencode'];

export class World {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'skillpick-chaos-')));
  readonly home = join(this.root, 'home');
  readonly repository = join(this.root, 'repository');
  readonly env: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    HOME: this.home,
    XDG_STATE_HOME: join(this.root, 'state'),
    XDG_RUNTIME_DIR: join(this.root, 'run'),
  };
  /** The settings files' texts at the start, by their short paths. */
  readonly before = new Map<string, string | undefined>();
  readonly filesBefore: ReadonlySet<string>;

  constructor(random: () => number) {
    for (const folder of toolHomes) mkdirSync(join(this.home, folder), { recursive: true });
    this.write('.git/HEAD', 'ref: refs/heads/main\n');
    for (const entry of allEntries) this.write(entry.file, textOf(entry));
    for (const { path, texts } of settingsFiles) {
      const text = oneOf(random, texts);
      this.before.set(path, text);
      if (text !== undefined) this.write(path, text);
    }
    for (const lock of copilotLocks) if (random() < 0.5) this.write(lock, '');
    this.write('~/.copilot/config.json', JSON.stringify({ trustedFolders: [this.repository] }));
    this.write('~/.gemini/trustedFolders.json', JSON.stringify({ [this.repository]: 'TRUST_FOLDER' }));
    this.filesBefore = new Set(this.files());
  }

  /** Returns the full path of a short one. */
  path(short: string): string {
    return short.startsWith('~/') ? join(this.home, short.slice(2)) : join(this.repository, short);
  }

  write(short: string, text: string): void {
    mkdirSync(dirname(this.path(short)), { recursive: true });
    writeFileSync(this.path(short), text);
  }

  /** The text of a file, or undefined if there is none. */
  read(short: string): string | undefined {
    try {
      return readFileSync(this.path(short), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Every file there is now, by its path. */
  files(): string[] {
    const all = readdirSync(this.root, { recursive: true, withFileTypes: true });
    return all.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
