/** `skillpick serve` in a child process, which is killed and restarted behind the proxies. */

import { readFileSync } from 'node:fs';
import { Command, type Ended } from './process.js';
import type { FaultyProxy } from './proxy.js';
import type { World } from './world.js';

interface Life {
  readonly command: Command;
  readonly token: string;
  readonly tokenFile: string;
}

export class HostProcess {
  readonly #bin: string;
  readonly #world: World;
  readonly #proxies: readonly FaultyProxy[];
  #life: Life | undefined;

  constructor(bin: string, world: World, proxies: readonly FaultyProxy[]) {
    this.#bin = bin;
    this.#world = world;
    this.#proxies = proxies;
  }

  /** The token of the host that is running, or ran last. */
  get token(): string {
    return this.#life?.token ?? '';
  }

  get tokenFile(): string {
    return this.#life?.tokenFile ?? '';
  }

  async start(): Promise<void> {
    const command = new Command(this.#bin, this.#world, ['serve', '--json', '--quiet']);
    const about = JSON.parse(await command.firstLine()) as { url: string; tokenFile: string };
    const { tokenFile } = about;
    this.#life = { command, tokenFile, token: readFileSync(tokenFile, 'utf8').trim() };
    for (const proxy of this.#proxies) proxy.target = Number(new URL(about.url).port);
  }

  /** Ends it; no client can connect afterwards. */
  async stop(signal: NodeJS.Signals): Promise<Ended | undefined> {
    for (const proxy of this.#proxies) proxy.target = undefined;
    this.#life?.command.kill(signal);
    return this.#life?.command.ended;
  }
}
