/** A repository that five agent tools read and trust, a home in which they were used, and the picker over them. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inject } from 'vitest';
import { fileTree } from './file-tree.js';
import { Journey, keys } from './journey.js';
import type { Pty } from './pty.js';

const skillText = (name: string, description: string) =>
  `---\nname: ${name}\ndescription: ${description}\n---\nText of ${name}.\n`;

/** Copilot CLI alone reads it, and refuses it because of its fourth line. */
export const brokenText = '---\nname: torn\ndescription: Mends things.\n}\n---\nText of torn.\n';
export const fixedText = skillText('torn', 'Mends things.');

/** Claude Code's own settings in the repository: the third line switches a skill off. */
const claudeSettings = '{\n  "skillOverrides": {\n    "lint": "off"\n  }\n}\n';

export class FiveTools extends Journey {
  constructor() {
    super({ path: inject('bin') });
    for (const folder of ['home/.claude', 'home/.codex', 'config/opencode'])
      mkdirSync(join(this.root, folder), { recursive: true });
    this.atHome('.copilot/config.json', JSON.stringify({ trusted_folders: [this.cwd] }));
    this.atHome('.gemini/trustedFolders.json', JSON.stringify({ [this.cwd]: 'TRUST_FOLDER' }));
    this.write('.agents/skills/release-check/SKILL.md', skillText('release-check', 'Run the checks.'));
    this.write('.agents/skills/release-notes/SKILL.md', skillText('release-notes', 'Draft the notes.'));
    this.write('.claude/skills/deploy/SKILL.md', skillText('deploy', 'Deploy this repo.'));
    this.write('.claude/skills/lint/SKILL.md', skillText('lint', 'Look for mistakes.'));
    this.write('.claude/skills/style/SKILL.md', skillText('style', 'Write as we do.'));
    this.write('.claude/agents/reviewer.md', skillText('reviewer', 'Reviews code.'));
    this.write('.claude/settings.local.json', claudeSettings);
    this.write('.github/skills/torn/SKILL.md', brokenText);
    this.atHome('.claude/skills/deploy/SKILL.md', skillText('deploy', 'Deploy anything.'));
  }

  atHome(path: string, text: string): void {
    const file = join(this.home, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** Returns the text of every file of the repository, of the home and of opencode's settings. */
  files(): Record<string, string> {
    const roots = [this.cwd, this.home, join(this.root, 'config/opencode')];
    const all = roots.flatMap((root) => Object.entries(fileTree(root)));
    return Object.fromEntries(all.flatMap(([path, text]) => (text === null ? [] : [[path, text]])));
  }

  /** Returns the files that are not as they were, by their paths below the scratch folder. */
  changedSince(before: Record<string, string>): Record<string, string | null> {
    const now = this.files();
    const paths = [...new Set([...Object.keys(before), ...Object.keys(now)])].toSorted();
    const changed = paths.filter((path) => before[path] !== now[path]);
    return Object.fromEntries(changed.map((path) => [path.slice(this.root.length + 1), now[path] ?? null]));
  }
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/**
 * Returns the pattern of a row that both the user and the model may use. `start` is the cursor, the mark and the state,
 * such as `▌*○`. The cells are those of Claude Code, Codex, Copilot CLI, Gemini CLI and opencode; a blank belongs to a
 * tool that does not read the entry.
 */
export function row(start: string, name: string, cells: string): RegExp {
  const words = `${escaped(start)} ${escaped(name)}(?: +a(?:gent)?)? +user model`;
  return new RegExp(`^ ${words} {2}${[...cells].map(escaped).join(' {2}')}(?: |$)`, 'm');
}

const cursorLine = ({ screen }: Pty): string => screen.lines.find((line) => line.startsWith(' ▌')) ?? '';

/** Goes down, one row after the other, until the cursor is on a line that matches. */
export async function goDownTo(pty: Pty, pattern: RegExp): Promise<void> {
  for (let presses = 0; !pattern.test(cursorLine(pty)); presses += 1) {
    if (presses > 30) throw new Error(`No row matches ${pattern}. On the screen:\n${pty.screen.text}`);
    const before = cursorLine(pty);
    pty.write(keys.down);
    await pty.until(() => cursorLine(pty) !== before, 'the cursor to move');
  }
}

/** Types the text as a user does: each key is on the screen before the next one is pressed. */
export async function typeQuery(pty: Pty, text: string): Promise<void> {
  for (let end = 1; end <= text.length; end += 1) {
    pty.write(text.charAt(end - 1));
    const typed = text.slice(0, end).trimEnd();
    await pty.until(() => pty.screen.lines[1]?.startsWith(` ❯ ${typed}`) === true, `${typed} in the query`);
  }
}
