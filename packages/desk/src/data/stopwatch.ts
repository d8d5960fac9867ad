/** Starts to measure: the function gives the milliseconds since. */
export function stopwatch(): () => number {
  const begun = performance.now();
  return () => performance.now() - begun;
}
