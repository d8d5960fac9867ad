import type { BackOff, NoticeListener, QueueNotice } from './queue-database.ts';

/** Opens one listening connection. */
type OpenConnection = (listener: NoticeListener) => Promise<{ close(): Promise<void> }>;

/** 1, 2, 4 … 30 seconds. */
const defaultBackOff: BackOff = { firstMillis: 1_000, longestMillis: 30_000 };

/** The delay before an attempt, counted from 0, with jitter: between half of it and all. */
function delayOf(attempt: number, { firstMillis, longestMillis }: BackOff): number {
  const whole = Math.min(longestMillis, firstMillis * 2 ** Math.min(attempt, 30));
  return whole * (0.5 + Math.random() / 2);
}

/**
 * Keeps one listening connection open until it is closed. One loop owns all connections: the previous one is closed
 * before the next attempt, so there is never a second one. `onNotice` is also called after each (re)connect, without a notice,
 * for missed ones.
 */
export function keepListening(
  open: OpenConnection,
  onNotice: (notice?: QueueNotice) => void,
  backOff: BackOff = defaultBackOff,
): { close(): Promise<void> } {
  const closing = Promise.withResolvers<void>();
  let isClosed = false;
  let attempt = 0;
  const listenOnce = async (): Promise<void> => {
    const lost = Promise.withResolvers<void>();
    const connection = await open({ onNotice, onLost: lost.resolve });
    // A lasting connection resets the back-off.
    const lasting = setTimeout(() => {
      attempt = 0;
    }, backOff.longestMillis);
    onNotice();
    await Promise.race([lost.promise, closing.promise]);
    clearTimeout(lasting);
    await connection.close();
  };
  const loop = async (): Promise<void> => {
    while (!isClosed) {
      await listenOnce().catch(() => {});
      if (!isClosed) await pause(delayOf(attempt, backOff), closing.promise);
      attempt += 1;
    }
  };
  const looping = loop();
  return {
    async close() {
      isClosed = true;
      closing.resolve();
      await looping;
    },
  };
}

async function pause(millis: number, until: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, millis);
  await Promise.race([promise, until]);
  clearTimeout(timer);
}
