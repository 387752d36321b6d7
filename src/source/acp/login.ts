/** Says how to log in to an agent that needs it. Skillpick itself never does. */

import { oneLine } from '../../client/host-message.js';
import { SkillpickError } from '../../errors.js';
import { isObject, isString, isStringList, type JsonObject } from '../../protocol/checks.js';
import { shellLine } from '../../shell-words.js';
import type { RefusedRequest } from './agent-connection.js';
import { textsIn } from './agent-rows.js';
import type { AgentCommand } from './command-line.js';
import { lineOf, objectOf } from './said.js';

/** How many ways to log in are named. */
const namedMethods = 3;

/** Returns the command of a method that is run in a terminal; undefined for any other. */
function terminalCommand(method: JsonObject, command: AgentCommand): string | undefined {
  const meta = isObject(method['_meta']) ? method['_meta'] : {};
  const own = meta['terminal-auth'];
  if (isObject(own) && isString(own['command'])) return terminalLine([own['command']], own);
  if (method['type'] === 'terminal') return terminalLine(command, method);
  // Qwen Code's own form, which has the arguments of a start without ACP.
  return meta['type'] === 'terminal' ? terminalLine(command.filter(isNotAcp), meta) : undefined;
}

const isNotAcp = (word: string): boolean => !/^--(experimental-)?acp$/.test(word);

const secretName = /key|token|secret|password/i;
const secretOption = /^--?[\w-]*(key|token|secret|password)[\w-]*/i;

/** Returns the words without the values of options that look secret. */
function withoutSecrets(words: readonly string[]): string[] {
  return words.map((word, index) => {
    const isValue = secretOption.test(words[index - 1] ?? '') && !words[index - 1]?.includes('=');
    if (isValue && !word.startsWith('-')) return '…';
    return secretOption.test(word) ? word.replace(/=.*/s, '=…') : word;
  });
}

/** Returns the command with what the method adds to it: arguments, and variables before it. */
function terminalLine(command: readonly string[], { args, env }: JsonObject): string {
  const variables = Object.entries(textsIn(env)).filter(([name]) => /^\w+$/.test(name));
  return [
    ...variables.map(([name, value]) => `${name}=${secretName.test(name) ? '…' : shellLine([value])}`),
    shellLine(withoutSecrets([...command, ...(isStringList(args) ? args : [])])),
  ].join(' ');
}

/** Returns what the method says of itself, or the variables that it takes. */
function aboutOf({ description, vars }: JsonObject): string {
  const names = Array.isArray(vars) ? vars.map((one) => lineOf(objectOf(one)['name'])) : [];
  const known = names.filter((name) => name !== '');
  return lineOf(description) || (known.length === 0 ? '' : `set ${known.join(', ')}`);
}

function methodWords(method: JsonObject): string[] {
  const [name, description] = [lineOf(method['name']), aboutOf(method)];
  if (name === '') return description === '' ? [] : [description];
  return [description === '' || description === name ? name : `${name} (${description})`];
}

function howToLogIn(methods: readonly JsonObject[], command: AgentCommand): string {
  for (const method of methods) {
    const line = terminalCommand(method, command);
    if (line !== undefined) return `Log in with: ${oneLine(line)}`;
  }
  const ways = methods.flatMap(methodWords).slice(0, namedMethods);
  if (ways.length === 0) return 'Log in with the agent itself, then try again.';
  return `Log in with the agent itself, then try again. It offers: ${ways.join('; ')}.`;
}

/** Returns the error of an agent that needs a login: its own words, and how to log in. */
export function loginError(
  agentName: string,
  { words }: RefusedRequest,
  authMethods: unknown,
  command: AgentCommand,
): SkillpickError {
  const methods = Array.isArray(authMethods) ? authMethods.filter(isObject) : [];
  return new SkillpickError(
    'agent-login',
    `${oneLine(agentName)} needs a login: ${words.replace(/\.$/, '')}.`,
    {
      hint: howToLogIn(methods, command),
    },
  );
}
