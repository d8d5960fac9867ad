import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { knownReports } from '../../packages/cli/src/report/known-reports.ts';
import { forFiles, forPeople } from '../../packages/cli/src/report/sheet.ts';
import { sparkline } from '../../packages/cli/src/report/sparkline.ts';
import { monthOf } from '../../packages/cli/src/report/this-month.ts';
import { createMigratedDatabase, dropDatabase, serverUrl } from '../support/databases.ts';
import { launch, program } from './processes.ts';
import { backroom, dataTemplate, serving } from './terminal.ts';

// Each of them starts a server or opens data.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const file = fileURLToPath(new URL('../support/fixtures/shop-small.ndjson', import.meta.url));
const winter = ['after=2025-01-01T00:00:00', 'before=2025-03-31T23:59:59'];
const names = knownReports.map(({ name }) => name);

let template: Awaited<ReturnType<typeof dataTemplate>>;
let folder: string;
let server: Awaited<ReturnType<typeof serving>>;
const report = (...argv: readonly string[]) => server.run(['report', ...argv]);
const lines = (text: string) => text.trimEnd().split(/\r?\n/);

beforeAll(async () => {
  template = await dataTemplate();
  folder = await template.copy('reports');
  server = await serving(folder);
  expect(await server.run(['import', file])).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await template?.[Symbol.asyncDispose]();
});

describe('the month of a local time', () => {
  it.each([
    ['2026-11-23 14:00:00', '2026-11-01', '2026-11-30'],
    ['2024-02-29 00:00:00', '2024-02-01', '2024-02-29'],
    ['2026-12-31 23:59:59', '2026-12-01', '2026-12-31'],
  ])('of %s is from %s to %s', (local, first, last) => {
    expect(monthOf(local)).toEqual({ first, last });
  });
});

describe('report', () => {
  it('without dates means this month by the calendar of the shop, and states it', async () => {
    const month = new Date().toISOString().slice(0, 7);
    const { code, out, err } = await report('revenue/stats', 'interval=month', '--format', 'json');
    const { intervals } = JSON.parse(out) as { readonly intervals: readonly { readonly date_start: string }[] };
    expect([code, intervals.map(({ date_start }) => date_start)]).toEqual([0, [`${month}-01 00:00:00`]]);
    expect(err).toMatch(new RegExp(`^This month by the calendar of the shop: ${month}-01 to ${month}-\\d\\d; after=`));
    const dated = await report('revenue/stats', 'after=2025-01-01T00:00:00', 'before=2025-01-31T23:59:59');
    expect(dated.err).toBe('');
  });

  it('lists every report without a name', async () => {
    const { code, out } = await report();
    expect(code).toBe(0);
    expect(lines(out).map((line) => line.split(' ')[0])).toEqual(['report', ...names]);
    expect(names).toEqual(expect.arrayContaining(['orders', 'revenue/stats', 'stock', 'leaderboards/products']));
  });

  it.each(names)('prints %s as text and for files', async (name) => {
    const range = 'after' in (knownReports.find((each) => each.name === name)?.params ?? {}) ? winter : [];
    const [table, csv] = [await report(name, ...range), await report(name, ...range, '--format', 'csv')];
    expect([table.code, csv.code]).toEqual([0, 0]);
    expect(lines(table.out).length).toBeGreaterThan(1);
    expect(lines(csv.out).length).toBeGreaterThan(1);
    expect(csv.out).not.toMatch(/undefined|NaN|object Object/);
    expect(table.out).not.toMatch(/undefined|NaN|object Object/);
  });

  it('prints totals with a sparkline, and the intervals', async () => {
    const { out } = await report('revenue/stats', ...winter, 'interval=month');
    expect(out).toMatch(/^number +total +2025-01 to 2025-03\nNet sales +895\.58 +[▁-█]{3}\n/);
    expect(out).toMatch(/\nDate +Orders +Gross sales .*\n2025-03-01 00:00:00 +8 +380\.97 /);
  });

  it('prints the columns that are exported, with names of categories', async () => {
    const { out, err } = await report('products', ...winter, 'orderby=items_sold', '--format', 'csv', '--bom');
    expect(lines(out).slice(0, 4)).toEqual([
      '\uFEFFProduct title,SKU,Items sold,N. Revenue,Orders,Category,Variations,Status,Stock',
      'Sticker,,16,11.68,3,Decor,0,In stock,N/A',
      'Mug,MUG-1,13,156.25,6,Accessories,0,In stock,40',
      'T-Shirt,TEE,9,121.65,5,T-Shirts,4,In stock,N/A',
    ]);
    expect(err).toBe('10 of 12; see page= and per_page=.\n');
  });

  it('prints a row for each part of each interval', async () => {
    const words = ['interval=quarter', 'segmentby=customer_type', 'fields=orders_count', '--format', 'csv'];
    expect(lines((await report('orders/stats', ...winter, ...words)).out)).toEqual([
      'Date,Segment,Segment name,Orders',
      '2025-01-01 00:00:00,0,New,5',
      '2025-01-01 00:00:00,1,Returning,19',
    ]);
  });

  it('accepts pairs of pairs as JSON', async () => {
    const words = ['attribute_is=[["pa_color","red"]]', 'fields=orders_count', '--format', 'json'];
    expect((await report('orders/stats', ...winter, ...words)).json()).toMatchObject({ totals: { orders_count: 6 } });
  });

  it('shows the parameters of a report, by the names of its route', async () => {
    const { out, code } = await report('orders/stats', '--help');
    expect(code).toBe(0);
    for (const name of ['after', 'status_is_not', 'product_includes', 'segmentby', 'fields'])
      expect(out).toMatch(new RegExp(`^${name} +`, 'm'));
  });

  it.each([
    [['nonsense'], 3, 'no report of this name'],
    [['orders', 'afer=2025-01-01'], 2, 'The report orders has no parameter afer'],
    [['orders', 'after'], 2, 'is not of the form name=value'],
    [['orders', '--format', 'xml'], 2, 'Allowed choices are table, csv, json'],
    [['orders', 'after=soon', 'per_page=1000'], 5, '  per_page: per_page must be between'],
    [['products/stats', 'segmentby=variation'], 5, 'exactly one product'],
  ])('refuses %j', async (argv, code, words) => {
    const ended = await report(...argv);
    expect([ended.code, ended.out, ended.err]).toEqual([code, '', expect.stringContaining(words)]);
  });

  it('prints a refusal as JSON as the route does', async () => {
    const ended = await report('orders', 'after=soon', '--json');
    expect([ended.code, ended.problem()]).toMatchObject([5, { code: 'rest_invalid_param', data: { params: {} } }]);
  });

  it('ends well when the reader has closed the pipe', async () => {
    await using child = launch(['report', 'orders', ...winter, 'per_page=100', '--format', 'csv'], {
      environment: { DATA_DIR: folder, LOG_LEVEL: 'silent', HOME: folder },
    });
    child.unread();
    expect(await child.ended).toMatchObject({ code: 0, err: '' });
  });

  it('reports that the output cannot be written', () => {
    const stdout = openSync(file, 'r');
    const ended = spawnSync(process.execPath, [...program(), 'version'], { stdio: ['ignore', stdout, 'pipe'] });
    closeSync(stdout);
    expect([ended.status, String(ended.stderr)]).toEqual([1, 'backroom: The output cannot be written: EBADF.\n']);
  });

  it('prints the same from a server', async () => {
    const name = await createMigratedDatabase();
    try {
      const run = (...argv: readonly string[]) =>
        backroom([...argv, '--database-url', serverUrl(name)], {
          environment: { JWT_SECRET: 'a-secret-that-is-long-enough-for-a-key' },
        });
      await run('import', file);
      for (const form of [['revenue/stats', 'interval=month'], ['products', 'per_page=100'], ['downloads']]) {
        const words = [...form, ...winter, '--format', 'csv'];
        const [own, other] = [await report(...words), await run('report', ...words)];
        expect([other.code, other.out]).toEqual([0, own.out]);
      }
    } finally {
      await dropDatabase(name);
    }
  });
});

describe('what is printed', () => {
  it('has amounts with the decimals of the shop', () => {
    const print = forPeople({ priceDecimals: 2 });
    expect([1.005, -0.001, 12].map((value) => print({ value, kind: 'amount' }))).toEqual(['1.01', '0.00', '12.00']);
  });

  it('moves no cursor', () => {
    const print = forPeople({ priceDecimals: 2 });
    expect(print({ value: 'Ana\u001b[2J\n\u202eB', kind: 'text' })).toBe('Ana [2J B');
  });

  it('is no formula in a file', () => {
    const print = forFiles({ priceDecimals: 2 });
    expect(print({ value: '=1+1', kind: 'text' })).toBe("'=1+1");
    expect([-5, -2.5].map((value) => print({ value, kind: 'count' }))).toEqual(['-5', '-2.5']);
    expect(print({ value: -20, kind: 'fixed amount' })).toBe('-20.00');
    expect(forFiles({ priceDecimals: 0 })({ value: 20.5, kind: 'amount of two decimals' })).toBe('20.50');
  });

  it.each([
    [[0, 1, 2, 4], '▁▃▅█'],
    [[-2, 0, 2], '▁▅█'],
    [[0, 0], '▁▁'],
    [[5, 5], '██'],
    [[], ''],
  ])('draws %j', (values, drawn) => {
    expect(sparkline(values)).toBe(drawn);
  });
});
