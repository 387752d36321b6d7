/** What could stand at the end of a half-typed command line: decided from the words alone. */

import { type Completes, type OptionName, optionNamed } from './option-table.js';
import { type CommandSpec, listSpec, specs } from './specs.js';

export interface Suggestion {
  word: string;
  about: string;
}

export interface Completing {
  /** Known already. */
  suggestions: Suggestion[];
  /** To be looked up. */
  wanted?: Exclude<Completes, readonly string[]>;
  /** Options typed so far, by their names, for whoever looks up. */
  given: Record<string, string | true>;
}

interface TypedOption {
  name: OptionName;
  takesValue: boolean;
}

/** The option a word is, among those of the command. */
function optionOf(word: string, { options }: CommandSpec): TypedOption | undefined {
  const flag = word.split('=')[0];
  const name = options.find((candidate) => {
    const { short, long } = optionNamed(candidate);
    return flag === long || flag === short;
  });
  return name === undefined ? undefined : { name, takesValue: optionNamed(name).takesValue };
}

function optionSuggestions({ options }: CommandSpec): Suggestion[] {
  return options.map((name) => {
    const { long, description } = optionNamed(name);
    return { word: long, about: description };
  });
}

function commandSuggestions(): Suggestion[] {
  return specs.map(({ name, description }) => ({ word: name, about: description }));
}

function suggest(completes: Completes | undefined): Omit<Completing, 'given'> {
  if (completes === undefined) return { suggestions: [] };
  if (typeof completes === 'string') return { suggestions: [], wanted: completes };
  return { suggestions: completes.map((word) => ({ word, about: '' })) };
}

interface Read {
  spec: CommandSpec;
  hasCommand: boolean;
  given: Completing['given'];
  /** The option whose value comes next. */
  open: OptionName | undefined;
}

/** Reads what stands before the last word. */
function read(words: readonly string[]): Read {
  const state: Read = { spec: listSpec, hasCommand: false, given: {}, open: undefined };
  for (const word of words) {
    const option = optionOf(word, state.spec);
    const value = word.includes('=') ? word.slice(word.indexOf('=') + 1) : undefined;
    if (state.open !== undefined) {
      state.given[state.open] = word;
      state.open = undefined;
    } else if (option?.takesValue && value === undefined) state.open = option.name;
    else if (option !== undefined) state.given[option.name] = value ?? true;
    else if (!word.startsWith('-') && !state.hasCommand) {
      state.spec = specs.find(({ name }) => name === word) ?? listSpec;
      state.hasCommand = true;
    }
  }
  return state;
}

/** What the last of the words could become. */
export function completing(words: readonly string[]): Completing {
  const last = words.at(-1) ?? '';
  const { spec, hasCommand, given, open } = read(words.slice(0, -1));
  if (open !== undefined) return { ...suggest(optionNamed(open).completes), given };
  if (last.startsWith('-')) return { suggestions: optionSuggestions(spec), given };
  if (!hasCommand) return { suggestions: commandSuggestions(), given };
  return { ...suggest(spec.completes), given };
}
