import type { Schema } from '@backroom/core/interface';
import { type ShopRoute, shopRoutes } from '@backroom/core/interface';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAdministrator } from '../support/builders.ts';
import { databases } from '../support/databases.ts';
import { drawing } from '../support/report-draws.ts';
import { randomFacts, storeFacts } from '../support/report-facts.ts';
import { shopOf, shopRequest } from '../support/shop.ts';
import { coreOn, openStores, type Stores } from '../support/stores.ts';
import { inQuery, sampleAddress } from './shop-samples.ts';

/** Every route that reads analytics, and its parameters, from the tables that publish them. */
const routes = shopRoutes()
  .filter(({ path, methods }) => path.startsWith('/shop-analytics') && methods.includes('GET'))
  .map((route) => ({ path: route.path, route }));
type Published = (typeof routes)[number];
type Query = readonly (readonly [string, string])[];

interface Refusal {
  readonly code?: string;
  readonly data?: { readonly params?: object };
}
/** Refusals that are about more than one parameter. */
const own = new Set([
  'shop_admin_reports_invalid_segmenting_variation',
  'shop_analytics_performance_indicators_empty_query',
]);

/** Paths name what is not there. */
const unknown = new Set([
  'rest_invalid_namespace',
  'shop_admin_reports_export_invalid_id',
  'shop_admin_reports_export_invalid_type',
]);

const choicesOf = ({ params }: ShopRoute, name: string): readonly string[] =>
  (params[name]?.enum ?? []).flatMap((each) => (typeof each === 'string' && each !== '' ? [each] : []));

const many = (item: (index: number) => unknown) => Array.from({ length: 10_000 }, (_, index) => item(index));
const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
const quotes = `' " \\ ; -- /* $1 $$ \${x} %s`;
const always: readonly unknown[] = [
  '%',
  quotes,
  'a\0b',
  '\ud800',
  'x'.repeat(20_000),
  deep(40),
  { a: { b: { c: [] } } },
];
const numbers = ['-1', '0', String(Number.MAX_SAFE_INTEGER), '9223372036854775808', '1e308', '-1e308', 'NaN', '0x10'];
const moments = [
  '0001-01-01T00:00:00',
  '9999-12-31T23:59:59Z',
  '0000-00-00T00:00:00',
  '2025-02-30T00:00:00',
  '+275760-09-13T00:00:00Z',
  '2025-01-01T00:00:00+99:99',
  '2025-01-01T00:00:00.999999999-23:59',
];
const lists = [
  many((index) => index).join(),
  many(() => Number.MAX_SAFE_INTEGER).join(),
  many((index) => `%_${index}\\`).join(),
  ','.repeat(10_000),
];

function hostile({ type, format, items }: Schema): readonly unknown[] {
  const types = [type ?? []].flat();
  return [
    ...always,
    ...(types.some((each) => each === 'integer' || each === 'number') ? numbers : []),
    ...(format === 'date-time' ? moments : []),
    ...(types.includes('array') ? [...lists, numbers, moments] : []),
    ...(types.includes('array') && items?.type === 'array'
      ? [many((index) => `${index} %`), [[quotes, quotes]], [[1, 2, 3], [], deep(9)]]
      : []),
    ...(types.includes('string') && format === undefined
      ? [many((index) => `U${index}:%`).join(','), many(String).join(',')]
      : []),
  ];
}

const ages = ['after=0001-01-01T00:00:00', 'before=9998-12-31T23:59:59'];
const century = ['after=1950-01-01T00:00:00', 'before=2049-12-31T23:59:59'];
const second = ['after=2025-03-30T02:30:00', 'before=2025-03-30T02:30:00'];

/** The longest and the shortest ranges, divided, sorted and paged in every way. */
function extremes({ route }: Published): readonly string[] {
  const has = (name: string) => Object.hasOwn(route.params, name);
  const far = has('page') ? [`page=${Number.MAX_SAFE_INTEGER}`] : [];
  const most = has('per_page') ? [`per_page=${route.params.per_page?.maximum}`] : [];
  const ranges = has('after') ? [ages, century, second] : [[]];
  const [sort = []] = [
    choicesOf(route, 'orderby')
      .filter((each) => each !== 'date')
      .slice(0, 1)
      .map((each) => `orderby=${each}`),
  ];
  const hours = has('interval') ? ['interval=hour'] : [];
  const ways = ['interval', 'orderby'].flatMap((name) => choicesOf(route, name).map((each) => `${name}=${each}`));
  const divided = choicesOf(route, 'segmentby').flatMap((each) => [
    [...century, ...hours, ...sort, `segmentby=${each}`],
    [...ages, `segmentby=${each}`, ...most],
  ]);
  return [
    ...ranges.flatMap((range) => [
      [...range, ...far, ...most],
      [...range, ...hours, ...sort],
    ]),
    ...ways.map((way) => [...century, way, ...most]),
    ...divided,
  ].map((query) => query.join('&'));
}

for (const database of databases)
  describe(`any parameter of a report on ${database.name}`, () => {
    let stores: Stores;
    let shop: ReturnType<typeof shopOf>;
    beforeAll(async () => {
      stores = await openStores(database);
      await storeFacts(stores.database, randomFacts(drawing(3), 30));
      shop = shopOf(coreOn(stores));
    });
    afterAll(() => stores?.close());

    /** What is neither answered nor refused, as it should be. */
    const wrong = async ({ route }: Published, queries: readonly Query[]): Promise<readonly string[]> => {
      const path = sampleAddress(route.path, route.variables);
      const found: string[] = [];
      for (const query of queries) {
        const request = { ...shopRequest({ method: 'GET', path }), query };
        const { status, body } = await shop.dispatch(request, async () => anAdministrator());
        const { code = '', data } = body as Refusal;
        const isNamed = Object.keys(data?.params ?? {}).length > 0 || own.has(code);
        if (status === 200 || (status === 400 && isNamed) || (status === 404 && unknown.has(code))) continue;
        found.push(`${JSON.stringify(query).slice(0, 300)}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
      }
      return [...found, ...shop.failures.map(String)];
    };

    it.each(routes)('is answered or refused, however long and however divided: $path', async (each) => {
      const queries = extremes(each).map((query) => [...new URLSearchParams(query)]);
      expect(await wrong(each, queries)).toEqual([]);
    });

    // What is read of a parameter is the same on both.
    if (database.name === 'embedded') return;
    it.each(routes)('is answered or refused, whatever its value: $path', async (each) => {
      const queries = Object.entries(each.route.params).flatMap(([name, descriptor]) =>
        hostile(descriptor).flatMap((value) => {
          const query = inQuery(name, value);
          return query ? [query] : [];
        }),
      );
      expect(await wrong(each, queries)).toEqual([]);
    });
  });
