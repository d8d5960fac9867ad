import { indicators } from '@backroom/core/analytics';
import type { Schema, Schemas } from '@backroom/core/interface';
import { reportSlugs, type ShopRoute, shopRoutes } from '@backroom/core/interface';
import { everyStatsReport, publishedMeasures } from '../../packages/core/src/analytics/printed/sums.ts';
import type { StatsReport } from '../../packages/core/src/analytics/stats.ts';
import type { ExampleDatabase } from './example-shop.ts';
import { anchorOf, code, page, table } from './markdown.ts';
import { dateInWords } from './reports-dates.ts';
import { exampleLines } from './reports-example.ts';
import { formulaInWords } from './reports-formulas.ts';
import { deviations, prose } from './reports-prose.ts';

const routes = new Map(shopRoutes().map((route) => [route.path, route]));
const sections = reportSlugs.filter((slug) => slug !== 'performance-indicators');
const routeOf = (slug: string): ShopRoute => {
  const route = routes.get(`/shop-analytics/reports/${slug}`);
  if (!route) throw new TypeError(`There is no report ${slug}.`);
  return route;
};

/** The meaning of all numbers of all reports, for shop managers. */
export async function reportsPage(database: ExampleDatabase): Promise<string> {
  return page(
    'What the numbers mean',
    ...prose.introduction,
    ...['What counts', 'Time', 'Filters', 'How fresh it is'].map(entry),
    '- The reports:',
    ...sections.map((slug) => `  [${slug}](#${anchorOf(slug)})${slug === sections.at(-1) ? '' : ','}`),
    ...['The front page', 'Parts', 'Questions of a screen', 'An example, through every report'].map(entry),
    entry('Where older programs count otherwise'),
    '',
    ...prose.counting,
    ...prose.time,
    ...prose.filters,
    ...table(['filter', 'meaning'], filtersOf()),
    ...prose.freshness,
    ...sections.flatMap(describe),
    ...prose.boards,
    ...table(
      ['indicator', 'name', 'meaning'],
      indicators.map(({ label, stat, chart, report }) => [label, code(stat), report.measures[chart]?.meaning ?? '']),
    ),
    ...prose.segments,
    ...prose.screens,
    ...prose.example,
    ...(await exampleLines(database)),
    '## Where older programs count otherwise',
    '',
    'Shops that come from another program may see other numbers. These are the places, and the reasons.',
    '',
    ...table(['what', 'elsewhere', 'here'], deviations),
  );
}

const entry = (title: string): string => `- [${title}](#${anchorOf(title)})`;

/** Parameters that are not filters. */
const forms = new Set(['context', 'page', 'per_page', 'order', 'orderby', 'offset', 'fields', 'segmentby', 'interval']);
for (const name of ['after', 'before', 'extended_info', 'force_cache_refresh', 'match', 'date_type']) forms.add(name);
const filterNames = (params: Schemas): readonly string[] => Object.keys(params).filter((name) => !forms.has(name));

/** All filters with their meanings. */
function filtersOf(): readonly (readonly string[])[] {
  const all = sections.flatMap((slug) => Object.entries(routeOf(slug).params));
  const names = [...new Set(sections.flatMap((slug) => filterNames(routeOf(slug).params)))];
  return names.toSorted().map((name) => {
    const said = all.flatMap(([each, { description }]) => (each === name && description ? [description] : []));
    return [code(name), [...new Set(said)].join(' Elsewhere: ')];
  });
}

/** The section of a report: summary, date, filters and numbers. */
function describe(slug: string): readonly string[] {
  const { summary, params } = routeOf(slug);
  const stats = everyStatsReport.find((each) => each.slug === slug);
  const countedBy = dateInWords(slug, stats);
  const filters = filterNames(params).map(code).join(', ');
  const segments = Object.keys(stats?.segments ?? {})
    .map(code)
    .join(', ');
  return [
    `## ${slug}`,
    '',
    summary,
    '',
    ...points([
      countedBy === undefined ? '' : `Counted by ${countedBy}.`,
      filters === '' ? '' : `Filters: ${filters}.`,
      segments === '' ? '' : `Parts: ${segments}.`,
    ]),
    ...(stats ? tableOfStats(stats) : tableOfRows(slug)),
  ];
}

const points = (said: readonly string[]): readonly string[] => {
  const lines = said.filter((each) => each !== '').map((each) => `- ${each}`);
  return lines.length === 0 ? [] : [...lines, ''];
};

const tableOfStats = (report: StatsReport): readonly string[] =>
  table(
    ['number', 'label', 'unit', 'meaning', 'how it is counted'],
    (publishedMeasures(report.slug) ?? []).map(({ name, label, unit, meaning, isTotalsOnly }) => {
      const measure = report.measures[name];
      const said = `${meaning}${isTotalsOnly ? ' In the totals only.' : ''}`;
      return [code(name), label, unit, said, measure ? formulaInWords(report, measure) : ''];
    }),
  );

/** The members of a row, or of the totals of a report without declared numbers. */
function tableOfRows(slug: string): readonly string[] {
  const { returns } = routeOf(slug);
  const shape: Schema = returns?.items ?? returns?.properties?.totals ?? {};
  const members = Object.entries(shape.properties ?? {}).filter(([name]) => name !== '_links');
  return table(
    ['member', 'type', 'meaning'],
    members.map(([name, { type, description }]) => [code(name), [type].flat().join(' or '), description ?? '']),
  );
}
