import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../architecture/rules/sources.ts';

/** A question about the small shop, and the right answer (../fixtures). */
export interface ReportCase {
  readonly name: string;
  readonly url: string;
  readonly role: string;
  readonly expect: {
    readonly status: number;
    readonly total?: string | null;
    readonly total_pages?: string | null;
    readonly body: unknown;
  };
  readonly ignore?: readonly string[];
  readonly unordered?: boolean;
  readonly sorted?: { readonly field: string; readonly direction: 'asc' | 'desc' };
}

/** Every recorded case. */
export const reportCases = JSON.parse(
  readFileSync(join(root, 'test/support/fixtures/report-cases.json'), 'utf8'),
) as readonly ReportCase[];

/** The route and the query of a case. */
export function askedIn({ url }: ReportCase): { readonly path: string; readonly query: string } {
  const params = new URL(url, 'https://shop.example').searchParams;
  const path = params.get('rest_route') ?? '';
  params.delete('rest_route');
  return { path, query: params.toString() };
}

/** Readable texts, and parts that depend on the address of the shop. */
const unlike = new Set(['_links', 'total_formatted', 'image', 'permalink', 'attribution', 'display', 'file_path']);
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isEmpty = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;

/** An answer for a comparison: without readable texts, and with one form of nothing. */
export function comparable(value: unknown, ignore: readonly string[] = [], at = 'body'): unknown {
  if (isEmpty(value)) return [];
  if (Array.isArray(value)) return value.map((each) => comparable(each, ignore, `${at}[]`));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      unlike.has(name) || ignore.includes(`${at}.${name}`) ? [] : [[name, comparable(member, ignore, `${at}.${name}`)]],
    ),
  );
}

/** The right answer with those of its numbers that were rounded differently taken from what was given. */
export function nearly(right: unknown, given: unknown): unknown {
  if (typeof right === 'number' && typeof given === 'number')
    return Math.abs(right - given) <= 0.0001 + 1e-9 * Math.abs(right) ? given : right;
  if (Array.isArray(right) && Array.isArray(given)) return right.map((each, index) => nearly(each, given[index]));
  if (!isObject(right) || !isObject(given)) return right;
  return Object.fromEntries(Object.entries(right).map(([name, each]) => [name, nearly(each, given[name])]));
}

const keys = ['order_id', 'product_id', 'variation_id', 'category_id', 'coupon_id', 'tax_rate_id', 'id'];
const identity = (row: unknown): string => keys.map((key) => (isObject(row) ? (row[key] ?? '') : '')).join('/');

/** Rows in an order of their own, where the recorded side left theirs to chance. */
export const arranged = (body: unknown, isUnordered: boolean | undefined): unknown =>
  isUnordered && Array.isArray(body)
    ? body.toSorted((a, b) => (identity(a) < identity(b) ? -1 : identity(a) > identity(b) ? 1 : 0))
    : body;

/** The numbers by which a list has to be sorted, as far as the recorded side sorts it. */
export const sortedNumbers = (body: unknown, { field }: NonNullable<ReportCase['sorted']>): readonly number[] =>
  Array.isArray(body) ? body.map((row) => Number(isObject(row) ? row[field] : 0)) : [];
