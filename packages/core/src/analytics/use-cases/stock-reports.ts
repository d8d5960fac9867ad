import { UNIT } from '../../kernel/numbers/decimal.ts';
import type { AllKeys } from '../engine/pinned.ts';
import type { StockCounts, StockReportEntry } from '../report-entries.ts';
import type { ReportPorts } from '../report-ports.ts';
import { lowStockDefault, stockCounts, stockReport } from '../reports/stock.ts';
import { type ReportList, type ReportRead, reportList, reportRead } from './report-list.ts';
import { listKeys, type ReportListInput, runList } from './run-list.ts';

/** Lists the stock of published and private products and variations. */
export const listStockReport: ReportList<ReportListInput, StockReportEntry> = reportList(async (ports, input) => {
  const { rows, total, settings } = await runList(ports, stockReport, input);
  const byDefault = Math.round(lowStockDefault(settings) * UNIT);
  const entries = rows.map((row) => ({
    id: Number(row.id),
    parentId: Number(row.parent_id),
    name: String(row.name),
    sku: String(row.sku),
    stockStatus: String(row.stock_status),
    quantity: Number(row.shown_quantity),
    managesStock: row.manages_stock === true,
    usesParentStock: row.uses_parent_stock === true,
    lowStockAmount: row.low_stock_amount === null ? byDefault : Number(row.low_stock_amount),
  }));
  return { entries, total };
});

/** Returns the keys of all listed products and variations, in order. */
export const stockKeys = (ports: ReportPorts, input: ReportListInput): Promise<AllKeys> =>
  listKeys(ports, stockReport, input);

/** Counts published and private products and variations by stock status. */
export const readStockStats: ReportRead<object, StockCounts> = reportRead(async ({ reports, shopSettings }) => {
  const counts = stockCounts(await shopSettings.read());
  const { counted } = await reports.answer({ counted: counts });
  const [row] = counted;
  const count = (name: keyof StockCounts): number => Number(row?.[name] ?? 0);
  return {
    products: count('products'),
    lowstock: count('lowstock'),
    instock: count('instock'),
    outofstock: count('outofstock'),
    onbackorder: count('onbackorder'),
  };
});
