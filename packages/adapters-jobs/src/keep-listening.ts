import type { BackOff, Ear } from './queue-place.ts';

/** Opens one listening connection. */
type OpenEar = (ear: Ear) => Promise<{ close(): Promise<void> }>;

/** 1, 2, 4 … 30 seconds. */
const defaultBackOff: BackOff = { firstMillis: 1_000, longestMillis: 30_000 };

/** The pause before an attempt, counted from 0; jitter takes away up to half of it. */
function pauseOf(attempt: number, { firstMillis, longestMillis }: BackOff): number {
  const whole = Math.min(longestMillis, firstMillis * 2 ** Math.min(attempt, 30));
  return whole * (0.5 + Math.random() / 2);
}

/**
 * Keeps one listening connection open until it is closed. One loop owns every connection: the previous one is closed before the
 * next attempt, so there is never a second one. `onNotice` is also called after each reconnect, for notices that were missed.
 */
export function keepListening(
  open: OpenEar,
  onNotice: () => void,
  backOff: BackOff = defaultBackOff,
): { close(): Promise<void> } {
  const closing = Promise.withResolvers<void>();
  let isClosed = false;
  let attempt = 0;
  const listenOnce = async (): Promise<void> => {
    const lost = Promise.withResolvers<void>();
    const ear = await open({ onNotice, onLost: lost.resolve });
    // A connection that lasts starts the back-off again.
    const lasting = setTimeout(() => {
      attempt = 0;
    }, backOff.longestMillis);
    onNotice();
    await Promise.race([lost.promise, closing.promise]);
    clearTimeout(lasting);
    await ear.close();
  };
  const loop = async (): Promise<void> => {
    while (!isClosed) {
      await listenOnce().catch(() => {});
      if (!isClosed) await pause(pauseOf(attempt, backOff), closing.promise);
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
