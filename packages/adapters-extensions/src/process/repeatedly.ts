/** Does something at intervals (ms), failures left out, until `end`, which waits for the last time. */
export function repeatedly(period: number, act: () => Promise<unknown>): { end(): Promise<void> } {
  let last: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    last = act().catch(() => undefined);
  }, period);
  return {
    async end() {
      clearInterval(timer);
      await last;
    },
  };
}
