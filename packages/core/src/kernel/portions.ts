/** How many entries are read at a time where all of them are wanted. */
export const PORTION = 500;

/**
 * All entries in the order of their ids, a portion at a time, read when somebody asks for it: whoever stops listening
 * stops the reading.
 */
export async function* portionsOf<E>(
  read: (afterId: number, limit: number) => Promise<readonly E[]>,
  idOf: (entry: E) => number,
): AsyncGenerator<readonly E[], void, undefined> {
  let afterId = 0;
  for (;;) {
    const portion = await read(afterId, PORTION);
    const last = portion.at(-1);
    if (last === undefined) return;
    yield portion;
    if (portion.length < PORTION) return;
    afterId = idOf(last);
  }
}
