import type { Zone } from '../../kernel/zone.ts';
import type { ReportCustomer } from '../report-entries.ts';
import type { ReportRow } from '../report-ports.ts';

type CellValue = ReportRow[string] | undefined;

/** Returns a text unchanged; null for anything else. */
export const textOf = (value: CellValue): string | null => (typeof value === 'string' ? value : null);

/** Converts a UTC timestamp to local time of the shop. */
export function localOf(moment: CellValue, zone: Zone): string | null {
  const utc = textOf(moment);
  return utc === null ? null : zone.toLocal(new Date(`${utc.replace(' ', 'T')}Z`));
}

/** Reads a customer from a report row. */
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

/** Indexes rows by a numeric column. */
export const rowsBy = (rows: readonly ReportRow[], column: string): ReadonlyMap<number, ReportRow> =>
  new Map(rows.map((row) => [Number(row[column]), row]));

/** Groups rows by a numeric column. */
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

/** Parses a JSON column; undefined if it is empty or invalid. */
export function jsonOf(value: CellValue): unknown {
  try {
    return JSON.parse(textOf(value) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
