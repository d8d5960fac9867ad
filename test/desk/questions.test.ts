import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import type { ReportDeclaration } from '../../packages/desk/src/data/reports.ts';
import { listBeforeQuery } from '../../packages/desk/src/looks/asking.ts';
import { type Condition, plainLook } from '../../packages/desk/src/looks/look.ts';
import { filterParameters, listQuestion, statsQuestions } from '../../packages/desk/src/looks/questions.ts';
import { spanOf } from '../../packages/desk/src/looks/span.ts';

const librariesOfDesk = createRequire(new URL('../../packages/desk/package.json', import.meta.url));

/** The part of the library that keeps answers. */
interface Queries {
  readonly QueryClient: new () => { getQueryCache(): { findAll(filter: object): readonly unknown[] } };
  readonly QueryObserver: new (
    client: object,
    options: object,
  ) => { subscribe(listener: () => void): () => void; setOptions(options: object): void };
}

const report: ReportDeclaration = {
  slug: 'orders',
  title: 'Orders',
  question: 'What was ordered?',
  access: 'manage_store',
  export: 'orders',
  stats: {
    path: 'orders/stats',
    lead: 'orders_count',
    strip: ['orders_count'],
    dated: true,
    date_basis: 'counted',
    date_type: false,
    intervals: true,
    measures: [],
    segments: [{ name: 'product', label: 'Product', needs: null, needs_one_of: [] }],
    sorts: ['date'],
  },
  list: {
    path: 'orders',
    key: ['order_id'],
    sort: '-date',
    dated: true,
    params: { extended_info: true },
    columns: [],
    sorts: ['date', 'net_total'],
    totals: null,
  },
  filters: [
    {
      subject: 'product',
      label: 'Product',
      takes: 'ids',
      of: 'products',
      is: 'product_includes',
      not: 'product_excludes',
      on: ['stats', 'list'],
    },
    { subject: 'status', label: 'Status', takes: 'words', is: 'status_is', words: ['failed'], on: ['list'] },
    { subject: 'country', label: 'Country', takes: 'texts', is: 'country_includes', sent: 'commas', on: ['list'] },
    {
      subject: 'spend',
      label: 'Spend',
      takes: 'range',
      unit: 'money',
      from: 'spend_min',
      to: 'spend_max',
      on: ['list'],
    },
    {
      subject: 'seen',
      label: 'Seen',
      takes: 'range',
      unit: 'moment',
      from: 'seen_after',
      to: 'seen_before',
      on: ['list'],
    },
    { subject: 'type', label: 'Type', takes: 'word', is: 'type', on: ['list'] },
    { subject: 'attribute', label: 'Attribute', takes: 'pairs', is: 'attribute_is', on: ['list'] },
  ],
  match: { stats: true, list: true },
};
const asked = (condition: Condition, on: 'stats' | 'list' = 'list') =>
  filterParameters(report, { ...plainLook, conditions: [condition] }, on);
const is = (subject: string, ...values: string[]): Condition => ({ subject, side: 'is', values });

describe('conditions as parameters', () => {
  it.each([
    [is('product', '333', '334'), { product_includes: [333, 334] }],
    [{ subject: 'product', side: 'not', values: ['1'] } as const, { product_excludes: [1] }],
    [is('product', 'x', '7'), { product_includes: [7] }],
    [is('status', 'failed'), { status_is: ['failed'] }],
    [is('country', 'ES', 'DE'), { country_includes: 'ES,DE' }],
    [is('type', 'new'), { type: 'new' }],
    [is('attribute', 'pa_color:red'), { attribute_is: [['pa_color', 'red']] }],
    [{ subject: 'spend', side: 'between', values: ['10', ''] } as const, { spend_min: 10 }],
    [
      { subject: 'seen', side: 'between', values: ['2026-01-01', '2026-01-31'] } as const,
      { seen_after: '2026-01-01T00:00:00', seen_before: '2026-01-31T23:59:59' },
    ],
    [is('unknown', '1'), {}],
    [{ subject: 'status', side: 'not', values: ['failed'] } as const, {}],
  ])('%j', (condition, expected) => {
    expect(asked(condition)).toEqual(expected);
  });

  it('leave out what this side of the report does not have', () => {
    expect(asked(is('status', 'failed'), 'stats')).toEqual({});
  });

  it('are joined by "any" only where there are several', () => {
    const two = { ...plainLook, match: 'any' as const, conditions: [is('product', '1'), is('type', 'new')] };
    expect(filterParameters(report, two, 'list')).toMatchObject({ match: 'any' });
    expect(filterParameters(report, two, 'stats')).not.toHaveProperty('match');
  });
});

describe('questions', () => {
  const calendar = { today: '2026-11-24', weekStartsOn: 1 };
  const timeZone = 'Europe/Madrid';

  it('cover both ranges, the one before cut at the present time of day', () => {
    const span = spanOf(plainLook, calendar);
    const [now, before, ...more] = statsQuestions(report, { ...plainLook, cut: 'product' }, { span, timeZone });
    expect(more).toEqual([]);
    expect(now).toMatchObject({
      report: 'orders/stats',
      after: '2026-10-26T00:00:00',
      before: '2026-11-24T23:59:59',
      interval: 'day',
      segmentby: 'product',
    });
    expect(before).toMatchObject({
      after: '2026-09-26T00:00:00',
      before: expect.stringMatching(/^2026-10-25T\d\d:\d\d:\d\d$/),
    });
    expect(before).not.toHaveProperty('segmentby');
  });

  it('compare days that are over as a whole', () => {
    const look = { ...plainLook, period: 'last-month' as const };
    const [, before] = statsQuestions(report, look, { span: spanOf(look, calendar), timeZone });
    expect(before).toMatchObject({ after: '2026-09-01T00:00:00', before: '2026-10-01T23:59:59' });
  });

  it('have the page and the order of the rows', () => {
    const look = { ...plainLook, sort: '-net_total', page: 3, per: 50 };
    expect(listQuestion(report, look, spanOf(look, calendar))).toMatchObject({
      report: 'orders',
      extended_info: true,
      orderby: 'net_total',
      order: 'desc',
      page: 3,
      per_page: 50,
    });
  });

  it('fall back to the order of the list where another is not declared', () => {
    const look = { ...plainLook, sort: '-secret' };
    expect(listQuestion(report, look, spanOf(look, calendar))).toMatchObject({ orderby: 'date', order: 'desc' });
  });

  it('about rows in the days before are one for any order of them, and are dropped with the rows', async () => {
    const { QueryClient, QueryObserver } = librariesOfDesk('@tanstack/react-query') as Queries;
    const client = new QueryClient();
    const look = { look: plainLook, span: spanOf(plainLook, calendar), timeZone };
    let asked = 0;
    const of = (...ids: number[]) => ({
      ...listBeforeQuery(report, look, { parameter: 'product_includes', ids }),
      queryFn: async () => {
        asked += 1;
        return { rows: [] };
      },
    });
    const observer = new QueryObserver(client, of(1, 2));
    const stop = observer.subscribe(() => undefined);
    const kept = () => client.getQueryCache().findAll({ queryKey: ['list-before'] }).length;
    await expect.poll(() => asked).toBe(1);
    observer.setOptions(of(2, 1));
    expect([asked, kept()]).toEqual([1, 1]);
    for (let id = 3; id < 20; id += 1) observer.setOptions(of(2, id));
    await expect.poll(() => asked).toBe(18);
    await expect.poll(kept).toBe(1);
    stop();
  });
});
