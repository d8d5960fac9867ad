import type { ProgressListener } from '@backroom/core';

/** Ends an import whose command was interrupted or has gone away; rolls back its unit of work. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor() {
    super('The command was interrupted.');
  }
}

/** Fails with `Interrupted` at the next progress before the commit once the signal is aborted. */
export const interruptibleProgress =
  (onProgress: ProgressListener | undefined, signal: AbortSignal): ProgressListener =>
  (progress) => {
    if (signal.aborted && progress.stage !== 'recomputing') throw new Interrupted();
    onProgress?.(progress);
  };

/** Fails with `Interrupted` once the signal is aborted, also while waiting for the next chunk. */
export async function* interruptibleFile<T>(
  chunks: AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T, void, undefined> {
  const iterator = chunks[Symbol.asyncIterator]();
  let abort = () => {};
  const onAbort = () => abort();
  signal.addEventListener('abort', onAbort, { once: true });
  // Not a race of promises, each of which would be held until the signal is.
  const next = () =>
    new Promise<IteratorResult<T>>((resolve, reject) => {
      abort = () => reject(new Interrupted());
      if (signal.aborted) abort();
      else iterator.next().then(resolve, reject);
    });
  try {
    for (let step = await next(); !step.done; step = await next()) yield step.value;
  } finally {
    signal.removeEventListener('abort', onAbort);
    // Not awaited: a pending read of a terminal ends with the process only.
    void iterator.return?.()?.catch(() => {});
  }
}
