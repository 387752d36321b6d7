/** What the pictures show: the keys to type, and what the screen shows then. */

/** @typedef {{ keys?: string, shows: RegExp }} Step */

const [enter, right, down, undo] = ['\r', '\x1b[C', '\x1b[B', '\x1f'];

/** @type {Step} */
const opened = { shows: /release-notes/ };

/** @type {{ name: string, steps: Step[] }[]} */
export const scenes = [
  { name: 'picker', steps: [opened] },
  { name: 'details', steps: [opened, { keys: enter, shows: /1 of \d+/ }] },
];

/**
 * The tour: a search, a switch in one tool and in all, and its undo.
 * @type {(Step & { seconds: number })[]}
 */
export const tour = [
  { ...opened, seconds: 2 },
  { keys: 'r', shows: /❯ r/, seconds: 0.2 },
  { keys: 'e', shows: /❯ re/, seconds: 0.2 },
  { keys: 'l', shows: /❯ rel/, seconds: 1.2 },
  { keys: down, shows: /▌/, seconds: 0.8 },
  { keys: right, shows: /▌/, seconds: 0.8 },
  { keys: ' ', shows: /undo/, seconds: 2.5 },
  { keys: undo, shows: /Took back/, seconds: 2.5 },
];
