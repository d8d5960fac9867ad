import { emptyReportTables, MemoryReportRunner, type MemoryTables } from '@backroom/adapters-memory';
import {
  type Question,
  type ReportAnswer,
  type ReportCondition,
  type ReportRunner,
  ROWS,
} from '@backroom/core/analytics';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawing } from '../support/report-draws.ts';
import { randomFacts } from '../support/report-facts.ts';
import { oneFilter, randomReportQuestion, someFilters } from '../support/report-queries.ts';
import { randomQuestion } from '../support/report-questions.ts';
import { randomRules, type storeSums, sumStates } from '../support/report-sums.ts';

/** What is stored beside the rows, for implementations that store it. */
export type Sums = Parameters<typeof storeSums>[1];

/** A runner, and a function that replaces the rows it reads. */
export interface OpenRunner {
  readonly runner: ReportRunner;
  /** With sums, where it has any: counted by these rules, and in this state. */
  store(tables: MemoryTables, sums?: Sums): Promise<void>;
  close(): Promise<void>;
}

const seed = Number(process.env.REPORT_SEED ?? 20_261_121);
const shops = 6;
const questionsEach = 100;
/** On both databases together more than five thousand. */
const reportsEach = 200;

/** Rows of plans that decide on no order, in one that does not depend on the runner. */
const inSomeOrder = (question: Question, answer: ReportAnswer): ReportAnswer =>
  Object.fromEntries(
    Object.entries(answer).map(([name, rows]) => [
      name,
      question[name]?.orderBy.length === 0 ? rows.toSorted((a, b) => (stable(a) < stable(b) ? -1 : 1)) : rows,
    ]),
  );
const stable = (row: object): string => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)));

export const reportRunnerContract = (
  implementation: string,
  open: () => Promise<OpenRunner>,
  { shopsOfState = 1 }: { readonly shopsOfState?: number } = {},
) =>
  describe(`ReportRunner: ${implementation}`, () => {
    let opened: OpenRunner;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened?.close());

    it(`answers random questions as a plain reading of the rows does (seed ${seed})`, {
      timeout: 300_000,
    }, async () => {
      for (let shop = 0; shop < shops; shop += 1) {
        const draw = drawing(seed + shop);
        const tables = randomFacts(draw, 10 + shop * 12);
        await opened.store(tables);
        const reference = new MemoryReportRunner(tables);
        for (let number = 0; number < questionsEach; number += 1) {
          const question = randomQuestion(draw);
          const reported = `seed ${seed}, shop ${shop}, question ${number}: ${JSON.stringify(question)}`;
          expect(await opened.runner.answer(question), reported).toEqual(await reference.answer(question));
        }
      }
    });

    it.each(sumStates)(
      `answers random questions to the reports, with sums that are %s (seed ${seed})`,
      {
        timeout: 300_000,
      },
      async (state) => {
        for (let shop = 0; shop < shopsOfState; shop += 1) {
          const draw = drawing(seed + 1_000 * (1 + sumStates.indexOf(state)) + shop);
          const tables = randomFacts(draw, 12 + shop * 24);
          const rules = randomRules(draw);
          await opened.store(tables, { rules, state, draw });
          const reference = new MemoryReportRunner(tables);
          for (let number = 0; number < reportsEach; number += 1) {
            const filtering = number % 2 === 0 ? oneFilter : someFilters;
            const { reported, question } = randomReportQuestion(draw, rules, filtering);
            const where = `seed ${seed}, ${state} shop ${shop}, question ${number}: ${JSON.stringify(rules)} ${reported}`;
            const [given, right] = [await opened.runner.answer(question), await reference.answer(question)];
            expect(inSomeOrder(question, given), where).toEqual(inSomeOrder(question, right));
          }
        }
      },
    );

    it.each(sumStates)('counts coupons once in each of some weeks, with sums that are %s', async (state) => {
      const draw = drawing(seed);
      const tables = randomFacts(draw, 300);
      const rules = randomRules(draw);
      await opened.store(tables, { rules, state, draw });
      const question = {
        weeks: {
          kind: 'groups',
          from: 'coupon',
          where: {
            op: 'all',
            of: [
              { op: 'atLeast', column: 'order.created_at', value: '2024-01-01 00:00:00' },
              { op: 'atMost', column: 'order.created_at', value: '2026-12-31 23:59:59' },
            ],
          },
          keys: { week: { column: 'order.created_at', interval: 'week', weekStartsOn: 1 } },
          measures: ['coupons'],
          orderBy: [],
        },
      } satisfies Question;
      const [{ weeks }, right] = [
        await opened.runner.answer(question),
        await new MemoryReportRunner(tables).answer(question),
      ];
      expect(new Set(weeks)).toEqual(new Set(right.weeks));
      expect(weeks.some(({ coupons }) => Number(coupons) > 1)).toBe(true);
    });

    it('returns one group of no rows where there are no keys', async () => {
      await opened.store(emptyReportTables());
      const { sums } = await opened.runner.answer({
        sums: {
          ...{ kind: 'groups', from: 'order', where: { op: 'all', of: [] }, keys: {}, orderBy: [] },
          measures: [ROWS, 'net', 'customers'],
        },
      } satisfies Question);
      expect(sums).toEqual([{ rows: 0, net: 0, customers: 0 }]);
    });

    it('treats values as values only', async () => {
      await opened.store(randomFacts(drawing(seed), 20));
      const hostile = ["' or 1=1 --", '%', '_', '\\', '$1', '";drop table order_fact', 'x'.repeat(10_000), '𝒛'];
      const conditions: ReportCondition[] = [
        { op: 'among', column: 'status', values: hostile },
        ...hostile.map((value) => ({ op: 'atLeast', column: 'status', value: `\u{10ffff}${value}` }) as const),
        ...hostile.map((value) => {
          const where = { op: 'carries', column: 'attributes', key: value, value } as const;
          return { op: 'has', reference: 'lines', where } as const;
        }),
        { op: 'among', column: 'order_id', values: [9_007_199_254_740_991, -1, 99_999_999_999] },
        { op: 'among', column: 'order_id', values: Array.from({ length: 10_000 }, (_, index) => 1_000_000 + index) },
      ];
      for (const where of conditions) {
        const { rows } = await opened.runner.answer({
          rows: { kind: 'rows', from: 'order', where, columns: ['order_id'], orderBy: [] },
        } satisfies Question);
        expect(rows).toEqual([]);
      }
    });

    it.each([
      ['a column', { kind: 'rows', from: 'order', columns: ['order_id"; drop table order_fact; --'] }],
      ['a reference', { kind: 'rows', from: 'order', columns: ['lines.quantity'] }],
    ])('refuses %s that its table does not have', async (_, plan) => {
      const question = { bad: { where: { op: 'all', of: [] }, orderBy: [], ...plan } } as unknown as Question;
      await expect(opened.runner.answer(question)).rejects.toThrow(TypeError);
    });

    it('returns nothing for no question', async () => {
      expect(await opened.runner.answer({})).toEqual({});
    });
  });
