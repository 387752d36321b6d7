/**
 * One world from its start to its end: rounds of switches under faults, each followed by checks without faults; then
 * everything is reset, and nothing may be left behind.
 */

import { existsSync, type FSWatcher, utimesSync, watch } from 'node:fs';
import { dirname } from 'node:path';
import { randomFrom } from '../support/random.js';
import { Attempts } from './attempts.js';
import {
  checkKept,
  checkListed,
  checkNarrow,
  checkReadable,
  checkRestored,
  checkTrue,
  strayFiles,
  strayProcesses,
  untruthsIn,
} from './checks.js';
import { LibraryClient } from './client.js';
import { illOf, runCommand, type Surroundings } from './commands.js';
import { allEntries } from './entries.js';
import { HostProcess } from './host.js';
import { type Burst, planRound, type Round } from './plan.js';
import { Command, type Ended } from './process.js';
import { FaultyProxy } from './proxy.js';
import { statesOnDisk, type ToolStates } from './readers.js';
import { Report } from './report.js';
import { settingsFiles } from './settings.js';
import { World } from './world.js';

/** A step that takes longer than this counts as hung. */
const patienceMs = 60_000;

class Run {
  readonly #bin: string;
  readonly #report: Report;
  readonly #random: () => number;
  readonly #world: World;
  readonly #attempts: Attempts;
  #proxies: FaultyProxy[] = [];
  #clients: LibraryClient[] = [];
  #watchers: FSWatcher[] = [];
  #host!: HostProcess;
  #before: Map<string, ToolStates>;

  constructor(bin: string, seed: number) {
    this.#bin = bin;
    this.#report = new Report(seed);
    this.#random = randomFrom(seed);
    this.#world = new World(this.#random);
    this.#attempts = new Attempts(this.#report.log);
    this.#before = statesOnDisk(this.#world, allEntries);
  }

  async whole(rounds: number): Promise<Report> {
    try {
      await this.#start();
      for (let round = 1; round <= rounds && this.#isWell; round += 1) await this.#round(round);
      await this.#end();
    } catch (error) {
      this.#report.add('recovered', `it cannot go on: ${(error as Error).stack}`);
    }
    await this.#stop();
    return this.#report;
  }

  get #isWell(): boolean {
    return this.#report.violations.length === 0;
  }

  async #start(): Promise<void> {
    const { log } = this.#report;
    // Each proxy has its own generator, so that the traffic of one does not change the faults of the other.
    for (const name of ['a', 'b']) {
      const random = randomFrom(Math.floor(this.#random() * 2 ** 32));
      this.#proxies.push(await FaultyProxy.start(random, (line) => log(`proxy ${name}: ${line}`)));
    }
    this.#host = new HostProcess(this.#bin, this.#world, this.#proxies);
    await this.#host.start();
    for (const [at, name] of (['a', 'b'] as const).entries())
      this.#clients.push(await this.#connect(name, at));
    this.#watch();
  }

  #connect(name: 'a' | 'b', at: number): Promise<LibraryClient> {
    return LibraryClient.connect({
      ...{ name, proxy: this.#proxies[at]!, host: this.#host, attempts: this.#attempts },
      forgotten: (names) => {
        const untrue = names.filter((entry) => !this.#attempts.isSharedSince(`client ${name}`, entry));
        if (untrue.length > 0)
          this.#report.add('remembered', `client ${name} is notified that the host forgot ${untrue}`);
      },
    });
  }

  /** Looks at the settings files whenever one of them changes. */
  #watch(): void {
    const directories = new Set(settingsFiles.map(({ path }) => dirname(this.#world.path(path))));
    for (const directory of [...directories].filter(existsSync)) {
      this.#watchers.push(watch(directory, () => this.#look()));
    }
  }

  #look(): void {
    const { add } = this.#report;
    if (checkReadable(this.#world, add)) checkNarrow(this.#world, add);
  }

  async #round(number: number): Promise<void> {
    const { log } = this.#report;
    const round = planRound(this.#random);
    log(`round ${number} ${JSON.stringify({ ...round, bursts: undefined, commands: undefined })}`);
    for (const [at, proxy] of this.#proxies.entries()) proxy.storm(round.rates[at]!);
    const lanes = [
      ...this.#clients.map((client, at) => switchAll(client, round.bursts[at]!)),
      this.#command(round),
    ];
    await this.#inTime('the switches of the round', Promise.all(lanes));
    log('calm');
    for (const proxy of this.#proxies) proxy.calm();
    await this.#settle();
    await this.#check();
    this.#attempts.clear();
  }

  async #command({ commands, killHostAfter, killHostDelayMs }: Round): Promise<void> {
    const around: Surroundings = {
      ...{ bin: this.#bin, world: this.#world, host: this.#host },
      ...{ proxies: this.#proxies, attempts: this.#attempts },
      ill: (what) => this.#report.add('wellEnded', what),
    };
    for (const [at, command] of commands.entries()) {
      const isFatal = at === killHostAfter;
      await Promise.all([
        runCommand(command, around),
        isFatal ? this.#restartHost(killHostDelayMs) : undefined,
      ]);
    }
  }

  async #restartHost(delayMs: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    const ended = await this.#host.stop('SIGKILL');
    this.#checkHost(ended);
    this.#attempts.hostDied();
    await this.#host.start();
    this.#report.log('the host is started again');
  }

  #checkHost(ended: Ended | undefined): void {
    if (ended?.stderr) this.#report.add('wellEnded', `the host says ${ended.stderr.trim()}`);
  }

  async #settle(): Promise<void> {
    const settled = Promise.all(this.#clients.map((client) => client.settle()));
    await this.#inTime('switches in calm', settled);
    for (const { name, trouble } of this.#clients) {
      if (trouble !== undefined) this.#report.add('recovered', `${name} does not come back: ${trouble}`);
    }
  }

  async #check(): Promise<void> {
    const { add } = this.#report;
    if (!checkReadable(this.#world, add)) return;
    const now = statesOnDisk(this.#world, allEntries);
    checkKept(this.#world, add);
    checkNarrow(this.#world, add);
    checkTrue(this.#attempts, this.#before, now, add);
    const listed = await this.#run('list', '--json', '--type', 'all');
    if (listed.code === 0) checkListed(listed.stdout, now, add);
    await Promise.all(this.#clients.map((client) => this.#checkShown(client, now)));
    this.#before = now;
  }

  async #checkShown(client: LibraryClient, now: Map<string, ToolStates>): Promise<void> {
    const isTrue = () => untruthsIn(client, now).length === 0;
    if (await isWithin(patienceMs / 4, client.until(isTrue))) return;
    for (const what of untruthsIn(client, now)) this.#report.add('shown', what);
  }

  /** Closes every client properly, resets everything, and looks for what is left. */
  async #end(): Promise<void> {
    const { add, log } = this.#report;
    log('the end');
    for (const watcher of this.#watchers) watcher.close();
    for (const client of this.#clients) await client.close();
    const ended = await this.#host.stop('SIGTERM');
    this.#checkHost(ended);
    if (ended?.code !== 143)
      add('wellEnded', `the host ends with ${ended?.code ?? ended?.signal} when it is asked to`);
    // Files of dead processes are removed once they are old.
    const old = new Date(Date.now() - 24 * 60 * 60 * 1000);
    for (const path of strayFiles(this.#world)) utimesSync(path, old, old);
    const names = allEntries.map(({ name }) => name);
    for (const scope of ['workspace', 'global']) await this.#run('disable', ...names, '--scope', scope);
    for (const scope of ['workspace', 'global']) await this.#run('reset', ...names, '--scope', scope);
    await this.#run('hosts');
    checkRestored(this.#world, add);
    for (const path of strayFiles(this.#world)) add('clean', `${path} is left`);
    for (const process of strayProcesses(this.#world)) add('clean', `process ${process} is left`);
  }

  /** Runs a command that has to succeed. */
  async #run(...args: readonly string[]): Promise<Ended> {
    const ended = await new Command(this.#bin, this.#world, args).ended;
    const what =
      illOf(ended) ?? (ended.code === 0 ? undefined : `it ends with ${ended.code}: ${ended.stderr.trim()}`);
    if (what !== undefined) this.#report.add('recovered', `${args.join(' ')}: ${what}`);
    return ended;
  }

  async #inTime(what: string, work: Promise<unknown>): Promise<void> {
    if (!(await isWithin(patienceMs, work))) throw new Error(`${what} do not end`);
  }

  async #stop(): Promise<void> {
    for (const watcher of this.#watchers) watcher.close();
    for (const client of this.#clients) await client.close();
    await this.#host?.stop('SIGKILL');
    for (const proxy of this.#proxies) await proxy.close();
    this.#world.remove();
  }
}

async function switchAll(client: LibraryClient, bursts: readonly Burst[]): Promise<void> {
  for (const burst of bursts) await Promise.all(burst.map((step) => client.switch(step)));
}

/** Resolves to false if the work takes longer than that. */
async function isWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs this many rounds in a new world and returns the checks that failed. */
export function runChaos(bin: string, seed: number, rounds: number): Promise<Report> {
  return new Run(bin, seed).whole(rounds);
}
