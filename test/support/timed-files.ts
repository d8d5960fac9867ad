/**
 * Files that run alone: a bound on processor time, which others lengthen by shared caches, a build that uses all cores, and
 * changes that several processes take over within seconds.
 */
export const aloneFiles: readonly string[] = [
  'browser/desk/budgets',
  'cli/fresh-start',
  'resilience/extension-host',
  'resilience/extension-servers',
].map((path) => `test/${path}.test.ts`);

/**
 * Files whose tests set an upper bound on elapsed time, or on how often a busy server refuses: they run after all
 * others, with one process per core. An architecture test finds those with bounds on time that are missing here.
 */
export const timedFiles: readonly string[] = [
  'adapters/database-limits',
  'adapters/ldapts-directory-cuts',
  'adapters/ldapts-directory-hostile',
  'adapters/migrating',
  'adapters/shared-snapshots',
  'adapters/undici-outbound-client',
  'browser/desk/budgets',
  'browser/desk/journeys',
  'browser/desk/large-shop',
  'browser/desk/records',
  'cli/fresh-start',
  'cli/serving',
  'core/embeds/providers',
  'core/identity/application-password',
  'http/connections',
  'http/conversations/directory-schedule',
  'http/event-streams',
  'http/hostile-bodies',
  'published/flood',
  'queries/extensions',
  'resilience/embedded-busy',
  'resilience/events-across-processes',
  'resilience/extension-host',
  'resilience/extension-isolation',
  'resilience/extension-orphans',
  'resilience/extension-process',
  'resilience/extension-servers',
  'resilience/extension-step-kill',
  'resilience/extension-time',
  'resilience/failover',
  'resilience/feed-size',
  'resilience/listening',
  'resilience/slow-database',
].map((path) => `test/${path}.test.ts`);
