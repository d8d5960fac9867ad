/** Ids of the lines of a chart that are hidden. */
export type Hidden = ReadonlySet<string>;

export const none: Hidden = new Set();

/** The hidden ones of these lines; where that would be all of them, none is. */
export const hiddenOf = (ids: readonly string[], hidden: Hidden): Hidden =>
  ids.every((each) => hidden.has(each)) ? none : hidden;

const isAlone = (ids: readonly string[], hidden: Hidden, id: string): boolean =>
  ids.every((each) => (each === id) !== hidden.has(each));

/** Hides a line or shows it again; after the last one was hidden all are shown. */
export function toggled(ids: readonly string[], hidden: Hidden, id: string): Hidden {
  if (isAlone(ids, hidden, id)) return none;
  return hidden.has(id) ? new Set([...hidden].filter((each) => each !== id)) : new Set([...hidden, id]);
}

/** Shows only one line, or all where it is the only one. */
export const isolated = (ids: readonly string[], hidden: Hidden, id: string): Hidden =>
  isAlone(ids, hidden, id) ? none : new Set(ids.filter((each) => each !== id));

/** What is shown, for an announcement: all lines, only one, or one less or more than before. */
export function shownOf(ids: readonly string[], hidden: Hidden, id: string): 'all' | 'only' | 'hidden' | 'shown' {
  if (!ids.some((each) => hidden.has(each))) return 'all';
  if (isAlone(ids, hidden, id)) return 'only';
  return hidden.has(id) ? 'hidden' : 'shown';
}
