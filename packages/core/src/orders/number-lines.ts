import { isObject } from '../kernel/reading/storable.ts';
import type { SentRecord } from '../kernel/records/collection.ts';

const lists = ['lines', 'shipping_lines', 'fee_lines', 'coupon_lines', 'tax_lines'] as const;

/** Assigns ids to lines without one, counting up from the highest id in the record. */
export function numbered(record: SentRecord): SentRecord {
  const linesOf = (name: string): readonly unknown[] => (Array.isArray(record[name]) ? record[name] : []);
  const used = lists.flatMap((name) =>
    linesOf(name).flatMap((line) => (isObject(line) && typeof line.id === 'number' ? [line.id] : [])),
  );
  let last = used.reduce((most, id) => Math.max(most, id), 0);
  const withId = (line: unknown): unknown => {
    if (!isObject(line) || (line.id !== undefined && line.id !== null)) return line;
    last += 1;
    return { ...line, id: last };
  };
  const changed = lists.filter((name) => linesOf(name).length > 0).map((name) => [name, linesOf(name).map(withId)]);
  return { ...record, ...Object.fromEntries(changed) };
}
