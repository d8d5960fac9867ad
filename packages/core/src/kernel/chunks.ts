/** Entries per read when a whole table is streamed. */
export const CHUNK_SIZE = 500;

/**
 * Streams all entries in the order of their ids, in chunks (keyset pagination). A chunk is read on demand; a consumer
 * that stops iterating stops the reading.
 */
export async function* chunksOf<E>(
  read: (afterId: number, limit: number) => Promise<readonly E[]>,
  idOf: (entry: E) => number,
): AsyncGenerator<readonly E[], void, undefined> {
  let afterId = 0;
  for (;;) {
    const portion = await read(afterId, CHUNK_SIZE);
    const last = portion.at(-1);
    if (last === undefined) return;
    yield portion;
    if (portion.length < CHUNK_SIZE) return;
    afterId = idOf(last);
  }
}
