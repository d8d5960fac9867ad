import { defineEntity, p } from '@mikro-orm/core';

/** How far the last import of the past came, and how far the recurring batches are; one row. */
export const FactImportRow = defineEntity({
  name: 'FactImport',
  tableName: 'fact_import',
  properties: {
    id: p.smallint().primary().autoincrement(false),
    /** The job that counts on; null before the first, and after its facts were deleted. */
    jobId: p.uuid().nullable(),
    importedCustomers: p.integer().nullable(),
    importedOrders: p.integer().nullable(),
    totalCustomers: p.integer().nullable(),
    totalOrders: p.integer().nullable(),
    /** Null for all time. */
    importedFrom: p.datetime(3).nullable(),
    cursorAt: p.datetime(3).nullable(),
    cursorId: p.integer().nullable(),
    /** How many orders failed beyond those that are kept. */
    overflow: p.integer().default(0),
  },
  checks: [{ name: 'fact_import_one_check', expression: 'id = 1' }],
});

/** An order whose facts could not be made. */
export const FailedOrderRow = defineEntity({
  name: 'FailedOrder',
  tableName: 'failed_order',
  properties: {
    orderId: p.integer().primary().autoincrement(false),
    error: p.text(),
    failedAt: p.datetime(3),
    /** The job that is to try it again. */
    retriedBy: p.uuid().nullable(),
  },
});
