import { leaderboardIds } from '@backroom/core/analytics';
import { type RouteView, reportSlugs, type Schemas } from '@backroom/core/interface';
import { routeOf } from '../call/all-routes.ts';
import { ExitCode } from '../exit-code.ts';
import { CommandFailure } from '../failure.ts';

export interface KnownReport {
  /** For example `orders/stats`. */
  readonly name: string;
  readonly summary: string;
  /** The path of its route. */
  readonly path: string;
  /** The parameters of its route. */
  readonly params: Schemas;
}

const published = (name: string, path: string): readonly KnownReport[] => {
  const route: RouteView | undefined = routeOf('GET', path);
  if (!route) return [];
  const { leaderboard: _, ...params } = route.params;
  return [{ name, path, params, summary: route.summary }];
};

/** All reports and leaderboards. */
export const knownReports: readonly KnownReport[] = [
  ...reportSlugs.flatMap((slug) => published(slug, `/shop-analytics/reports/${slug}`)),
  ...published('leaderboards', '/shop-analytics/leaderboards'),
  ...leaderboardIds.flatMap((id) => published(`leaderboards/${id}`, `/shop-analytics/leaderboards/${id}`)),
];

/**
 * Finds a report.
 * @throws CommandFailure `not_found`
 */
export function reportNamed(name: string): KnownReport {
  const known = knownReports.find((each) => each.name === name);
  if (known) return known;
  throw new CommandFailure(
    ExitCode.notFound,
    'not_found',
    'There is no report of this name; "backroom report" lists them.',
  );
}
