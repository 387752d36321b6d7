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
import { readHooks, readServerFile, readSettingsText } from './declarations.js';
import { bounded, boundedField, detailsOf, globList, put, toolList } from './details.js';
import { type FileFacts, noFacts } from './file-facts.js';
import { closedGates } from './file-gates.js';
import { type Frontmatter, parseFrontmatter, parseLoosely } from './frontmatter.js';
import { readFrontmatter } from './frontmatter-block.js';
import { readJson } from './json-file.js';
import { type Finding, unreadable } from './problems.js';
import { type Format, formats, type SearchPlace } from './search-places.js';
import { plainServers, type ReadSettings, type ServerFormat } from './server-places.js';
import { agentsInSettings } from './settings-agents.js';
import { checkSkill, textField } from './validate.js';
import type { FoundFile } from './walk-result.js';

type Unlisted<T> = T extends unknown ? Omit<T, 'id' | 'uri'> : never;

/** An entry that has no id and no address yet. */
type EntryDraft = Unlisted<ChildCustomization>;

export interface FoundEntry {
  draft: EntryDraft;
  details: Details;
  /** The exact name in the file, if the entry is listed under another one. */
  ownName?: string;
  facts: FileFacts;
}

interface EntryReading {
  entries: FoundEntry[];
  findings: Finding[];
}

export type EntryRules = Pick<SearchPlace, 'format' | 'joiner'> & {
  /** Of a file that declares servers. */
  readonly servers?: ServerFormat;
  /** Reads settings that hold agents. */
  readonly read?: ReadSettings | undefined;
  /** False for the name of an agent in settings that they only change. */
  readonly isNew?: (name: string) => boolean;
};

interface EntryHeader {
  facts: FileFacts;
  block: string;
  /** What is wrong with the frontmatter as a whole. */
  finding?: Finding;
}

const noFrontmatter: Finding = { code: 'frontmatter-missing', line: 1, message: 'no YAML frontmatter' };
const unclosed: Finding = {
  code: 'frontmatter-unclosed',
  line: 1,
  message: 'frontmatter has no closing "---" line',
};
const utf16: Finding = { code: 'encoding-invalid', line: 1, message: 'file is UTF-16, not UTF-8' };
const damaged: Finding = {
  code: 'encoding-invalid',
  line: 1,
  message: 'not valid UTF-8: some letters are lost',
};

const leftOut = (finding: Finding): EntryReading => ({ entries: [], findings: [finding] });

/** Parses the block between the dashes, loosely if it is not valid YAML. */
function parseBlock(block: string): { fields: Frontmatter; finding?: Finding } {
  const parsed = parseFrontmatter(block);
  return 'finding' in parsed ? { fields: parseLoosely(block), finding: parsed.finding } : parsed;
}

/** The frontmatter of a file and what is wrong with it; only a finding if the file is no text that tools read. */
function readHeader(path: string): EntryHeader | Finding {
  const split = readFrontmatter(path);
  if (split.kind === 'utf16') return utf16;
  if (split.kind !== 'closed') {
    const { kind, ...beginning } = split;
    const finding = kind === 'open' ? unclosed : noFrontmatter;
    return { facts: { fields: new Map(), flaw: finding.code, ...beginning }, block: '', finding };
  }
  const { kind: _, block, ...beginning } = split;
  const { fields, finding = beginning.isDamaged && block.includes('\uFFFD') ? damaged : undefined } =
    parseBlock(block);
  const facts = { fields, block, ...(finding && { flaw: finding.code }), ...beginning };
  return finding === undefined ? { facts, block } : { facts, block, finding };
}

function putGates(draft: Unlisted<SkillCustomization | AgentCustomization>, fields: Frontmatter): void {
  const closed = closedGates(fields);
  if (closed.includes('user')) draft.disableUserInvocation = true;
  if (closed.includes('model')) draft.disableModelInvocation = true;
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
function describe(type: Format['contents'], facts: FileFacts, fallback: string): FoundEntry {
  const { fields } = facts;
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
  const found = { draft, details, facts };
  return typeof ownName === 'string' && ownName !== name ? { ...found, ownName } : found;
}

function readSkill(file: FoundFile): EntryReading {
  const header = readHeader(file.canonical);
  if ('message' in header) return leftOut(header);
  const { block, finding } = header;
  const { folder, hasAgents, hasManifest } = file;
  const marks = { ...(hasAgents && { hasAgents }), ...(hasManifest && { hasManifest }) };
  const facts: FileFacts = { ...header.facts, folder, ...marks };
  const directory = file.folder.slice(file.folder.lastIndexOf('/') + 1) || basename(dirname(file.path));
  const isWithout = finding === noFrontmatter || finding === unclosed;
  const findings = isWithout ? [] : checkSkill(facts.fields, block, directory);
  const all = finding === undefined ? findings : [finding, ...findings];
  return { entries: [describe('skill', facts, directory)], findings: all };
}

/** The name of an entry after its file, with subdirectories if the place joins them. */
function fileName({ name, folder }: FoundFile, { format, joiner }: EntryRules): string {
  const base = name.replace(format.suffix, '') || name;
  return joiner === undefined || folder === '' ? base : [...folder.split('/'), base].join(joiner);
}

const isReadme = /^readme\.md$/i;

function readMarkdown(file: FoundFile, rules: EntryRules): EntryReading {
  const header = readHeader(file.canonical);
  const known: FileFacts = 'message' in header ? { fields: new Map(), flaw: header.code } : header.facts;
  const facts = { ...known, folder: file.folder };
  const finding = 'message' in header ? header : header.finding;
  // Next to agents, such a file describes the directory.
  if (finding === noFrontmatter && isReadme.test(file.name) && rules.format === formats.agent)
    return { entries: [], findings: [] };
  return {
    entries: [describe(rules.format.contents, facts, fileName(file, rules))],
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
  const isDamaged = read.text.includes('\uFFFD');
  const facts: FileFacts = { fields, toml: parsed.tables, ...(isDamaged && { isDamaged }) };
  return { entries: [describe(rules.format.contents, facts, fileName(file, rules))], findings: [] };
}

function readAgents(file: FoundFile, { read = readSettingsText, isNew }: EntryRules): EntryReading {
  const entries = agentsInSettings(read(file.canonical), file.name)
    .filter(({ name }) => isNew?.(name) !== false)
    .map(({ name, range, facts }): FoundEntry => {
      const draft: Unlisted<AgentCustomization> = { type: 'agent', name, range };
      put(draft, 'description', boundedField(facts.fields, 'description', skillLimits.descriptionChars));
      return { draft, details: {}, facts };
    });
  return { entries, findings: [] };
}

const declared = (draft: EntryDraft): FoundEntry => ({ draft, details: {}, facts: noFacts });

function readServers({ canonical }: FoundFile, { servers = plainServers }: EntryRules): EntryReading {
  const { drafts, findings } = readServerFile(canonical, servers);
  return { entries: drafts.map(declared), findings };
}

function readHookFile(file: FoundFile, rules: EntryRules): EntryReading {
  const json = readJson(file.canonical);
  if ('finding' in json) return leftOut(json.finding);
  const drafts = readHooks(json.file, fileName(file, rules));
  if (drafts.length === 0)
    return leftOut({ code: 'hooks-missing', line: 1, message: 'file declares no hooks' });
  return { entries: drafts.map(declared), findings: [] };
}

function readByKind(file: FoundFile, rules: EntryRules): EntryReading {
  switch (rules.format.kind) {
    case 'skill':
      return readSkill(file);
    case 'markdown':
      return readMarkdown(file, rules);
    case 'toml':
      return readToml(file, rules);
    case 'agentTables':
      return readAgents(file, rules);
    case 'hooks':
      return readHookFile(file, rules);
    case 'mcp':
      return readServers(file, rules);
    case 'memory':
      // Opens the file only to report one that cannot be read.
      readFrontmatter(file.canonical);
      return {
        entries: [{ draft: { type: 'rule', name: file.name }, details: {}, facts: noFacts }],
        findings: [],
      };
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
