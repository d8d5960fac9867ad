/** Questions about the past: the facts that orders leave behind, and the reports that are counted from them. */
export type { CountedOrder, FactContext } from './fact-context.ts';
export type { CouponFact, FactDates, FactRows, LineFact, LocalDay, LocalTime, OrderFact, TaxFact } from './facts.ts';
export { factsOfOrder } from './facts-of-order.ts';
export { type Finishing, finishAnew } from './finish-anew.ts';
export type {
  Condition as ReportCondition,
  GroupKey as ReportGroupKey,
  GroupPlan,
  Interval,
  Measure as ReportMeasure,
  Plan as ReportPlan,
  Question,
  RowPlan,
  Sorting as ReportSorting,
} from './plan.ts';
export { checkPlan as checkReportPlan } from './plan.ts';
export type {
  AnalyticsPorts,
  CountingRules,
  FactDifference,
  FactStore,
  FactsUnderWay,
  FactWrite,
  Recount,
} from './ports.ts';
export { countingRulesOf, type RecomputePorts } from './recompute.ts';
export type {
  OrderReportEntry,
  OrderReportMore,
  ReportCustomer,
  SoldProduct,
  StockCounts,
  StockReportEntry,
} from './report-entries.ts';
export type { ReportAnswer, ReportPorts, ReportRow, ReportRunner } from './report-ports.ts';
export {
  type ColumnKind as ReportColumnKind,
  kindOf as reportColumnKind,
  mayBeMissing as mayReportColumnBeMissing,
  type Reference as ReportReference,
  referenceOf as reportTableReference,
  type TableName as ReportTableName,
  tables as reportTables,
} from './tables.ts';
export { listOrdersReport } from './use-cases/list-orders-report.ts';
export { listReports, type ReportName } from './use-cases/list-reports.ts';
export {
  type RefreshRollUpsInput,
  type RefreshRollUpsReport,
  refreshRollUps,
} from './use-cases/refresh-roll-ups.ts';
export type { ReportListInput } from './use-cases/run-list.ts';
export { listStockReport, readStockStats } from './use-cases/stock-reports.ts';
export {
  type RebuildAnalyticsInput,
  type RecomputeReport,
  rebuildAnalytics,
  type VerifyAnalyticsInput,
  verifyAnalytics,
} from './use-cases/verify-analytics.ts';
