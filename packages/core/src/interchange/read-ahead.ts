/** Gives what another gives, and lets it get the next one ready while the last is still in use. */
export async function* readAhead<T>(source: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  const iterator = source[Symbol.asyncIterator]();
  const begin = () => {
    const next = iterator.next();
    // Whatever goes wrong is told when its turn has come.
    next.catch(() => {});
    return next;
  };
  let next = begin();
  try {
    for (;;) {
      const { value, done } = await next;
      if (done) return;
      next = begin();
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}
