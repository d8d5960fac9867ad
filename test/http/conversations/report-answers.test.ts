import { expect, it } from 'vitest';
import { onEveryDatabase } from '../../support/world.ts';

interface Answers {
  readonly answers: Readonly<
    Record<string, { readonly answer?: object; readonly problem?: { readonly code: string } }>
  >;
  readonly code: string;
}
interface Declarations {
  readonly reports: readonly { readonly slug: string; readonly stats: { readonly path: string } | null }[];
}

const path = '/reports/answers';
const range = { after: '2025-01-01T00:00:00', before: '2025-12-31T23:59:59' };
const screen = {
  now: { report: 'revenue/stats', ...range, interval: 'day', per_page: 1_000 },
  orders: { report: 'orders', ...range, per_page: 5 },
  stock: { report: 'stock/stats' },
};

onEveryDatabase(
  'the questions of a screen',
  (world) => {
    const ask = (questions: object, headers = {}) => world().ada.post<Answers>(path, { questions }, headers);

    it('exist for every declared report', async () => {
      const { status, body, headers } = await world().ada.get<Declarations>('/reports');
      expect([status, body.reports.map(({ slug }) => slug)]).toEqual([
        200,
        [
          'revenue',
          'orders',
          'products',
          'variations',
          'categories',
          'coupons',
          'taxes',
          'downloads',
          'customers',
          'stock',
        ],
      ]);
      const known = await world().ada.get('/reports', { 'if-none-match': headers.etag ?? '' });
      expect(known.status).toBe(304);
      const questions = Object.fromEntries(body.reports.map(({ slug, stats }) => [slug, { report: stats?.path }]));
      const { answers } = (await ask(questions)).body;
      expect(Object.values(answers).filter(({ answer }) => !answer)).toEqual([]);
    });

    it('are answered with the measures that they name, and no others', async () => {
      const asked = { report: 'orders/stats', ...range, interval: 'year', fields: ['orders_count', 'net_revenue'] };
      const { answers } = (await ask({ asked })).body;
      const { totals, intervals = [] } = (answers.asked?.answer ?? {}) as {
        readonly totals?: object;
        readonly intervals?: readonly { readonly subtotals: object }[];
      };
      const names = [totals, intervals[0]?.subtotals].map((each) => Object.keys(each ?? {}).toSorted());
      expect(names).toEqual(Array.from({ length: 2 }, () => ['net_revenue', 'orders_count', 'segments']));
    });

    it('are answered with an entity tag, and with 304 as long as nothing changes', async () => {
      const first = await ask(screen);
      expect(first).toMatchObject({ status: 200, headers: { 'cache-control': 'private, no-cache' } });
      const { etag = '' } = first.headers;
      expect(await ask(screen, { 'if-none-match': etag })).toMatchObject({ status: 304, text: '', headers: { etag } });
      expect((await ask({ stock: screen.stock }, { 'if-none-match': etag })).status).toBe(200);
    });

    it('change nothing, and need no key', async () => {
      const before = await world().contents();
      const headers = { 'idempotency-key': 'the same key' };
      expect((await ask(screen, headers)).status).toBe(200);
      const other = await ask({ stock: screen.stock }, headers);
      expect([other.status, Object.keys(other.body.answers), other.headers['idempotent-replayed']]).toEqual([
        200,
        ['stock'],
        undefined,
      ]);
      expect(await world().contents()).toBe(before);
    });

    it('are answered beside one that is refused', async () => {
      const { body, status } = await ask({ ...screen, bad: { report: 'orders/stats', interval: 'decade' } });
      expect([status, Object.keys(body.answers)]).toEqual([200, ['now', 'orders', 'stock', 'bad']]);
      expect(body.answers.bad?.problem).toMatchObject({
        code: 'validation_failed',
        status: 422,
        errors: [{ field: 'questions.bad.interval', pointer: '/questions/bad/interval' }],
      });
    });

    it.each([
      ['without questions', {}],
      ['with a list', { questions: [] }],
      ['with another member', { questions: screen, at: 'once' }],
    ])('are refused as a whole %s', async (_, body) => {
      expect((await world().ada.post(path, body)).status).toBe(422);
    });

    it('require permission to manage the store', async () => {
      expect((await world().mara.post(path, { questions: screen })).status).toBe(403);
      expect((await world().mara.get('/reports')).status).toBe(403);
      expect((await world().anonymous.post(path, { questions: screen })).status).toBe(401);
    });

    it('count as one request each, and not as changes', async () => {
      const asking = await world().person({ role: 'admin' });
      const left = async (questions: object) => {
        const { headers } = await asking.post(path, { questions });
        return [headers['ratelimit-policy'], Number(headers['ratelimit-remaining'])] as const;
      };
      const [policy, first] = await left({ stock: screen.stock });
      const [, second] = await left(screen);
      expect(policy).toContain('api');
      expect(first - second).toBe(3);
    });

    it('are refused as a whole where they exceed the limit', async () => {
      const asking = await world().person({ role: 'admin' });
      const many = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`q${at}`, screen.stock]));
      const statuses: number[] = [];
      for (let round = 0; round < 6; round += 1) statuses.push((await asking.post(path, { questions: many })).status);
      expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
    });
  },
  { environment: { RATE_LIMIT_API: '90' } },
);
