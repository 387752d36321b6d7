/**
 * Prints, after all tests, how many tests of each subject passed on each version of the host. A subject is the title
 * of a `describeHosts` block. A version that cannot be had is "not run"; a subject that must be tested and is missing
 * fails the run.
 */

import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** The subjects that every version of the host has to pass. */
const required = [
  'list',
  'toggles',
  'scopes',
  'gates',
  'agent selection',
  'published plugin',
  'disposed elsewhere',
  'drops',
  'not described yet',
  'restart',
  'temporary session',
];

interface Count {
  passed: number;
  run: number;
}

type Table = Map<string, Map<string, Count>>;

const title = /^(?<subject>.+), code-server (?<version>[\d.]+)$/;

function note(table: Table, test: TestCase): void {
  const { subject, version } = title.exec(test.fullName.split(' > ')[0]!)?.groups ?? {};
  if (subject === undefined || version === undefined) return;
  const row = table.get(subject) ?? new Map<string, Count>();
  const { passed, run } = row.get(version) ?? { passed: 0, run: 0 };
  const { state } = test.result();
  const counted = { passed: passed + Number(state === 'passed'), run: run + Number(state !== 'skipped') };
  table.set(subject, row.set(version, counted));
}

function cell(count: Count | undefined): string {
  if (count === undefined || count.run === 0) return 'not run';
  return `${count.passed} of ${count.run}, ${Math.floor((count.passed / count.run) * 100)} %`;
}

export class HostTable implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const table: Table = new Map();
    for (const test of modules.flatMap((module) => [...module.children.allTests()])) note(table, test);
    const versions = [...new Set([...table.values()].flatMap((row) => [...row.keys()]))].sort();
    const lines = [...table].map(([subject, row]) =>
      [subject.padEnd(22), ...versions.map((version) => cell(row.get(version)).padEnd(18))].join(' '),
    );
    process.stdout.write(
      `\n${[`${''.padEnd(22)} ${versions.map((v) => v.padEnd(18)).join(' ')}`, ...lines].join('\n')}\n`,
    );
    this.#requireSubjects(table, modules);
  }

  #requireSubjects(table: Table, modules: readonly TestModule[]): void {
    // A run of single files need not have them all.
    const missing = required.filter((subject) => !table.has(subject));
    if (missing.length === 0 || modules.length < required.length) return;
    process.stdout.write(`No test of: ${missing.join(', ')}.\n`);
    process.exitCode = 1;
  }
}
