/**
 * One file to the entries it declares, with what is wrong in it. Knows nothing of ids, containers or other
 * files. A file that declares nothing is left out and has a finding that says why.
 */

import { basename, dirname } from 'node:path';
import type {
  AgentCustomization,
  ChildCustomization,
  PromptCustomization,
  RuleCustomization,
  SkillCustomization,
} from '../../protocol/index.js';
import type { Details } from '../../protocol/skillpick-meta.js';
import { skillLimits } from '../../skill-rules.js';
import { readFrontmatter, readText } from '../files/read-head.js';
import { hostLimits } from '../limits.js';
import { bounded, boundedField, detailsOf, estimateTokens, globList, put, toolList } from './details.js';
import { type Frontmatter, parseFrontmatter, parseLoosely } from './frontmatter.js';
import { readHooks } from './hooks.js';
import { readJson } from './json-file.js';
import type { Format } from './places.js';
import { type Finding, unreadable } from './problems.js';
import { readTomlStrings } from './toml-fields.js';
import { checkSkill, textField } from './validate.js';
import type { FoundFile } from './walk.js';

type Unlisted<T> = T extends unknown ? Omit<T, 'id' | 'uri'> : never;

/** An entry that has no id and no address yet. */
export type EntryDraft = Unlisted<ChildCustomization>;

export interface FoundEntry {
  draft: EntryDraft;
  details: Details;
  /** The name in the file to the letter, where it is listed under another one. */
  ownName?: string;
}

export interface EntryReading {
  entries: FoundEntry[];
  findings: Finding[];
}

export interface EntryRules {
  readonly format: Format;
  readonly joiner?: string;
  readonly strict?: true;
}

interface EntryHeader {
  fields: Frontmatter;
  block: string;
  finding?: Finding;
}

const noFrontmatter: Finding = { code: 'frontmatter-missing', line: 1, message: 'no YAML frontmatter' };
const leftOut = (finding: Finding): EntryReading => ({ entries: [], findings: [finding] });

function readBlock(block: string, loosely: boolean): EntryHeader | Finding {
  const parsed = parseFrontmatter(block);
  if ('fields' in parsed) return { fields: parsed.fields, block };
  return loosely ? { fields: parseLoosely(block), block, finding: parsed.finding } : parsed.finding;
}

/** The frontmatter, or why there is none. */
function readHeader(path: string, loosely: boolean): EntryHeader | Finding {
  const split = readFrontmatter(path);
  if (split.kind === 'none') return noFrontmatter;
  if (split.kind === 'utf16')
    return { code: 'encoding-invalid', line: 1, message: 'file is UTF-16, not UTF-8' };
  if (split.kind === 'open')
    return { code: 'frontmatter-unclosed', line: 1, message: 'frontmatter has no closing "---" line' };
  const header = readBlock(split.block, loosely);
  if (!split.damaged || 'message' in header || header.finding !== undefined) return header;
  const message = 'not valid UTF-8: some letters are lost';
  return { ...header, finding: { code: 'encoding-invalid', line: 1, message } };
}

interface Gated {
  disableUserInvocation?: boolean;
  disableModelInvocation?: boolean;
}

function putGates(draft: Gated, fields: Frontmatter): void {
  const is = (key: string, word: string) => textField(fields, key)?.toLowerCase() === word;
  if (is('user-invocable', 'false') || is('user-invokable', 'false')) draft.disableUserInvocation = true;
  if (is('disable-model-invocation', 'true')) draft.disableModelInvocation = true;
}

function putRule(draft: Unlisted<RuleCustomization>, fields: Frontmatter): void {
  const always = textField(fields, 'alwaysApply')?.toLowerCase();
  if (always === 'true' || always === 'false') draft.alwaysApply = always === 'true';
  const globs = globList(fields, 'globs') ?? globList(fields, 'applyTo') ?? globList(fields, 'paths');
  put(draft, 'globs', globs);
}

function putAgent(draft: Unlisted<AgentCustomization>, fields: Frontmatter): void {
  putGates(draft, fields);
  put(draft, 'model', boundedField(fields, 'model', skillLimits.nameChars));
  put(draft, 'tools', toolList(fields, 'tools'));
}

type MarkdownDraft = Unlisted<
  SkillCustomization | AgentCustomization | PromptCustomization | RuleCustomization
>;

/** The entry a frontmatter describes, under this name if it gives itself none. */
function describe(type: Format['contents'], fields: Frontmatter, fallback: string): FoundEntry {
  const name =
    boundedField(fields, 'name', skillLimits.nameChars) ?? bounded(fallback, skillLimits.nameChars);
  const draft = { type, name } as MarkdownDraft;
  put(draft, 'description', boundedField(fields, 'description', skillLimits.descriptionChars));
  const details = detailsOf(fields);
  if (draft.type === 'skill') putGates(draft, fields);
  if (draft.type === 'agent') putAgent(draft, fields);
  if (draft.type === 'rule') putRule(draft, fields);
  if (draft.type === 'skill' || draft.type === 'agent') {
    details.tokens = estimateTokens(name, draft.description);
  }
  const ownName = fields.get('name');
  return typeof ownName === 'string' && ownName !== name ? { draft, details, ownName } : { draft, details };
}

function readSkill(file: FoundFile, strict: boolean): EntryReading {
  const header = readHeader(file.canonical, !strict);
  if ('message' in header) return leftOut(header);
  const { fields, block, finding } = header;
  const directory = file.folder.slice(file.folder.lastIndexOf('/') + 1) || basename(dirname(file.path));
  const { findings, listed } = checkSkill(fields, block, directory, strict);
  const all = finding === undefined ? findings : [finding, ...findings];
  return { entries: listed ? [describe('skill', fields, directory)] : [], findings: all };
}

/** The name a file gives its entry, with its subdirectories where the place says so. */
function fileName({ name, folder }: FoundFile, { format, joiner }: EntryRules): string {
  const base = name.replace(format.suffix, '') || name;
  return joiner === undefined || folder === '' ? base : [...folder.split('/'), base].join(joiner);
}

function readMarkdown(file: FoundFile, rules: EntryRules): EntryReading {
  const header = readHeader(file.canonical, true);
  const fields: Frontmatter = 'message' in header ? new Map() : header.fields;
  const finding = 'message' in header ? header : header.finding;
  return {
    entries: [describe(rules.format.contents, fields, fileName(file, rules))],
    findings: finding === undefined || finding === noFrontmatter ? [] : [finding],
  };
}

function readToml(file: FoundFile, rules: EntryRules): EntryReading {
  const read = readText(file.canonical, hostLimits.jsonFileBytes);
  if ('refused' in read) return leftOut({ code: read.code, message: `file ${read.refused}` });
  const { strings, finding } = readTomlStrings(read.text);
  if (finding !== undefined) return leftOut(finding);
  const fields: Frontmatter = new Map();
  for (const key of ['name', 'description', 'model']) {
    const value = strings.get(key);
    if (value !== undefined) fields.set(key, value);
  }
  const entry = describe(rules.format.contents, fields, fileName(file, rules));
  return { entries: [entry], findings: [] };
}

function readHookFile(file: FoundFile, rules: EntryRules): EntryReading {
  const json = readJson(file.canonical);
  if ('finding' in json) return leftOut(json.finding);
  const hooks = readHooks(json.file, fileName(file, rules));
  if (hooks.length === 0)
    return leftOut({ code: 'hooks-missing', line: 1, message: 'file declares no hooks' });
  return { entries: hooks.map((draft) => ({ draft, details: {} })), findings: [] };
}

function readMemory(file: FoundFile): EntryReading {
  // Opened all the same: a rule nobody can read should be known about.
  readFrontmatter(file.canonical);
  return { entries: [{ draft: { type: 'rule', name: file.name }, details: {} }], findings: [] };
}

function readByKind(file: FoundFile, rules: EntryRules): EntryReading {
  switch (rules.format.kind) {
    case 'skill':
      return readSkill(file, rules.strict === true);
    case 'markdown':
      return readMarkdown(file, rules);
    case 'toml':
      return readToml(file, rules);
    case 'hooks':
      return readHookFile(file, rules);
    case 'memory':
      return readMemory(file);
  }
}

/** Reads one file; never throws for what is on the disk. */
export function readEntries(file: FoundFile, rules: EntryRules): EntryReading {
  try {
    return readByKind(file, rules);
  } catch (error) {
    return leftOut(unreadable('file', error));
  }
}
