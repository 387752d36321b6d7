/** The invariants, and their violations. */

export const invariants = {
  readable: 'every settings file can be read by its tool, at every moment',
  kept: 'everything in the files except our switches stays as it was',
  narrow: 'a switch for one scope changes nothing in the files of another',
  true: 'an entry that was reported as switched is switched, and one that was refused is not',
  listed: '`list` shows what the files say',
  shown: 'every client ends up with what the files say',
  remembered: 'no client is notified that the host forgot a switch that no other client changed',
  recovered: 'clients and commands recover when the faults are over',
  wellEnded: 'every process ends as it should',
  restored: 'a reset of everything leaves the settings files as they were, to the byte',
  clean: 'no file, lock or process is left behind',
} as const;

export type Invariant = keyof typeof invariants;

export interface Violation {
  readonly invariant: Invariant;
  readonly what: string;
}

const shownLines = 250;

export class Report {
  readonly seed: number;
  readonly violations: Violation[] = [];
  #lines: string[] = [];
  readonly #start = performance.now();

  constructor(seed: number) {
    this.seed = seed;
  }

  readonly log = (line: string): void => {
    this.#lines.push(`${((performance.now() - this.#start) / 1000).toFixed(3)} ${line}`);
  };

  /** Records a violation; the same one only once. */
  readonly add = (invariant: Invariant, what: string): void => {
    if (this.violations.some((known) => known.invariant === invariant && known.what === what)) return;
    this.violations.push({ invariant, what });
    this.log(`!! ${invariant}: ${what}`);
  };

  /** Returns the violations of one invariant and how to reproduce them; empty if there are none. */
  describe(invariant: Invariant): string {
    const found = this.violations.filter((violation) => violation.invariant === invariant);
    if (found.length === 0) return '';
    const again = `npm run test:chaos -- --seed ${this.seed}`;
    return [
      `${invariants[invariant]}: not so with seed ${this.seed} (${again})`,
      ...found.map(({ what }) => `- ${what}`),
    ].join('\n');
  }

  /** Returns the last events, each with its time in seconds. */
  get story(): string {
    return [`Chaos with seed ${this.seed}:`, ...this.#lines.slice(-shownLines), ''].join('\n');
  }
}
