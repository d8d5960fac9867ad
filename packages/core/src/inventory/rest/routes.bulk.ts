import { readRows } from '../../interface/inventory/rows.ts';
import { tableParams } from '../../interface/inventory/table-answer.ts';
import { bytesOf } from '../../interface/inventory/upload.ts';
import { type Route, route, section } from '../../interface/route.ts';
import { choice, flag, integer, listOf, namedObject, text } from '../../interface/schema.ts';
import type { ItemEntry } from '../bulk/ports.ts';
import { exportItems, exportOperations, importItems, importOperations, type Operation } from '../index.ts';
import { itemFilter, itemFilterParams, operationFilterParams, whatMoved } from './filters.ts';
import { itemColumns, itemRows } from './item-table.ts';
import { operationColumns, operationRows } from './operation-table.ts';
import { presentImport, presentItem, presentOperation } from './presenters.ts';
import { itemShape, operationShape } from './shapes.ts';

/** Options of an import; in the query, because the body is the file. */
const importParams = {
  dry_run: flag({ in: 'query', default: false, description: 'Report what would come of it, and do nothing.' }),
  on_error: choice(['abort', 'skip'], {
    in: 'query',
    default: 'abort',
    description: 'When a row fails: do nothing at all, or do the others.',
  }),
  create_missing: flag({
    in: 'query',
    default: false,
    description: 'Make categories and locations that rows name and that do not exist.',
  }),
  delimiter: choice(['auto', 'comma', 'semicolon', 'tab'], {
    in: 'query',
    default: 'auto',
    description: 'What stands between cells; `auto` looks at the header.',
  }),
} as const;

const delimiterOf = { auto: undefined, comma: ',', semicolon: ';', tab: '\t' } as const;

const reportShape = namedObject('ImportReport', {
  dry_run: flag(),
  total: integer({ description: 'Rows below the header.' }),
  created: integer(),
  updated: integer(),
  unchanged: integer(),
  failed: integer(),
  errors: listOf(
    namedObject('ImportError', {
      row: integer({ description: 'The header is row 1.' }),
      field: text({ description: 'The column; empty where it is none in particular.' }),
      code: text(),
      message: text(),
    }),
    { description: 'The first thousand, by row.' },
  ),
  operations: integer({ description: 'Entries of the ledger.' }),
});

/** Import and export of items. */
export const itemBulkRoutes: readonly Route[] = section(
  'Items',
  route({
    methods: ['GET'],
    path: '/items/export',
    limit: 'bulk',
    summary: 'Export all items that match as CSV or JSON; the filters are those of the list.',
    params: { ...itemFilterParams, ...tableParams },
    useCase: exportItems,
    input: ({ format: _, bom: __, ...filter }) => itemFilter(filter),
    streams: ({ attributeKeys, portions }) => ({
      name: 'items',
      portions,
      columns: async () => itemColumns(await attributeKeys()),
      present: (entry) => presentItem((entry as ItemEntry).item),
    }),
    returns: listOf(itemShape),
  }),
  route({
    methods: ['POST'],
    path: '/items/import',
    limit: 'bulk',
    summary: 'Import items from CSV, matched by sku; all rows are taken or none.',
    accepts: ['csv', 'multipart'],
    params: {
      mode: choice(['upsert', 'create', 'update'], {
        in: 'query',
        default: 'upsert',
        description: 'Whether items that exist may be changed, and others made.',
      }),
      ...importParams,
    },
    useCase: importItems,
    input: ({ upload, delimiter, ...options }, { tables }) => ({
      ...options,
      rows: readRows(() => tables.read(bytesOf(upload), delimiterOf[delimiter]), itemRows),
      ...(upload?.onProgress && { onProgress: upload.onProgress }),
    }),
    present: presentImport,
    returns: reportShape,
  }),
);

/** Import and export of the ledger. */
export const operationBulkRoutes: readonly Route[] = section(
  'Operations',
  route({
    methods: ['GET'],
    path: '/operations/export',
    limit: 'bulk',
    summary: 'Export all operations that match as CSV or JSON, the oldest first; the filters are those of the list.',
    params: { ...operationFilterParams, ...whatMoved, ...tableParams },
    useCase: exportOperations,
    input: ({ format: _, bom: __, ...filter }) => filter,
    streams: ({ portions }, { actor }) => ({
      name: 'operations',
      portions,
      columns: () => operationColumns(actor),
      present: (operation) => presentOperation(operation as Operation, { actor }),
    }),
    returns: listOf(operationShape),
  }),
  route({
    methods: ['POST'],
    path: '/operations/import',
    limit: 'bulk',
    summary: 'Record the movements of a CSV file in your name, row by row; all rows are recorded or none.',
    accepts: ['csv', 'multipart'],
    params: importParams,
    useCase: importOperations,
    input: ({ upload, delimiter, ...options }, { tables }) => ({
      ...options,
      rows: readRows(() => tables.read(bytesOf(upload), delimiterOf[delimiter]), operationRows),
      ...(upload?.onProgress && { onProgress: upload.onProgress }),
    }),
    present: presentImport,
    returns: reportShape,
  }),
);
