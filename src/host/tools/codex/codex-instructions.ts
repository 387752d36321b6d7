/**
 * The rules of Codex: in each directory, the first of AGENTS.override.md, AGENTS.md and the names that the settings add.
 */

import { basename, dirname, join } from 'node:path';
import { isStringList } from '../../../protocol/checks.js';
import { getOrMake } from '../../collections.js';
import type { PlaceAlias } from '../../discovery/catalog.js';
import { followedStatusOf } from '../../files/path-status.js';
import { valueAt } from '../edit/json-text.js';
import { parseToml } from '../edit/toml-edit.js';
import type { EntryRef, SwitchRule } from '../tool.js';
import type { ToolContext } from '../tool-context.js';
import { anyOf, fixedRule, noSwitch } from '../unswitched.js';
import { codexFiles } from './codex-layers.js';

const usual = ['AGENTS.override.md', 'AGENTS.md'];
const home = '~/.codex';

const known = new WeakMap<ToolContext, readonly string[]>();

function namesInRepository(context: ToolContext): readonly string[] {
  const more = codexFiles('rule', context)
    .map(({ path }) => context.settings.readIfPossible(path, parseToml))
    .map((content) => valueAt(content, ['project_doc_fallback_filenames']))
    .findLast(isStringList);
  return [...usual, ...(more ?? [])];
}

/** The names of the files that count in a directory, the strongest first. */
const namesIn = (place: string, context: ToolContext): readonly string[] =>
  place === home ? usual : getOrMake(known, context, () => namesInRepository(context));

/** The names of the files of rules, by place. */
export const ruleFiles = (context: ToolContext): Readonly<Record<string, RegExp>> => ({
  '.': anyOf(namesIn('.', context)),
  [home]: anyOf(namesIn(home, context)),
});

export function whyNoRule({ place, path }: PlaceAlias, context: ToolContext): string | undefined {
  const names = namesIn(place, context);
  const stronger = names.slice(0, names.indexOf(basename(path)));
  const isThere = (name: string) => followedStatusOf(join(dirname(path), name))?.isFile() === true;
  const found = stronger.find(isThere);
  return found && `the ${found} next to it counts instead`;
}

const limit = ['project_doc_max_bytes'];

/** With a limit of 0, Codex reads no rules of a repository. */
export const ruleRule = ({ aliases }: EntryRef): SwitchRule<never> =>
  fixedRule(noSwitch('Codex', 'rule'), (contents) => {
    const by = contents.findLastIndex((content) => valueAt(content, limit) !== undefined);
    const isOff = aliases.every(({ place }) => place !== home) && valueAt(contents[by], limit) === 0;
    return isOff ? { enabled: false, by, at: limit } : { enabled: true };
  });
