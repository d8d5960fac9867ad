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
  orders: 4_510,
  products: 5_980,
  variations: 4_130,
  categories: 4_040,
  coupons: 2_660,
  taxes: 3_970,
  downloads: 2_900,
  customers: 3_020,
  stock: 1_760,
  'revenue/stats': 9_300,
  'orders/stats': 9_590,
  'products/stats': 6_460,
  'variations/stats': 5_500,
  'coupons/stats': 7_150,
  'taxes/stats': 5_110,
  'downloads/stats': 2_010,
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
