import { cannotAccess, cannotEdit } from '../../interface/shop/edit-refusals.ts';
import { type ShopRoute, shopRoute } from '../../interface/shop/route.ts';
import type { Schema } from '../../kernel/schema.ts';
import {
  cancelPastImport,
  deleteFacts,
  importPast,
  type OrderBatchStatus,
  type PastImportStatus,
  type RetriedOrders,
  readImportStatus,
  readImportTotals,
  readOrderBatches,
  retryFailedOrders,
  triggerOrderBatch,
} from '../index.ts';

const selection = {
  days: { type: 'integer', minimum: 0, description: 'Days to import; everything unless given.' },
  skip_existing: { type: 'boolean', default: false, description: 'Leave out what has facts already.' },
} as const;

const text = { type: 'string' } as const;
const whole = { type: 'integer' } as const;
const said: Schema = { name: 'ImportReceipt', type: 'object', properties: { status: text, message: text } };
const progress = { name: 'ImportProgress', type: 'object', properties: { imported: whole, total: whole } } as const;
const changing = ['POST', 'PUT', 'PATCH'] as const;

const success = (message: string) => ({ status: 'success', message });

function presentStatus({ isImporting, memory }: PastImportStatus): object {
  if (!memory) return { is_importing: isImporting };
  const { imported, totals, from } = memory;
  return {
    is_importing: isImporting,
    customers: { imported: imported.customers, total: totals.customers },
    orders: { imported: imported.orders, total: totals.orders },
    imported_from: from === null ? -1 : `${from.toISOString().slice(0, 10)} 00:00:00`,
  };
}

const presentBatches = (status: OrderBatchStatus): object => ({
  mode: status.mode,
  last_processed_date: status.lastProcessed,
  next_scheduled: status.nextScheduled,
  import_in_progress_or_due: status.isInProgressOrDue,
  failed_count: status.failed,
  failed_overflow_count: status.overflow,
});

function presentRetried({ retried, pruned, alreadyScheduled }: RetriedOrders): object {
  const message =
    retried > 0 ? 'The orders that had failed are imported again.' : 'There is no failed order to be imported again.';
  return {
    success: true,
    message,
    retried_count: retried,
    pruned_count: pruned,
    already_scheduled_count: alreadyScheduled,
    error_count: 0,
  };
}

/** Routes of imports of past data, and of the repair of facts of orders changed outside this API. */
export const importRoutes: readonly ShopRoute[] = [
  shopRoute({
    methods: changing,
    path: '/shop-analytics/reports/import',
    summary: 'Make the facts of past orders and customers, in the background.',
    refusal: cannotEdit,
    batch: true,
    params: selection,
    useCase: importPast,
    input: ({ days, skipExisting }) => ({ ...(days !== undefined && { days }), skipExisting }),
    present: ({ isNew }) =>
      isNew
        ? success('The past is being imported. Reports may be incomplete until it is done.')
        : { status: 'error', message: 'An import is under way. Let it finish, or cancel it.' },
    returns: said,
  }),
  shopRoute({
    methods: changing,
    path: '/shop-analytics/reports/import/cancel',
    summary: 'Cancel the import of the past.',
    refusal: cannotEdit,
    batch: true,
    params: {},
    useCase: cancelPastImport,
    present: ({ isNew }) => success(isNew ? 'The import was cancelled.' : 'There was no import to cancel.'),
    returns: said,
  }),
  shopRoute({
    methods: changing,
    path: '/shop-analytics/reports/import/delete',
    summary: 'Delete all facts, in the background; orders and customers stay.',
    refusal: cannotEdit,
    batch: true,
    params: {},
    useCase: deleteFacts,
    present: () => success('All facts are being deleted. Orders and customers stay.'),
    returns: said,
  }),
  shopRoute({
    methods: ['GET'],
    path: '/shop-analytics/reports/import/status',
    summary: 'Read the progress of the import of past orders.',
    refusal: cannotEdit,
    params: {},
    useCase: readImportStatus,
    present: presentStatus,
    returns: {
      name: 'ImportStatus',
      type: 'object',
      properties: {
        is_importing: { type: 'boolean' },
        customers: { ...progress, required: false },
        orders: { ...progress, required: false },
        imported_from: { type: ['string', 'integer'], required: false },
      },
    },
  }),
  shopRoute({
    methods: ['GET'],
    path: '/shop-analytics/reports/import/totals',
    summary: 'Count what an import would process.',
    refusal: cannotEdit,
    params: selection,
    useCase: readImportTotals,
    input: ({ days, skipExisting }) => ({ ...(days !== undefined && { days }), skipExisting }),
    returns: { name: 'ImportTotals', type: 'object', properties: { customers: whole, orders: whole } },
  }),
  shopRoute({
    methods: ['GET'],
    path: '/shop-analytics/imports/status',
    summary: 'Read the state of repair batches: running, progress, failed orders.',
    refusal: cannotAccess,
    params: {},
    useCase: readOrderBatches,
    present: presentBatches,
    returns: {
      name: 'OrderBatchStatus',
      type: 'object',
      properties: {
        mode: { type: 'string', enum: ['scheduled', 'immediate'] },
        last_processed_date: { type: ['string', 'null'] },
        next_scheduled: { type: ['string', 'null'] },
        import_in_progress_or_due: { type: ['boolean', 'null'] },
        failed_count: whole,
        failed_overflow_count: whole,
      },
    },
  }),
  shopRoute({
    methods: ['POST'],
    path: '/shop-analytics/imports/trigger',
    summary: 'Let the next batch begin now.',
    refusal: cannotAccess,
    batch: true,
    params: {},
    useCase: triggerOrderBatch,
    present: () => ({ success: true, message: 'The next batch begins now.' }),
    returns: {
      name: 'OrderBatchTriggered',
      type: 'object',
      properties: { success: { type: 'boolean' }, message: text },
    },
  }),
  shopRoute({
    methods: ['POST'],
    path: '/shop-analytics/imports/retry-failed',
    summary: 'Import the orders again that had failed.',
    refusal: cannotAccess,
    batch: true,
    params: {},
    useCase: retryFailedOrders,
    present: presentRetried,
    returns: {
      name: 'RetriedOrders',
      type: 'object',
      properties: {
        success: { type: 'boolean' },
        message: text,
        retried_count: whole,
        pruned_count: whole,
        already_scheduled_count: whole,
        error_count: whole,
      },
    },
  }),
];
