/** For how long typing rests before its words are asked for. */
const REST = 150;

/**
 * Waits until typing rests. A query whose words change meanwhile is aborted before it is sent; without words there is no wait.
 * @throws the reason of the signal
 */
export const untilRested = (words: string, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (words === '') return resolve();
    const timer = setTimeout(resolve, REST);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
