/**
 * The settings files of the five tools: where they are, what may be in them at the start, and what
 * each tool accepts. Nothing here is shared with the code under test.
 */

import { type ParseError, parse as parseJsonc } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import type { Scope, ToolId } from './entries.js';

export interface SettingsFile {
  /** `~/…` in the home, else in the repository. */
  readonly path: string;
  readonly tool: ToolId;
  readonly scope: Scope;
  /** Reads the text as the tool does; throws where the tool would not read it. */
  readonly read: (text: string) => unknown;
  /** What may be in it at the start; undefined is no file. */
  readonly texts: readonly (string | undefined)[];
}

function readJsonc(text: string, allowTrailingComma: boolean): unknown {
  const errors: ParseError[] = [];
  const value = parseJsonc(text, errors, { allowTrailingComma });
  if (errors[0] !== undefined) throw new Error(`error ${errors[0].error} at offset ${errors[0].offset}`);
  return value;
}

const strictJson = (text: string): unknown => JSON.parse(text);
const commentedJson = (text: string): unknown => readJsonc(text, false);
const relaxedJson = (text: string): unknown => readJsonc(text, true);

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

export const settingsFiles: readonly SettingsFile[] = [
  {
    path: '~/.claude/settings.json',
    tool: 'claude',
    scope: 'global',
    read: strictJson,
    texts: [
      undefined,
      lines(
        '{',
        '  "model": "opus",',
        '\t"permissions": {"allow": ["Bash(ls:*)"],   "deny": ["Read(./secret)", "Agent(somebody-else)"]},',
        '  "skillOverrides": { "elsewhere": "name-only", "off-elsewhere": "off" }',
        '}',
      ),
      '{"hooks":{},"env":{"B":"2","A":"1"}}',
    ],
  },
  {
    path: '.claude/settings.local.json',
    tool: 'claude',
    scope: 'workspace',
    read: strictJson,
    texts: [
      undefined,
      '{\r\n    "permissions": {\r\n        "allow": [],\r\n        "deny": [ "WebFetch" ]\r\n    }\r\n}\r\n',
      '{"$schema": "https://json.schemastore.org/claude-code-settings.json"}',
    ],
  },
  {
    path: '~/.codex/config.toml',
    tool: 'codex',
    scope: 'global',
    read: parseToml,
    texts: [
      undefined,
      lines(
        '# Mine.',
        'model = "o9"   # the good one',
        '',
        '[[skills.config]] # not a switch of skillpick',
        'name = "elsewhere"',
        'enabled = false',
        '',
        '[tui]',
        "theme = 'dark'",
      ),
      '[projects."/somewhere"]\ntrust_level = "trusted"',
    ],
  },
  {
    path: '~/.copilot/settings.json',
    tool: 'copilot',
    scope: 'global',
    read: relaxedJson,
    texts: [
      undefined,
      lines(
        '{',
        '  // Dark is better.',
        '  "theme": "dim",',
        '  "disabledSkills": ["elsewhere",], /* mine */',
        '}',
      ),
      lines('{"subagents": {"model": "x"}, "banner": "never"}'),
    ],
  },
  {
    path: '.github/copilot/settings.local.json',
    tool: 'copilot',
    scope: 'workspace',
    read: strictJson,
    texts: [
      undefined,
      '{"disabledSkills": [ "elsewhere" ],\n "other": {"z": [1, 2],"a": null}}\n',
      '{"other": 1}',
    ],
  },
  {
    path: '~/.gemini/settings.json',
    tool: 'gemini',
    scope: 'global',
    read: commentedJson,
    texts: [
      undefined,
      lines(
        '{',
        '  // How to log in.',
        '  "security": { "auth": { "selectedType": "gemini-api-key" } },',
        '  "skills": { "disabled": ["elsewhere"] } // off for good',
        '}',
      ),
      '{"ui":{"theme":"x"}}',
    ],
  },
  {
    path: '.gemini/settings.json',
    tool: 'gemini',
    scope: 'workspace',
    read: commentedJson,
    texts: [
      undefined,
      lines('{', '    /* for everyone here */', '    "context": {"fileName": ["AGENTS.md"]}', '}'),
      lines('{"agents": {"overrides": {"somebody-else": {"enabled": false}}}}'),
    ],
  },
  {
    path: '~/.config/opencode/opencode.json',
    tool: 'opencode',
    scope: 'global',
    read: relaxedJson,
    texts: [
      undefined,
      lines(
        '{',
        '  "$schema": "https://opencode.ai/config.json",',
        '  "permission": {',
        '    "skill": { "elsewhere": "ask", }, // one only',
        '  },',
        '}',
      ),
      lines('{ "agent": { "somebody-else": { "disable": true } } }'),
    ],
  },
  {
    path: 'opencode.json',
    tool: 'opencode',
    scope: 'workspace',
    read: relaxedJson,
    texts: [
      undefined,
      lines('{', '\t"model": "x/y",', '\t// keep', '\t"permission": { "bash": "ask" },', '}'),
      '{"instructions": ["AGENTS.md"]}',
    ],
  },
];

/** Copilot CLI's own lock files. skillpick takes such a lock only if its file exists. */
export const copilotLocks: readonly string[] = [
  '~/.copilot/settings.json.lock',
  '.github/copilot/settings.local.json.lock',
];
