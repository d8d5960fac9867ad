import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Schemas } from './api/inventory.d.ts';
import { answerOf, inventory, pageOf, taggedOf, wholeOf } from './client.ts';
import { Refused } from './refusal.ts';
import { sendJson } from './send.ts';
import { untilRested } from './typing.ts';
import type { WriteHeaders } from './writing.ts';

export type Item = Schemas['Item'];
export type Operation = Schemas['Operation'];
export type Location = Schemas['Location'];
export type Category = Schemas['Category'];
export type ImportReport = Schemas['ImportReport'];
export type StockStatus = Item['stock_status'];
export type OperationType = Operation['type'];

const meta = { topics: ['stock'] };

/** Filters of the list of items; `page` counts from 1. */
export interface ItemSearch {
  readonly q: string;
  readonly status: StockStatus | undefined;
  readonly category: number | undefined;
  readonly archived: boolean;
  readonly sort: string;
  readonly page: number;
}

export const itemsPerPage = 50;

type ItemMatch = Pick<ItemSearch, 'q' | 'category' | 'archived'>;

const matching = ({ q, category, archived }: ItemMatch) => ({
  archived: archived ? ('true' as const) : ('false' as const),
  ...(q !== '' && { q }),
  ...(category !== undefined && { category_id: category }),
});

/** How many items match a search, by stock status. */
export const itemTotalsQuery = ({ q, category, archived }: ItemMatch) =>
  queryOptions({
    queryKey: ['item-totals', q, category, archived],
    queryFn: async ({ signal }) => {
      await untilRested(q, signal);
      return answerOf(
        inventory.GET('/items/totals', { params: { query: matching({ q, category, archived }) }, signal }),
      );
    },
    placeholderData: keepPreviousData,
    meta,
  });

export const itemsQuery = ({ q, status, category, archived, sort, page }: ItemSearch) =>
  queryOptions({
    queryKey: ['items', { q, status, category, archived, sort, page }],
    queryFn: async ({ signal }) => {
      await untilRested(q, signal);
      return pageOf(
        inventory.GET('/items', {
          params: {
            query: {
              page,
              per_page: itemsPerPage,
              ...matching({ q, category, archived }),
              ...(status && { stock_status: status }),
              ...(sort !== '' && { sort }),
            },
          },
          signal,
        }),
      );
    },
    placeholderData: keepPreviousData,
    meta,
  });

/** Items with stock at a place, by name. */
export const itemsAtQuery = (location: string, page: number) =>
  queryOptions({
    queryKey: ['items-at', location, page],
    queryFn: ({ signal }) =>
      pageOf(
        inventory.GET('/items', {
          params: { query: { location, page, per_page: itemsPerPage, sort: 'name' } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** An item with its stock at each location, and the tag by which it is changed. */
export const itemQuery = (id: number) =>
  queryOptions({
    queryKey: ['item', id],
    queryFn: ({ signal }) => taggedOf(inventory.GET('/items/{id}', { params: { path: { id } }, signal })),
    meta,
  });

/** The item with exactly this SKU or barcode; undefined where there is none. */
export async function itemOfCode(code: string): Promise<Item | undefined> {
  try {
    return await answerOf(inventory.GET('/items/lookup', { params: { query: { code } } }));
  } catch (error) {
    if (error instanceof Refused && (error.kind === 'missing' || error.kind === 'invalid')) return undefined;
    throw error;
  }
}

/** Filters of the ledger, newest entries first; `before` is the id of the last entry of the page before. */
export interface LedgerSearch {
  readonly item?: number | undefined;
  /** Operations of an order of the shop. */
  readonly order?: number | undefined;
  readonly type?: OperationType | undefined;
  readonly location?: string | undefined;
  readonly person?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly q?: string | undefined;
  readonly before?: number | undefined;
  readonly count: number;
}

export const ledgerQuery = (search: LedgerSearch) =>
  queryOptions({
    queryKey: ['ledger', search],
    queryFn: ({ signal }) =>
      pageOf(
        inventory.GET('/operations', {
          params: {
            query: {
              per_page: search.count,
              ...(search.item !== undefined && { item_id: search.item }),
              ...(search.order !== undefined && { reference_type: 'order', reference_id: String(search.order) }),
              ...(search.type && { type: [search.type] }),
              ...(search.location && { location: search.location }),
              ...(search.person !== undefined && { user_id: search.person }),
              ...(search.from && { recorded_from: search.from }),
              ...(search.to && { recorded_to: search.to }),
              ...(search.q && { q: search.q }),
              ...(search.before !== undefined && { before_id: search.before }),
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    meta,
  });

/** All places, also those that are archived. */
export const locationsQuery = queryOptions({
  queryKey: ['locations'],
  queryFn: ({ signal }) =>
    wholeOf((page) =>
      pageOf(inventory.GET('/locations', { params: { query: { page, per_page: 500, archived: 'any' } }, signal })),
    ),
  meta,
});

/** All categories of items, with the number of items in each. */
export const categoriesQuery = queryOptions({
  queryKey: ['item-categories'],
  queryFn: async ({ signal }) => {
    const entries: ItemCategory[] = [];
    const waiting = [...(await answerOf(inventory.GET('/categories/tree', { signal })))];
    for (let branch = waiting.pop(); branch; branch = waiting.pop()) {
      const { id, name, parent_id: parent, item_count: own, total_item_count: whole, children } = branch;
      entries.push({ id, name, parent, own, whole });
      waiting.push(...children);
    }
    return entries;
  },
  meta,
});

/** A category of items, with the number of items in it, and in it and all categories below. */
export interface ItemCategory {
  readonly id: number;
  readonly name: string;
  readonly parent: number | null;
  readonly own: number;
  readonly whole: number;
}

/** A category with the tag by which it is changed. */
export const categoryQuery = (id: number) =>
  queryOptions({
    queryKey: ['item-category', id],
    queryFn: ({ signal }) => taggedOf(inventory.GET('/categories/{id}', { params: { path: { id } }, signal })),
    meta,
  });

/** Members of an operation as they are recorded. */
export type OperationDraft = Schemas['PostOperationsBody'];

export const recordOperation = (body: OperationDraft, headers: WriteHeaders): Promise<Operation> =>
  answerOf(inventory.POST('/operations', { params: { header: headers }, body }));

/** Records all lines or none. */
export const recordOperations = (
  operations: readonly OperationDraft[],
  headers: WriteHeaders,
): Promise<readonly Operation[]> =>
  sendJson('/operations/batch', { method: 'POST', body: { operations }, headers: { ...headers } });

/** Appends the reversal of an operation; a second one is refused. */
export const reverseOperation = (
  { id, reason }: { readonly id: number; readonly reason: string },
  headers: WriteHeaders,
): Promise<Operation> =>
  sendJson(`/operations/${id}/reverse`, {
    method: 'POST',
    body: reason === '' ? {} : { reason },
    headers: { ...headers },
  });

/** Creates a record, or changes the one at the path. */
export const saveRecord =
  <T>(path: string, method: 'POST' | 'PATCH' | 'DELETE') =>
  (body: unknown, headers: WriteHeaders): Promise<T> =>
    sendJson(path, { method, body, headers: { ...headers } });

/** How a table of items is imported. */
export interface ItemImport {
  readonly file: File;
  readonly isDryRun: boolean;
  readonly mode: 'upsert' | 'create' | 'update';
  readonly createMissing: boolean;
}

/**
 * Imports items from CSV, or reports what an import would do.
 * @throws Refused
 */
export async function importItems({ file, isDryRun, mode, createMissing }: ItemImport, headers: WriteHeaders) {
  const query = { dry_run: isDryRun, mode, create_missing: createMissing };
  return answerOf(
    inventory.POST('/items/import', {
      params: { query, header: headers },
      body: await file.text(),
      bodySerializer: (text) => text,
      headers: { 'content-type': 'text/csv' },
    }),
  );
}

export type ProductLink = Schemas['ProductLink'];

/** The item that counts for a product or variation, or the links that were set to an item. */
export const productLinksQuery = (
  filter: { readonly product_id: number; readonly effective: true } | { readonly item_id: number },
) =>
  queryOptions({
    queryKey: ['product-links', filter],
    queryFn: ({ signal }) =>
      wholeOf((page) =>
        pageOf(inventory.GET('/product-links', { params: { query: { ...filter, page, per_page: 500 } }, signal })),
      ),
    meta: { topics: ['stock', 'catalog'] },
  });

const placeOf = (product: number, headers: WriteHeaders) => ({
  params: { path: { product_id: product } },
  headers: { ...headers },
});

/** Links a product to an item, in place of the link that it has; members that are absent stay. */
export const saveProductLink =
  (product: number, link: ProductLink | undefined) =>
  (body: object, headers: WriteHeaders): Promise<ProductLink> => {
    const kept = link && { item_id: link.item_id, units_per_sale: link.units_per_sale };
    const sent = { ...kept, ...body } as Schemas['PutProductLinksProductIdBody'];
    return answerOf(inventory.PUT('/product-links/{product_id}', { ...placeOf(product, headers), body: sent }));
  };

export const removeProductLink =
  (product: number) =>
  (_: unknown, headers: WriteHeaders): Promise<unknown> =>
    answerOf(inventory.DELETE('/product-links/{product_id}', placeOf(product, headers)));

/** Whether an error is one of the server with this code. */
export const isCode = (error: unknown, code: string): error is Refused =>
  error instanceof Refused && error.code === code;
