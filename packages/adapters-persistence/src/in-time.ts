const closingMillis = 10_000;

/** Waits for the end of something, but at most ten seconds: a client that never ends must not keep the program running. */
export async function inTime(ending: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise((resolve) => {
    timer = setTimeout(resolve, closingMillis);
  });
  await Promise.race([ending, tooLong]).finally(() => clearTimeout(timer));
}
