import { fromNumeric } from '@backroom/core';
import type { SummaryRequest, SummaryRow } from '@backroom/core/inventory';

/** Quantities of one interval, operation type and group (item or category id). */
export interface SummaryRecord {
  readonly interval: string;
  readonly type: SummaryRow['type'];
  readonly grouped: number | null;
  readonly quantity_in: string;
  readonly quantity_out: string;
  readonly net: string;
  readonly count: number;
}

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
