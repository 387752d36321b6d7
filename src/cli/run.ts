/** From the arguments to the command they name. */

import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { note } from '../output/streams.js';
import { complete } from './completion-command.js';
import { optionNamed, optionNames } from './option-table.js';
import { BadValue } from './parse.js';
import { quickParse } from './quick-parse.js';
import { type CommandSpec, defaultSpec, listSpec, specs } from './specs.js';

/** Said before anything else is, so that no other message repeats it. */
function refuseToken(argv: readonly string[]): void {
  if (!argv.some((word) => /^--?(tkn|token|connection-token)(=|$)/i.test(word))) return;
  throw new SkillpickError('bad-usage', 'A token on the command line can be read by others.', {
    hint: 'Give it with --token-file or AHP_TOKEN.',
  });
}

const commandNamed = (word: string | undefined): CommandSpec | undefined =>
  specs.find(({ name }) => name === word);

/** `--list`, wherever it stands, is the command `list`; what comes after it is a query. */
export function normalized(argv: readonly string[]): string[] {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  refuseToken(argv.slice(0, end));
  const at = argv.indexOf('--list');
  if (at === -1 || at > end) return [...argv];
  const before = argv.slice(0, at);
  const command = commandNamed(before[0]) ?? commandNamed(quickParse(defaultSpec, before)?.operands[0]);
  const words = argv.filter((_, index) => index !== at);
  if (command === undefined) return ['list', ...words];
  if (command === listSpec) return words;
  throw new SkillpickError('bad-usage', `--list does not go with ${command.name}.`, {
    hint: 'It is the same as the command list.',
  });
}

/** Says which variables do not count, unless nothing but errors is to be said. */
function noteIgnored(words: readonly string[], io: Io): void {
  const { ignoredVariables: names = [] } = io;
  if (names.length === 0) return;
  const does =
    names.length === 1 ? 'is not an absolute path and is ignored' : 'are not absolute paths and are ignored';
  note(io, `${names.join(', ')} ${does}.`, { quiet: words.includes('--quiet') || words.includes('-q') });
}

/** Runs what the arguments ask for and answers the exit code. */
export async function run(io: Io): Promise<number> {
  const words = normalized(io.argv);
  const [first, ...rest] = words;
  if (first === '__complete') {
    await complete(rest[0] === '--' ? rest.slice(1) : rest, io);
    return 0;
  }
  noteIgnored(words, io);
  const spec = commandNamed(first);
  const parsed = spec === undefined ? quickParse(defaultSpec, words) : quickParse(spec, rest);
  // A command may also stand after options that belong to it.
  const isElsewhere = spec === undefined && commandNamed(parsed?.operands[0]) !== undefined;
  if (parsed !== undefined && !isElsewhere)
    return (await (spec ?? defaultSpec).run(parsed.operands, parsed.given, io)) ?? 0;
  const { runProgram } = await import('./program.js');
  const isBadValue = (error: unknown): error is Error => error instanceof BadValue;
  return runProgram({ specs, defaultSpec, optionNames, optionNamed, isBadValue }, words, spec, io);
}
