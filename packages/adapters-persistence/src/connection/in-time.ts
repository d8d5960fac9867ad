const closingMillis = 10_000;

/** Waits at most ten seconds: bounds shutdown if a client never closes. */
export async function inTime(ending: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise((resolve) => {
    timer = setTimeout(resolve, closingMillis);
  });
  await Promise.race([ending, tooLong]).finally(() => clearTimeout(timer));
}
