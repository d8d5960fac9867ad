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

/** What is told for people, and what depends on the address of the shop. */
const unlike = new Set(['_links', 'total_formatted', 'attribution']);

/** An answer as it is compared: without what is for people, and numbers to four decimals. */
export function comparable(value: unknown, ignore: readonly string[] = [], at = 'body'): unknown {
  if (typeof value === 'number') return Math.round(value * 10_000) / 10_000;
  if (Array.isArray(value)) return value.map((each) => comparable(each, ignore, `${at}[]`));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      unlike.has(name) || ignore.includes(`${at}.${name}`) ? [] : [[name, comparable(member, ignore, `${at}.${name}`)]],
    ),
  );
}

const identity = (row: unknown): number => {
  const { order_id: order, id } = row as { readonly order_id?: number; readonly id?: number };
  return order ?? id ?? 0;
};

/** Rows in an order of their own, where the recorded side left theirs to chance. */
export const arranged = (body: unknown, isUnordered: boolean | undefined): unknown =>
  isUnordered && Array.isArray(body) ? body.toSorted((a, b) => identity(a) - identity(b)) : body;
