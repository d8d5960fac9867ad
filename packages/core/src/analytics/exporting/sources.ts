import { printedReports } from '../printed/lists.ts';
import { presentCustomerEntry, presentDownloadEntry } from '../published/people-presenters.ts';
import { presentOrderEntry, presentStockEntry } from '../published/presenters.ts';
import { customersReport } from '../reports/customers.ts';
import { downloadsReport } from '../reports/downloads.ts';
import { ordersReport } from '../reports/orders.ts';
import { stockReport } from '../reports/stock.ts';
import { customerKeys, listCustomersReport } from '../use-cases/customer-reports.ts';
import { downloadKeys, listDownloadsReport } from '../use-cases/list-downloads-report.ts';
import { listOrdersReport, orderKeys } from '../use-cases/list-orders-report.ts';
import { listStockReport, stockKeys } from '../use-cases/stock-reports.ts';
import { revenueSource } from './revenue-source.ts';
import { soldSources } from './sold-sources.ts';
import { type ExportSource, listSource } from './source.ts';

const { orders, stock, downloads, customers } = printedReports;

/** Export sources by report name. */
export const exportSources = {
  ...soldSources,
  orders: listSource({
    title: 'Orders',
    printed: orders,
    filters: ordersReport.filters,
    isDated: true,
    list: listOrdersReport,
    present: presentOrderEntry,
    keys: orderKeys,
    only: { customers: ['id', 'first_name', 'last_name'] },
  }),
  stock: listSource({
    title: 'Stock',
    printed: stock,
    filters: stockReport.filters,
    isDated: false,
    list: listStockReport,
    present: presentStockEntry,
    keys: stockKeys,
  }),
  downloads: listSource({
    title: 'Downloads',
    printed: downloads,
    filters: downloadsReport.filters,
    isDated: true,
    list: listDownloadsReport,
    present: presentDownloadEntry,
    keys: downloadKeys,
  }),
  customers: listSource({
    title: 'Customers',
    printed: customers,
    filters: customersReport.filters,
    isDated: false,
    list: listCustomersReport,
    present: presentCustomerEntry,
    keys: customerKeys,
  }),
  revenue: revenueSource,
} as const satisfies Readonly<Record<string, ExportSource>>;

export type ExportType = keyof typeof exportSources;

export const isExportType = (text: string): text is ExportType => Object.hasOwn(exportSources, text);
