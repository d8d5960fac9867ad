import { defineEntity, p } from '@mikro-orm/core';

/** Progress of the last import of historical data and of the recurring batches; a single row. */
export const FactImportRow = defineEntity({
  name: 'FactImport',
  tableName: 'fact_import',
  properties: {
    id: p.smallint().primary().autoincrement(false),
    /** The job of the last import; null before the first, and after its facts were deleted. */
    jobId: p.uuid().nullable(),
    importedCustomers: p.integer().nullable(),
    importedOrders: p.integer().nullable(),
    totalCustomers: p.integer().nullable(),
    totalOrders: p.integer().nullable(),
    /** Start of the imported range; null if unbounded. */
    importedFrom: p.datetime(3).nullable(),
    cursorAt: p.datetime(3).nullable(),
    cursorId: p.integer().nullable(),
    /** Number of failed orders beyond those in `failed_order`. */
    overflow: p.integer().default(0),
  },
  checks: [{ name: 'fact_import_one_check', expression: 'id = 1' }],
});

/** An order whose facts could not be computed. */
export const FailedOrderRow = defineEntity({
  name: 'FailedOrder',
  tableName: 'failed_order',
  properties: {
    orderId: p.integer().primary().autoincrement(false),
    error: p.text(),
    failedAt: p.datetime(3),
    /** The job that retries it. */
    retriedBy: p.uuid().nullable(),
  },
});
