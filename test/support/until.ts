/** Waits for a condition on something that reports its changes. */

/** Resolves as soon as the condition holds; it is checked now and after every change. */
export function until(subscribe: (listener: () => void) => () => void, holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    let stop: (() => void) | undefined;
    const look = () => {
      if (!holds()) return;
      stop?.();
      resolve();
    };
    if (holds()) resolve();
    else stop = subscribe(look);
  });
}
