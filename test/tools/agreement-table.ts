/** Prints, after all tests, how many claims about each tool and subject agree with the tool. */

import type { Reporter, TestModule } from 'vitest/node';
import type { ToolId } from '../../src/host/tools/tool.js';
import type { ToolCase } from './asker.js';

declare module 'vitest' {
  interface TaskMeta {
    /** How many claims about a tool a test has compared, and how many were wrong. */
    agreement?: { tool: ToolId; about: ToolCase['about']; claims: number; mistakes: number };
  }
}

export class AgreementTable implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tally = new Map<string, { claims: number; mistakes: number }>();
    for (const test of modules.flatMap((module) => [...module.children.allTests()])) {
      const { agreement } = test.meta();
      if (agreement === undefined) continue;
      const key = `${agreement.tool.padEnd(10)}${agreement.about.padEnd(10)}`;
      const { claims, mistakes } = tally.get(key) ?? { claims: 0, mistakes: 0 };
      tally.set(key, { claims: claims + agreement.claims, mistakes: mistakes + agreement.mistakes });
    }
    const rows = [...tally].toSorted().map(([key, { claims, mistakes }]) => {
      const share = claims === 0 ? 100 : Math.round(((claims - mistakes) / claims) * 1000) / 10;
      return `${key}${String(claims).padStart(6)} claims  ${share} %`;
    });
    process.stdout.write(`\n${rows.join('\n')}\n`);
  }
}
