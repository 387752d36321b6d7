/** Waits for conditions on something that changes, such as the output of a process. */
export class Conditions {
  readonly #checks = new Set<() => void>();

  /** Checks every condition that is waited for; call it after each change. */
  check(): void {
    for (const check of this.#checks) check();
  }

  /** Resolves as soon as the condition holds, and rejects once `failure` returns an error. */
  until(holds: () => boolean, failure: () => Error | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const check = () => {
        const error = failure();
        if (holds()) resolve();
        else if (error !== undefined) reject(error);
        else return;
        this.#checks.delete(check);
      };
      this.#checks.add(check);
      check();
    });
  }
}
