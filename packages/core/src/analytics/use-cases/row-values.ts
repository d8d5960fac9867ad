import type { Zone } from '../../kernel/zone.ts';
import type { ReportCustomer } from '../report-entries.ts';
import type { ReportRow } from '../report-ports.ts';

type Value = ReportRow[string] | undefined;

/** A text, or null for anything else. */
export const textOf = (value: Value): string | null => (typeof value === 'string' ? value : null);

/** What the clock of the shop shows at a moment that is told in UTC. */
export function localOf(moment: Value, zone: Zone): string | null {
  const utc = textOf(moment);
  return utc === null ? null : zone.toLocal(new Date(`${utc.replace(' ', 'T')}Z`));
}

/** A customer in the words of reports. */
export function customerOf(row: ReportRow, zone: Zone): ReportCustomer {
  return {
    id: Number(row.id),
    userId: (row.user_id ?? null) === null ? null : Number(row.user_id),
    username: textOf(row.username),
    firstName: textOf(row.first_name),
    lastName: textOf(row.last_name),
    email: textOf(row.email),
    country: textOf(row.country),
    state: textOf(row.state),
    city: textOf(row.city),
    postcode: textOf(row.postcode),
    registered: localOf(row.registered_utc, zone),
    lastActive: localOf(row.last_active_utc, zone),
  };
}

/** Rows by the number in one of their columns. */
export const rowsBy = (rows: readonly ReportRow[], column: string): ReadonlyMap<number, ReportRow> =>
  new Map(rows.map((row) => [Number(row[column]), row]));

/** Rows in groups by the number in one of their columns. */
export function groupsBy(rows: readonly ReportRow[], column: string): ReadonlyMap<number, readonly ReportRow[]> {
  const groups = new Map<number, ReportRow[]>();
  for (const row of rows) {
    const id = Number(row[column]);
    const group = groups.get(id);
    if (group) group.push(row);
    else groups.set(id, [row]);
  }
  return groups;
}

/** What stands in a column as JSON; undefined where there is nothing or it is none. */
export function jsonOf(value: Value): unknown {
  try {
    return JSON.parse(textOf(value) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
