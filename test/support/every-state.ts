/** Entries in every state, in folders and plugins in every state. */

import { agent, directory, extras, type Node, plugin, server, skill } from './picker.js';
import { standing } from './standing.js';

const off = { enabled: false };
const why = { file: '/repo/.claude/settings.json', line: 4, text: 'skillOverrides.a = "off"' };

export const nodesInEveryState: readonly Node[] = [
  directory(
    'd',
    [
      skill('on', extras({ tools: [standing('claude'), standing('codex', { shadowedBy: 'off' })] })),
      skill(
        'off',
        extras({ tools: [standing('claude', { ...off, why, switchable: [], note: 'it is managed' })] }),
      ),
      skill('mixed', extras({ tools: [standing('claude'), standing('codex', off)] })),
      skill('shadowed', extras({ tools: [standing('claude', { inEffect: false, shadowedBy: 'on' })] })),
      skill('refused', extras({ tools: [standing('claude', { inEffect: false, isRefused: true })] })),
      skill('unobeyed', extras({ tools: [standing('claude', { inEffect: false, note: 'not trusted' })] })),
      skill('kept', { ...off, ...extras({ kept: true }) }),
      agent('hidden', { disableUserInvocation: true, disableModelInvocation: true }),
      skill('same'),
      skill('same'),
    ],
    { load: { kind: 'degraded' } },
  ),
  plugin('p', [skill('under', extras({ tools: [standing('claude', off)] })), skill('bare', off)], {
    ...off,
    load: { kind: 'error' },
    ...extras({ tools: [standing('claude', off)] }),
  }),
  directory('gone', undefined),
  server('m', { state: { kind: 'authRequired', requiredScopes: ['read'], resource: { resource: 'x' } } }),
];
