import pg from 'pg';

// Type OIDs of PostgreSQL.
const int8 = 20;
const date = 1082;
const timestamp = 1114;
const interval = 1186;
const asSent = (text: string): string => text;

/**
 * Mapping of database values: `timestamptz` to Date, `int8` to number, `jsonb` to the parsed value; `numeric`, `date` and
 * `interval` stay texts as sent by PostgreSQL.
 */
export function valueTypes(): pg.TypeOverrides {
  const types = new pg.TypeOverrides();
  types.setTypeParser(int8, exactNumber);
  for (const type of [date, timestamp, interval]) types.setTypeParser(type, asSent);
  return types;
}

/** Counts and keys are safe integers; any other value must not be rounded silently. */
function exactNumber(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`${text} is too large for a number: select it as text or as numeric.`);
}
