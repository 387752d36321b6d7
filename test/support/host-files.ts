/** A repository with files that clients of a host may access, and files that they may not. */

import { join } from 'node:path';
import { expect } from 'vitest';
import type { Catalog } from '../../src/host/discovery/catalog.js';
import { discover } from '../../src/host/discovery/discover.js';
import { fileUri } from '../../src/host/files/file-uri.js';
import { HostError } from '../../src/host/wire/host-error.js';
import { HostResources } from '../../src/host/wire/host-resources.js';
import { makeSampleRepository, type SampleRepository } from './sample-repository.js';

export const codes = { notFound: -32008, denied: -32009, alreadyThere: -32010, badParams: -32602 };

/** Returns the error code of a call; fails if the call succeeds. */
export function codeOf(work: () => unknown): number {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(HostError);
    return (error as HostError).code;
  }
  throw new Error('It was not refused.');
}

/** Every request that reads an address. */
export const looks = ['read', 'list', 'resolve'] as const;

export class HostFiles {
  readonly scene: SampleRepository = makeSampleRepository();
  /** How often something was written. */
  writes = 0;
  resources!: HostResources;

  constructor() {
    this.scene.write('secret.txt', 'outside');
    this.scene.write('.agents/skills/alpha/notes.txt', 'inside');
    this.look();
  }

  at(...path: string[]): string {
    return join(this.scene.cwd, ...path);
  }

  uri(...path: string[]): string {
    return fileUri(this.at(...path));
  }

  /** Opens what is on disk now. */
  look(): void {
    this.use(discover(this.scene.environment, { plugins: this.scene.plugins }));
  }

  use(catalog: Catalog): void {
    this.resources = new HostResources(
      () => [catalog],
      () => {
        this.writes += 1;
      },
    );
  }

  /** Fails if any request can read this address. */
  expectClosed(address: string): void {
    for (const way of looks)
      expect(
        codeOf(() => this.resources[way](address)),
        `${way} ${address}`,
      ).toBe(codes.denied);
    expect(
      codeOf(() => this.resources.mkdir(address)),
      `mkdir ${address}`,
    ).toBe(codes.denied);
    for (const createOnly of [false, true]) {
      const write = () => this.resources.write(address, { data: 'x', createOnly });
      expect(codeOf(write), `write ${address}`).toBe(codes.denied);
    }
  }
}
