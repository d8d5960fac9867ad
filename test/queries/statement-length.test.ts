import { describe, expect, it } from 'vitest';
import { builder } from '../support/compiling-builder.ts';
import { FollowedRules, statementOf } from '../support/persistence.ts';
import { drawing } from '../support/report-draws.ts';
import { randomReportQuestion } from '../support/report-queries.ts';

const rounds = 600;
/** The longer statement of a question: for roll-ups that follow its rules, and for those that must not be read. */
function lengthOf(question: Parameters<typeof statementOf>[0]): number {
  const texts = [new FollowedRules(), new FollowedRules(null)].map((rules) =>
    statementOf(question, { rules }).compile(builder).sql.replaceAll(/\s+/g, ' '),
  );
  return Math.max(...texts.map(({ length }) => length));
}

/** The most characters that the statement of a report may have, blanks once; lower them when statements become shorter. */
const most: Readonly<Record<string, number>> = {
  orders: 5_000,
  products: 6_100,
  variations: 4_500,
  categories: 4_300,
  coupons: 3_000,
  taxes: 4_500,
  downloads: 3_000,
  customers: 3_500,
  stock: 2_000,
  'revenue/stats': 10_000,
  'orders/stats': 10_000,
  'products/stats': 7_000,
  'variations/stats': 6_000,
  'coupons/stats': 7_500,
  'taxes/stats': 6_000,
  'downloads/stats': 2_500,
};

/** The longest statement of each report for random questions. */
function longest(): ReadonlyMap<string, number> {
  const draw = drawing(7);
  const lengths = new Map<string, number>();
  for (let round = 0; round < rounds; round += 1) {
    const { reported, question } = randomReportQuestion(draw);
    const [slug = ''] = reported.split(' ');
    lengths.set(slug, Math.max(lengths.get(slug) ?? 0, lengthOf(question)));
  }
  return lengths;
}

describe('the statement of a report', () => {
  it('is no longer than it may be', () => {
    const lengths = longest();
    const tooLong = [...lengths].filter(([slug, length]) => length > (most[slug] ?? 0));
    expect(Object.fromEntries(tooLong)).toEqual({});
    expect([...lengths.keys()].toSorted()).toEqual(Object.keys(most).toSorted());
  });
});
