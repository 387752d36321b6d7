/** A session of skillpick's own host that has something of everything, as the picker shows it. */

import type { Model } from '../../src/picker/state.js';
import { agent, directory, extras, modelOf, type Node, plugin, skill } from './picker.js';
import { standing } from './standing.js';

export const embedded = { kind: 'embedded', name: 'skillpick', protocolVersion: '0.9.0', isOwn: true };

/** Standings in tools: on in these, off in those. */
export const inTools = (on: readonly string[], off: readonly string[] = []) =>
  extras({
    tools: [...on.map((id) => standing(id)), ...off.map((id) => standing(id, { enabled: false }))],
  });

const ownTools = ['claude', 'codex', 'opencode'];

export const ownNodes: readonly Node[] = [
  directory(
    '.agents/skills',
    [
      skill('release-notes', {
        description: 'Draft release notes from commits since the last tag',
        ...inTools(['codex'], ['opencode']),
      }),
      skill('release-check', {
        description: 'Run the checklist',
        disableModelInvocation: true,
        ...inTools([], ['codex', 'opencode']),
      }),
    ],
    extras({
      from: 'repo',
      problems: [
        {
          uri: 'file:///repo/.agents/skills/relay-setup/SKILL.md',
          line: 4,
          message: 'description is missing',
          severity: 'error',
        },
      ],
    }),
  ),
  directory('.claude/agents', [agent('planner', { description: 'Plans first', ...inTools(['claude']) })], {
    contents: 'agent',
    ...extras({ from: 'user' }),
  }),
  plugin(
    'acme-tools',
    [
      skill('relay', {
        disableUserInvocation: true,
        description: 'Hand work over',
        ...inTools([], ['claude']),
      }),
    ],
    { version: '1.2.0', ...inTools([], ['claude']) },
  ),
];

/** Returns the model of these nodes in a session of all tools. */
export function ownModel(
  changes: Partial<Model> = {},
  nodes: readonly Node[] = ownNodes,
  meta?: Record<string, unknown>,
): Model {
  const model = modelOf(nodes, { host: embedded, tools: ownTools, ...changes }, meta);
  return { ...model, session: { ...model.session, provider: 'agents', ...changes.session } };
}
