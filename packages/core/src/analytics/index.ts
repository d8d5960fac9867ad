/** Analytics: facts derived from orders, and the reports computed from them. */

export { checkPlan as checkReportPlan } from './check-plan.ts';
export type { MeasureValues, StatsEnvelope, StatsInterval, StatsSegment } from './engine/envelope.ts';
export { reportTookTooLong } from './errors.ts';
export { DOWNLOAD_ACTION } from './exporting/address.ts';
export type { ExportPorts } from './exporting/ports.ts';
export { runExport } from './exporting/run-export.ts';
export { type ExportType, exportSources } from './exporting/sources.ts';
export type { CountedOrder, FactContext } from './facts/fact-context.ts';
export type {
  CouponFact,
  FactDates,
  FactRows,
  LineFact,
  LocalDay,
  LocalTime,
  OrderFact,
  TaxFact,
} from './facts/facts.ts';
export { factsOfOrder } from './facts/facts-of-order.ts';
export { createOrderFacts } from './facts/order-facts.ts';
export { type Finishing, finishRecomputing } from './finish-recomputing.ts';
export type {
  FactImportPorts,
  FactRange,
  FailedCounts,
  FailedOrder,
  FoundOrder,
  ImportCounts,
  ImportLog,
  ImportMemory,
  ImportSelection,
  ImportSource,
  OrderRange,
  WalkPlace,
} from './import-ports.ts';
export { factImportPorts } from './import-ports.ts';
export { failedOrders } from './imports/failed-orders.ts';
export { type BatchPorts, followMode, orderBatch } from './imports/order-batch.ts';
export { pastImport } from './imports/past-import.ts';
export { type Indicator, indicators } from './indicators.ts';
export { aggregatesOf, ROWS } from './measures.ts';
export type {
  Aggregate as ReportAggregate,
  Condition as ReportCondition,
  GroupKey as ReportGroupKey,
  GroupPlan,
  Interval,
  Plan as ReportPlan,
  Question,
  RowPlan,
  Sorting as ReportSorting,
} from './plan.ts';
export type {
  AnalyticsPorts,
  CountingRules,
  FactDifference,
  FactStore,
  FactsUnderWay,
  FactWrite,
  Recount,
} from './ports.ts';
export { analyticsPorts } from './ports.ts';
export type { PrintedColumn, PrintedContext, PrintedKind, PrintedReport, PublishedRow } from './printed/column.ts';
export { fileCell } from './printed/file-cells.ts';
export { printedBoards, printedIndicators, rowsOfBoards } from './printed/front-page.ts';
export { type PrintedNumber, printedNumbers } from './printed/sums.ts';
export { countingRulesOf, type RecomputePorts } from './recompute.ts';
export { type Relation as ReportRelation, relationOf as reportRelation, tables as reportTables } from './relations.ts';
export type {
  CustomerReportEntry,
  CustomerStats,
  DownloadReportEntry,
  OrderReportEntry,
  OrderReportMore,
  ReportCustomer,
  SoldProduct,
  StockCounts,
  StockReportEntry,
} from './report-entries.ts';
export type { ReportAnswer, ReportPorts, ReportRow, ReportRunner } from './report-ports.ts';
export { reportPorts } from './report-ports.ts';
export { everyReport, printedReports } from './reports/all.ts';
export { listCategoriesReport } from './reports/categories.ts';
export { listCouponsReport, readCouponsStats } from './reports/coupons.ts';
export { type CustomerListInput, listCustomersReport, readCustomersStats } from './reports/customers.ts';
export { listDownloadsReport, readDownloadsStats } from './reports/downloads.ts';
export { listOrdersReport, readOrdersStats } from './reports/orders.ts';
export { listProductsReport, readProductsStats } from './reports/products.ts';
export { readRevenueStats } from './reports/revenue.ts';
export { listStockReport, lowStockDefault, readStockStats } from './reports/stock.ts';
export { listTaxesReport, readTaxesStats } from './reports/taxes.ts';
export { listVariationsReport, readVariationsStats } from './reports/variations.ts';
export type {
  CategoryReportEntry,
  CouponReportEntry,
  ProductReportEntry,
  ProductReportMore,
  SaleableMore,
  TaxReportEntry,
  VariationReportEntry,
  VariationReportMore,
} from './sales-entries.ts';
export type {
  ColumnKind as ReportColumnKind,
  Source as ReportSource,
  TableName as ReportTableName,
  TableReference as ReportReference,
} from './tables.ts';
export {
  type AnsweredQuestion,
  type AnswerReportsInput,
  answerReports,
  isQuestionReport,
  type QuestionReport,
  questionReports,
  type ReportQuestion,
} from './use-cases/answer-reports.ts';
export {
  type FilterableAttributeValue,
  type FindAttributeValuesInput,
  findAttributeValues,
} from './use-cases/attribute-values.ts';
export { describeReports, type ReportDeclaration } from './use-cases/describe-reports.ts';
export { type IndicatorsInput, type IndicatorValue, listIndicators, readIndicators } from './use-cases/indicators.ts';
export {
  type Leaderboard,
  type LeaderboardEntry,
  type LeaderboardId,
  type LeaderboardsInput,
  leaderboardIds,
  listLeaderboards,
  readLeaderboards,
} from './use-cases/leaderboards.ts';
export { listReports, type ReportName } from './use-cases/list-reports.ts';
export { openExport } from './use-cases/open-export.ts';
export {
  listFailedOrders,
  type OrderBatchStatus,
  type RetriedOrders,
  readOrderBatches,
  retryFailedOrders,
  triggerOrderBatch,
} from './use-cases/order-batches.ts';
export {
  cancelPastImport,
  deleteFacts,
  importPast,
  type PastImportBegun,
  type PastImportSelection,
  type PastImportStatus,
  readImportStatus,
  readImportTotals,
} from './use-cases/past-imports.ts';
export { type ExportInputId, type ExportStatus, readExport } from './use-cases/read-export.ts';
export { type RefreshRollUpsInput, type RefreshRollUpsReport, refreshRollUps } from './use-cases/refresh-roll-ups.ts';
export type { ReportListInput, ReportStatsInput } from './use-cases/report-reading.ts';
export { type ExportBegun, type StartExportInput, startExport } from './use-cases/start-export.ts';
export {
  type RebuildAnalyticsInput,
  type RecomputeReport,
  rebuildAnalytics,
  type VerifyAnalyticsInput,
  verifyAnalytics,
} from './use-cases/verify-analytics.ts';
