/** Asks a tool about its cases and compares the reports with `list --json`. Each tool has a test file of its own. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ToolId } from '../../src/host/tools/tool.js';
import { compare, ourList, sceneOf } from './agreement.js';
import { askers, cases } from './askers.js';
import { ruleAndHookCases } from './cases/rules-and-hooks.js';
import { installed, toolNamed } from './installed.js';
import { hooksThatRan } from './marks.js';
import { oddCases } from './odd-cases.js';
import { output } from './run.js';
import { SharedProcesses } from './shared-process.js';

export function testAgreement(id: ToolId): void {
  const [tool, asker] = [toolNamed(id), askers[id]];
  // An installation may take longer than a test.
  beforeAll(async () => void (await installed(tool)));
  const processes = new SharedProcesses(asker);
  afterAll(() => processes.end());

  describe(id, () => {
    const all = [...cases[id], ...ruleAndHookCases(id), ...oddCases(id)];
    test.for(all.map((one) => [one.name, one] as const))('%s', async ([, one], context) => {
      const found = await installed(tool);
      if ('missing' in found) return context.skip(`${id} cannot be had here`);
      const shared = processes.for(one);
      const scene = sceneOf(one, shared?.withEmptyHome());
      for (const args of one.commands ?? []) {
        const own = args.map((arg) => (arg.startsWith('~/') ? scene.path(arg) : arg));
        await output({ scene, command: found.command, args: own });
      }
      const list = await ourList(scene, id);
      const reported = await (shared ?? asker).entries(scene, found.command);
      const all = typeof reported === 'string' ? reported : [...reported, ...hooksThatRan(scene)];
      const { claims, mistakes } = compare(list, id, all);
      context.task.meta.agreement = { tool: id, about: one.about, claims, mistakes: mistakes.length };
      expect(mistakes).toEqual([]);
    });
  });
}
