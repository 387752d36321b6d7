/** The other kinds of entries in the demo: prompts, rules, hooks, commands and MCP servers in every state. */

import {
  command,
  type DemoEntry,
  type DemoPlace,
  demoRepository,
  hook,
  type PlaceTraits,
  place,
  placed,
  prompt,
  rule,
  server,
} from './demo-entry.js';

/** Returns what is true of a folder of the repository. */
const inRepository = (
  path: string,
  contents: string,
  tools: PlaceTraits['tools'],
): PlaceTraits & { readonly type: 'directory' } => ({
  type: 'directory',
  name: path,
  path: `${demoRepository}/${path}`,
  from: 'repo',
  tools,
  contents,
});

export const otherPlaces: readonly DemoPlace[] = [
  place(inRepository('.github/prompts', 'prompt', ['copilot']), [
    prompt('explain', 'Explain the selected code.'),
    prompt('write-docs', 'Write the documentation of this module.'),
  ]),
  place(inRepository('.claude/commands', 'command', ['claude']), [
    command('ship', 'Test, tag and publish.', { details: { argumentHint: '<version>' } }),
    command('standup', 'Say what was done since yesterday.'),
    command('bisect', 'Find the commit that broke it.', { off: [{ tool: 'claude', scope: 'workspace' }] }),
  ]),
  place(inRepository('.claude/rules', 'rule', ['claude']), [
    rule('typescript', 'No default exports.', { globs: ['src/**/*.ts'] }),
    rule('sql', 'Always name the columns.', { globs: ['db/**/*.sql'] }),
  ]),
  place(inRepository('.claude/hooks.json', 'hook', ['claude']), [
    hook('format-on-save', 'PostToolUse'),
    hook('no-secrets', 'PreToolUse'),
  ]),
  place(inRepository('.mcp.json', 'mcpServer', ['claude', 'copilot']), [
    server('github', { kind: 'ready' }),
    server('browser', { kind: 'starting' }),
    server('calendar', {
      kind: 'authRequired',
      reason: 'required',
      resource: { resource: 'https://calendar.example.com' },
    }),
    server('search', { kind: 'error', error: { message: 'search-mcp: command not found' } }),
    server('archive', { kind: 'stopped' }, { off: [{ tool: 'claude', scope: 'workspace' }] }),
  ]),
];

/** A server that is in no folder. */
export const topServer: DemoEntry = placed(
  inRepository('.vscode/mcp.json', 'mcpServer', []),
  server('sentry', { kind: 'ready' }, { tools: ['copilot'] }),
  0,
);
