import type { Condition, RowPlan } from '../plan.ts';
import type { PublishedRow } from '../printed/column.ts';
import { fileCells } from '../printed/file-cells.ts';
import { deletedName } from '../published/members.ts';
import type { ReportPorts } from '../report-ports.ts';
import { lastSoldNames } from '../use-cases/sold-readers.ts';
import type { ExportSource } from './source.ts';

const MARK = '\uFEFF';
/** Rows formatted before yielding to other work. */
const TOGETHER = 250;

/** Formats rows as CSV; without rows, the byte-order mark and the header line. */
export async function formatCsv(
  ports: ReportPorts,
  { printed }: ExportSource,
  rows: readonly PublishedRow[] | undefined,
): Promise<string> {
  const { manageStock, priceDecimals } = await ports.shopSettings.read();
  const columns = printed.columns.filter(({ isOfStock }) => manageStock || !isOfStock);
  const style = { quotesBlanks: true };
  if (!rows) return `${MARK}${ports.tables.write([columns.map(({ header }) => header)], style)}`;
  const names = await namesBehind(ports, printed.names, rows);
  const context = { priceDecimals, nameOf: (id: number) => names.get(id) };
  let text = '';
  for (let from = 0; from < rows.length; from += TOGETHER) {
    if (from > 0) await ports.clock.wait(0);
    const cells = rows.slice(from, from + TOGETHER).map((row) => fileCells(columns, row, context));
    text += ports.tables.write(cells, style);
  }
  return text;
}

/** Names referenced by the rows, by id. */
async function namesBehind(
  { reports }: ReportPorts,
  names: ExportSource['printed']['names'],
  rows: readonly PublishedRow[],
): Promise<ReadonlyMap<number, string>> {
  const ids = names ? [...new Set(rows.flatMap(names.ids))].filter(Number.isSafeInteger) : [];
  if (!names || ids.length === 0) return new Map();
  const where: Condition = { op: 'among', column: 'id', values: ids };
  const plan: RowPlan = {
    kind: 'rows',
    from: names.report === 'products' ? 'product' : 'category',
    columns: ['id', 'name'],
    where,
    orderBy: [{ by: 'id', descending: false }],
  };
  const answer = await reports.answer({ names: plan });
  const known = new Map(answer.names.map(({ id, name }) => [Number(id), String(name)]));
  if (names.report !== 'products') return known;
  const gone = ids.filter((id) => !known.has(id));
  for (const [id, name] of await lastSoldNames({ reports }, 'product_id', gone)) known.set(id, deletedName(name));
  return known;
}
