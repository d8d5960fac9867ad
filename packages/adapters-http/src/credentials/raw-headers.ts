/** Number of occurrences of a header; Node drops all but the first of some. */
export function countOf(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const each = rawHeaders[index] ?? '';
    if (each.length === name.length && each.toLowerCase() === name) count += 1;
  }
  return count;
}
