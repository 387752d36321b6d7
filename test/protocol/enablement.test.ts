import { describe, expect, it } from 'vitest';
import { keepsDecisions, valueIn } from '../../src/protocol/enablement.js';
import type { CustomizationEnablement } from '../../src/protocol/index.js';
import { plugin, server, skill } from '../support/picker.js';

const on = (kind: string) => ({ kind, enabled: true }) as CustomizationEnablement;
const off = (kind: string) => ({ kind, enabled: false }) as CustomizationEnablement;

describe('the value in a scope', () => {
  it.each([
    ['nothing', {}, [true, true, true]],
    ['a flag', { enabled: false }, [false, false, false]],
    ['the session', { enablement: [off('session')] }, [false, true, true]],
    ['the workspace', { enablement: [off('workspace')] }, [false, false, true]],
    ['everywhere', { enablement: [off('global')] }, [false, false, false]],
    ['all', { enablement: [on('session'), off('workspace'), on('global')] }, [true, false, true]],
    ['the session, against everywhere', { enablement: [on('session'), off('global')] }, [true, false, false]],
    ['a scope of a newer host', { enablement: [off('tenant')] }, [false, false, false]],
    ['both, with a flag that sums up', { enabled: false, enablement: [off('session')] }, [false, true, true]],
  ])('decided by %s', (_what, node, [session, workspace, global]) => {
    expect(valueIn(node, 'session')).toBe(session);
    expect(valueIn(node, 'workspace')).toBe(workspace);
    expect(valueIn(node, 'global')).toBe(global);
  });
});

describe('decisions by scope', () => {
  it.each([
    ['a plugin without a flag', plugin('p', []), true],
    ['an MCP server without a flag', server('m'), true],
    [
      'a plugin with decisions and a flag',
      plugin('p', [], { enabled: true, enablement: [off('global')] }),
      true,
    ],
    ['a plugin with a flag', plugin('p', [], { enabled: true }), false],
    ['an MCP server with a flag', server('m', { enabled: false }), false],
    ['a skill', skill('s'), false],
  ])('of %s', (_what, node, expected) => {
    expect(keepsDecisions(node as never)).toBe(expected);
  });
});
