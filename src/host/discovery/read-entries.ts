/**
 * Reads the entries that one file declares, and the problems in it. Knows nothing about ids, containers or other files. A
 * file that declares nothing is left out, and a finding gives the reason.
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
import { readText } from '../files/open-file.js';
import { parseTomlText } from '../files/parse-toml.js';
import { hostLimits } from '../limits.js';
import { readHooks, readMcpServers } from './declarations.js';
import { bounded, boundedField, detailsOf, globList, put, toolList } from './details.js';
import type { FoundFile } from './find-files.js';
import { type Frontmatter, parseFrontmatter, parseLoosely } from './frontmatter.js';
import { readFrontmatter } from './frontmatter-block.js';
import { readJson } from './json-file.js';
import { type Finding, unreadable } from './problems.js';
import type { Format, SearchPlace } from './search-places.js';
import { checkSkill, textField } from './validate.js';

type Unlisted<T> = T extends unknown ? Omit<T, 'id' | 'uri'> : never;

/** An entry that has no id and no address yet. */
type EntryDraft = Unlisted<ChildCustomization>;

export interface FoundEntry {
  draft: EntryDraft;
  details: Details;
  /** The exact name in the file, if the entry is listed under another one. */
  ownName?: string;
}

interface EntryReading {
  entries: FoundEntry[];
  findings: Finding[];
}

export type EntryRules = Pick<SearchPlace, 'format' | 'joiner' | 'strict'>;

interface EntryHeader {
  fields: Frontmatter;
  block: string;
  finding?: Finding;
}

const noFrontmatter: Finding = { code: 'frontmatter-missing', line: 1, message: 'no YAML frontmatter' };
const leftOut = (finding: Finding): EntryReading => ({ entries: [], findings: [finding] });

/** The frontmatter, or a finding if there is none. */
function readHeader(path: string, loosely: boolean): EntryHeader | Finding {
  const split = readFrontmatter(path);
  if (split.kind === 'none') return noFrontmatter;
  if (split.kind === 'utf16')
    return { code: 'encoding-invalid', line: 1, message: 'file is UTF-16, not UTF-8' };
  if (split.kind === 'open')
    return { code: 'frontmatter-unclosed', line: 1, message: 'frontmatter has no closing "---" line' };
  const { block, damaged } = split;
  const parsed = parseFrontmatter(block);
  if ('finding' in parsed) {
    const { finding } = parsed;
    return loosely ? { fields: parseLoosely(block), block, finding } : finding;
  }
  if (!damaged) return { fields: parsed.fields, block };
  const message = 'not valid UTF-8: some letters are lost';
  return { fields: parsed.fields, block, finding: { code: 'encoding-invalid', line: 1, message } };
}

function putGates(draft: Unlisted<SkillCustomization | AgentCustomization>, fields: Frontmatter): void {
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

type MarkdownDraft = Unlisted<
  SkillCustomization | AgentCustomization | PromptCustomization | RuleCustomization
>;

/** The entry that a frontmatter describes. `fallback` is its name if the frontmatter has none. */
function describe(type: Format['contents'], fields: Frontmatter, fallback: string): FoundEntry {
  const name = bounded(textField(fields, 'name') ?? fallback, skillLimits.nameChars);
  const draft = { type, name } as MarkdownDraft;
  put(draft, 'description', boundedField(fields, 'description', skillLimits.descriptionChars));
  const details = detailsOf(fields);
  if (draft.type === 'rule') putRule(draft, fields);
  if (draft.type === 'skill' || draft.type === 'agent') {
    putGates(draft, fields);
    // About four characters make a token.
    details.tokens = Math.ceil((name.length + (draft.description?.length ?? 0)) / 4);
  }
  if (draft.type === 'agent') {
    put(draft, 'model', boundedField(fields, 'model', skillLimits.nameChars));
    put(draft, 'tools', toolList(fields, 'tools'));
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

/** The name of an entry after its file, with subdirectories if the place joins them. */
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
  const parsed = parseTomlText(read.text);
  if ('line' in parsed)
    return leftOut({ code: 'toml-invalid', line: parsed.line, message: 'not valid TOML' });
  const fields: Frontmatter = new Map();
  for (const key of ['name', 'description', 'model']) {
    const value = parsed.tables[key];
    if (typeof value === 'string') fields.set(key, value);
  }
  const entry = describe(rules.format.contents, fields, fileName(file, rules));
  return { entries: [entry], findings: [] };
}

/** Reads a file of hooks or servers. */
function readDeclarations(file: FoundFile, rules: EntryRules): EntryReading {
  const json = readJson(file.canonical);
  if ('finding' in json) return leftOut(json.finding);
  const { drafts, findings } =
    rules.format.kind === 'mcp'
      ? readMcpServers(json.file)
      : { drafts: readHooks(json.file, fileName(file, rules)), findings: [] };
  if (rules.format.kind === 'hooks' && drafts.length === 0)
    return leftOut({ code: 'hooks-missing', line: 1, message: 'file declares no hooks' });
  return { entries: drafts.map((draft) => ({ draft, details: {} })), findings };
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
    case 'mcp':
      return readDeclarations(file, rules);
    case 'memory':
      // Opens the file only to report one that cannot be read.
      readFrontmatter(file.canonical);
      return { entries: [{ draft: { type: 'rule', name: file.name }, details: {} }], findings: [] };
  }
}

/** Reads one file. Never throws for anything on the disk. */
export function readEntries(file: FoundFile, rules: EntryRules): EntryReading {
  try {
    return readByKind(file, rules);
  } catch (error) {
    return leftOut(unreadable('file', error));
  }
}
