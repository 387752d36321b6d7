/** What the pictures show: the keys to type, and what the screen shows then. */

/** @typedef {{ keys?: string, shows: RegExp }} Step */

const [enter, esc, down, right, nextTab, undo] = ['\r', '\x1b', '\x1b[B', '\x1b[C', '\x1b[1;3C', '\x1f'];

/** @type {Step} */
const opened = { shows: /▌ ◐ release-notes.*│[\s\S]*# Release notes/ };

/** @type {{ name: string, steps: Step[] }[]} */
export const scenes = [
  { name: 'picker', steps: [opened] },
  { name: 'details', steps: [opened, { keys: enter, shows: /1 of \d+[\s\S]*# Release notes/ }] },
];

/**
 * Types a word letter by letter.
 * @param {string} word
 */
const typed = (word) =>
  [...word].map((keys, index) => ({
    keys,
    shows: new RegExp(`❯ ${word.slice(0, index + 1)}`),
    seconds: index === word.length - 1 ? 1.2 : 0.15,
  }));

/**
 * The tour: a search, a switch in one tool and its undo, a switch in all tools and its undo, and a tab.
 * @type {(Step & { seconds: number })[]}
 */
export const tour = [
  { ...opened, seconds: 2 },
  ...typed('draft'),
  { keys: down, shows: /▌ ◐ release-notes/, seconds: 0.6 },
  { keys: right, shows: /space switch in Codex/, seconds: 0.9 },
  { keys: ' ', shows: /✓ release-notes off in Codex/, seconds: 2.5 },
  { keys: undo, shows: /Took back release-notes/, seconds: 2 },
  { keys: esc, shows: /space switch {2}/, seconds: 0.6 },
  { keys: ' ', shows: /✓ release-notes on in opencode/, seconds: 2.5 },
  { keys: undo, shows: /Took back release-notes/, seconds: 2 },
  { keys: esc, shows: /type to search/, seconds: 1 },
  { keys: nextTab, shows: /\[Claude Code \d+\]/, seconds: 2.5 },
];
