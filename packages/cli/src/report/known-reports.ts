import { leaderboardIds } from '@backroom/core';
import { type Params, type RouteView, reportSlugs } from '@backroom/core/interface';
import { routeOf } from '../call/every-route.ts';
import { ExitCode } from '../exit-code.ts';
import { CommandFailure } from '../failure.ts';

/** A report that can be printed. */
export interface KnownReport {
  /** As it is typed: `orders/stats`. */
  readonly name: string;
  readonly summary: string;
  /** Where it is published. */
  readonly path: string;
  /** What it can be given, as its route declares it. */
  readonly params: Params;
}

const published = (name: string, path: string): readonly KnownReport[] => {
  const route: RouteView | undefined = routeOf('GET', path);
  if (!route) return [];
  const { leaderboard: _, ...params } = route.params;
  return [{ name, path, params, summary: route.summary }];
};

/** Every report, the lists of the best among them. */
export const knownReports: readonly KnownReport[] = [
  ...reportSlugs.flatMap((slug) => published(slug, `/shop-analytics/reports/${slug}`)),
  ...published('leaderboards', '/shop-analytics/leaderboards'),
  ...leaderboardIds.flatMap((id) => published(`leaderboards/${id}`, `/shop-analytics/leaderboards/${id}`)),
];

/**
 * The report of this name.
 * @throws CommandFailure when there is none
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
