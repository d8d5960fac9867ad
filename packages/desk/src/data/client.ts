import createClient from 'openapi-fetch';
import type { paths as InventoryPaths } from './api/inventory.d.ts';
import type { paths as ShopPaths } from './api/shop.d.ts';
import { shopPath, totalHeader } from './interface-names.ts';
import { Refused } from './refusal.ts';
import { inventoryPath, send } from './send.ts';

/** The inventory interface: `inventory.GET('/items', { params })`. */
export const inventory = createClient<InventoryPaths>({
  baseUrl: inventoryPath(),
  credentials: 'same-origin',
  fetch: send,
});

/** A request whose address has the published names; a copy of a request with a body would be a stream, which needs HTTP/2. */
class ShopRequest extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? shopPath(input) : input, init);
  }
}

/** The shop interface: `shop.GET('/shop/v3/orders', { params })`. It takes lists divided by commas; of repeated names the last. */
export const shop = createClient<ShopPaths>({
  credentials: 'same-origin',
  fetch: send,
  Request: ShopRequest,
  querySerializer: { array: { style: 'form', explode: false } },
});

/** An answer as openapi-fetch gives it. */
interface Exchanged<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * The body of an answer.
 * @throws Refused
 */
export async function answerOf<T>(exchange: Promise<Exchanged<T>>): Promise<T> {
  const { data, error, response } = await exchange;
  if (!response.ok) throw new Refused(response, error);
  return data as T;
}

/** A record with the tag by which it is changed. */
export interface Tagged<T> {
  readonly record: T;
  /** For `If-Match`; undefined where the route has none. */
  readonly tag: string | undefined;
}

/** A record with its entity tag. */
export async function taggedOf<T>(exchange: Promise<Exchanged<T>>): Promise<Tagged<T>> {
  const { response } = await exchange;
  return { record: await answerOf(exchange), tag: response.headers.get('etag') ?? undefined };
}

/** One page of a list. */
export interface Page<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

/** A page of a list of either interface, with the total of its headers. */
export async function pageOf<T>(exchange: Promise<Exchanged<T[]>>): Promise<Page<T>> {
  const { response } = await exchange;
  const rows = await answerOf(exchange);
  const total = response.headers.get('x-total-count') ?? response.headers.get(totalHeader());
  return { rows, total: total === null ? rows.length : Number(total) };
}

/** Most pages of a list that is read whole. */
const MOST_PAGES = 20;

/** All records of a list, page by page. */
export async function wholeOf<T>(ask: (page: number) => Promise<Page<T>>): Promise<Page<T>> {
  const { rows: first, total } = await ask(1);
  const rows = [...first];
  for (let page = 2; rows.length < total && page <= MOST_PAGES; page += 1) rows.push(...(await ask(page)).rows);
  return { rows, total };
}
