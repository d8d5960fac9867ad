/** Numbers of the records of a list by status. */
export interface StatusTotals<Status extends string = string> {
  /** Of the records that the list has when no status is asked for. */
  readonly total: number;
  /** Every status, also those without records. */
  readonly statuses: readonly { readonly status: Status; readonly total: number }[];
}

/** Totals in the order of `statuses`; records in one of `unlisted` are in the list only when it is asked for. */
export function statusTotals<Status extends string>(
  statuses: readonly Status[],
  counted: ReadonlyMap<Status, number>,
  unlisted: readonly Status[] = [],
): StatusTotals<Status> {
  const totals = statuses.map((status) => ({ status, total: counted.get(status) ?? 0 }));
  const listed = totals.filter(({ status }) => !unlisted.includes(status));
  return { total: listed.reduce((sum, { total }) => sum + total, 0), statuses: totals };
}
