import { MILLION } from '../../kernel/numbers/amount.ts';
import { UNIT } from '../../kernel/numbers/decimal.ts';
import type { SaleableMore } from '../sales-entries.ts';

/** The call of a presenter, as far as it makes links. */
export interface LinkedCall {
  readonly around: {
    /** Absolute address of the shop, without a slash at the end. */
    readonly baseUrl: string;
    link(path: string): string;
  };
}

const integer = { type: 'integer' } as const;

const number = { type: 'number' } as const;

const text = { type: 'string' } as const;

const links = { type: 'object' } as const;

/** A member that some answers lack. */
const notAlways = { required: false } as const;

const texts = <const N extends readonly string[]>(...names: N) => Object.fromEntries(names.map((name) => [name, text]));

const integers = <const N extends readonly string[]>(...names: N) =>
  Object.fromEntries(names.map((name) => [name, integer]));

const numbers = <const N extends readonly string[]>(...names: N) =>
  Object.fromEntries(names.map((name) => [name, number]));

const orNull = { type: ['string', 'null'] } as const;

const extended = { type: 'object', description: 'Empty unless `extended_info` was asked for.' } as const;

/** Parts of the schemas of published rows. */
export const json = { integer, number, text, links, notAlways, texts, integers, numbers, orNull, extended } as const;

export const linkTo = ({ around }: LinkedCall, path: string) => [{ href: around.link(`/shop-analytics/${path}`) }];

export const DELETED = '(Deleted)';

export const saleableMore = (more: SaleableMore, { around }: LinkedCall) => ({
  name: more.name,
  price: more.price / MILLION,
  image: more.image,
  permalink: more.permalink ?? (more.slug === null ? '' : `${around.baseUrl}/product/${more.slug}`),
  stock_status: more.stockStatus,
  stock_quantity: more.quantity === null ? null : more.quantity / UNIT,
  low_stock_amount: more.lowStockAmount / UNIT,
  sku: more.sku,
});

/** Name of a deleted product: the last name it was sold under, if known. */
export const deletedName = (soldAs: string | undefined): string =>
  soldAs === undefined ? '(Deleted)' : `${soldAs} (Deleted)`;
