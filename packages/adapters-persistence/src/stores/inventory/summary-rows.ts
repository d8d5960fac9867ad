import { fromNumeric, type SummaryRequest, type SummaryRow } from '@backroom/core';

/** What moved in one interval, as it is read. */
export interface SummaryRecord {
  readonly interval: string;
  readonly type: SummaryRow['type'];
  readonly grouped: number | null;
  readonly quantity_in: string;
  readonly quantity_out: string;
  readonly net: string;
  readonly count: number;
}

/** The same in the words of the core. */
export const toSummaryRow = (row: SummaryRecord, by: SummaryRequest['by']): SummaryRow => ({
  interval: row.interval,
  type: row.type,
  itemId: by === 'item' ? row.grouped : null,
  categoryId: by === 'category' ? row.grouped : null,
  quantityIn: fromNumeric(row.quantity_in),
  quantityOut: fromNumeric(row.quantity_out),
  net: fromNumeric(row.net),
  count: row.count,
});
