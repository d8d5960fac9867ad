import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ManualClock } from '@backroom/adapters-memory';
import type { Core } from '@backroom/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../architecture/rules/sources.ts';
import { gatherPairs, questionReports } from '../core/internals.ts';
import { anAdministrator } from '../support/builders.ts';
import { databases } from '../support/databases.ts';
import { askedIn, reportCases } from '../support/report-cases.ts';
import { askingQuestions, type Question } from '../support/report-desk.ts';
import { drawing } from '../support/report-draws.ts';
import { parameterNames, randomParameters } from '../support/report-parameters.ts';
import { shopOf } from '../support/shop.ts';
import { coreOn, openStores, type Stores } from '../support/stores.ts';

const small = readFileSync(join(root, 'test/support/fixtures/shop-small.ndjson'), 'utf8');
const seed = Number(process.env.REPORT_SEED ?? 20_261_124);
const folder = '/shop-analytics/reports/';

async function* linesOf(text: string): AsyncGenerator<string> {
  yield* text.split('\n');
}

/** Recorded questions of reports that a screen may send, without the few that are refused. */
const recorded = reportCases
  .map((each) => ({ ...askedIn(each), status: each.expect.status }))
  .filter(({ path, status }) => status === 200 && questionReports.some((slug) => path === `${folder}${slug}`));

/** Parameters that the desk may not send: the report has them not, and its route passes over them. */
const known = (slug: string, query: string, params: readonly string[]): Question => {
  const parameters = gatherPairs([...new URLSearchParams(query)]);
  const own = Object.entries(parameters).filter(([name]) => params.includes(name));
  return { report: slug, ...Object.fromEntries(own) };
};

for (const database of databases)
  describe(`questions of a screen on ${database.name}`, () => {
    let stores: Stores;
    let core: Core;
    beforeAll(async () => {
      stores = await openStores(database);
      core = coreOn(stores, {}, new ManualClock(new Date('2025-04-02T12:00:00Z')));
      await core.interchange.importRecords(anAdministrator(), { open: () => linesOf(small), onError: 'stop' });
    });
    afterAll(() => stores?.close());

    /** What the route of the report answers, as a question is answered. */
    const routeAnswer = async (slug: string, query: string) => {
      const { status, body, headers } = await shopOf(core).ask({ path: folder + slug, query, as: anAdministrator() });
      const total = headers['X-CMS-Total'];
      if (status !== 200) return { status };
      const read = JSON.parse(JSON.stringify(body), withoutLinks);
      const counted = total === undefined ? {} : { total: Number(total) };
      return Array.isArray(read) ? { rows: read, ...counted } : { ...read, ...counted };
    };

    it('are answered as the routes of the reports answer them, in every recorded case', async () => {
      expect(recorded.length).toBeGreaterThan(80);
      const { ask } = askingQuestions(core);
      for (let from = 0; from < recorded.length; from += 20) {
        const some = recorded.slice(from, from + 20);
        const slugOf = (path: string) => path.slice(folder.length);
        const questions = some.map(({ path, query }) => known(slugOf(path), query, parameterNames(slugOf(path))));
        const answers = await ask(Object.fromEntries(questions.map((each, at) => [`q${at}`, each])));
        for (const [at, { path, query }] of some.entries()) {
          const { answer } = answers[`q${at}`] ?? {};
          expect(plain(answer), `${path} ${query}`).toEqual(await routeAnswer(slugOf(path), query));
        }
      }
    });

    it(`are answered as the routes of the reports answer them, at random (seed ${seed})`, async () => {
      const draw = drawing(seed);
      const { ask, failures } = askingQuestions(core);
      let answered = 0;
      for (let round = 0; round < 12; round += 1) {
        const asked = Array.from({ length: 10 }, () => randomParameters(draw));
        const answers = await ask(Object.fromEntries(asked.map(({ question }, at) => [`q${at}`, question])));
        for (const [at, { slug, query }] of asked.entries()) {
          const { answer, problem } = answers[`q${at}`] ?? {};
          const right = await routeAnswer(slug, query);
          if (answer) answered += 1;
          expect(answer ? plain(answer) : { status: 400 }, `${slug} ${query} ${JSON.stringify(problem)}`).toEqual(
            right,
          );
        }
      }
      expect(failures).toEqual([]);
      expect(answered).toBeGreaterThan(100);
    });

    it('are answered by their names, in the order in which they are sent, the good ones beside the bad', async () => {
      const { ask } = askingQuestions(core);
      const answers = await ask({
        strange: { report: 'profits' },
        now: { report: 'revenue/stats', after: '2025-01-01T00:00:00', interval: 'day', per_page: 1_000, order: 'asc' },
        nameless: {},
        measure: { report: 'orders/stats', fields: ['orders_count', 'profit'] },
        zone: { report: 'revenue/stats', time_zone: 'Mars/Base' },
        moment: { report: 'revenue/stats', before: '2025-03-01T00:00:00+99:00' },
        long: { report: 'orders', per_page: 101 },
        cut: { report: 'orders/stats', segmentby: 'variation' },
        rows: { report: 'orders', after: '2025-01-01T00:00:00', per_page: 3, extended_info: true },
      });
      expect(Object.keys(answers)).toEqual([
        'strange',
        'now',
        'nameless',
        'measure',
        'zone',
        'moment',
        'long',
        'cut',
        'rows',
      ]);
      const refused = Object.entries(answers).flatMap(([name, { problem }]) =>
        problem
          ? [[name, problem.status, problem.code, problem.errors?.map(({ field, code }) => `${field} ${code}`)]]
          : [],
      );
      expect(refused).toEqual([
        ['strange', 422, 'validation_failed', ['questions.strange.report unknown_report']],
        ['nameless', 422, 'validation_failed', ['questions.nameless.report required']],
        ['measure', 422, 'validation_failed', ['questions.measure.fields[1] unknown_measure']],
        ['zone', 422, 'unknown_field', ['questions.zone.time_zone unknown_field']],
        ['moment', 422, 'validation_failed', ['questions.moment.before rest_invalid_date']],
        ['long', 422, 'validation_failed', ['questions.long.per_page rest_out_of_bounds']],
        [
          'cut',
          400,
          'shop_admin_reports_invalid_segmenting_variation',
          ['questions.cut shop_admin_reports_invalid_segmenting_variation'],
        ],
      ]);
      expect(answers.now?.answer?.intervals).toHaveLength(92);
      expect(answers.rows?.answer?.rows).toHaveLength(3);
    });

    it('name at most a hundred members of one that is refused', async () => {
      const strange = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`p${at}`, at]));
      const answers = await askingQuestions(core).ask({
        q: { report: 'stock/stats', ...strange },
        constructor: { report: 'stock/stats' },
      });
      expect(answers.q?.problem?.errors).toHaveLength(100);
      expect(Object.keys(answers)).toEqual(['q', 'constructor']);
    });

    it.each([
      [
        'a question too many',
        Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`q${at}`, { report: 'stock' }])),
      ],
      ['a name that is none', { 'Not a name': { report: 'stock' } }],
      ['a question that is none', { q: 'stock' }],
    ])('are refused as a whole with %s', async (_, questions) => {
      const { status, body } = await askingQuestions(core).send({ questions });
      const { errors } = body as { readonly errors: readonly { readonly field: string }[] };
      expect([status, errors.every(({ field }) => field.startsWith('questions'))]).toEqual([422, true]);
    });
  });

const withoutLinks = (name: string, value: unknown): unknown => {
  if (name === '_links') return undefined;
  return name === 'permalink' && typeof value === 'string' ? value.replace('https://shop.example', '') : value;
};
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
