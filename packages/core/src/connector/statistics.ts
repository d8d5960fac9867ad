import type { Statistics, StatisticValue } from './pairing.ts';
import type { ConnectorPorts } from './ports.ts';

/** Maximum statistics of one site. */
export const STATISTICS = 200;
const NAME = /^[a-z][a-z0-9-]{0,63}$/;

/** Language and character set of answers and pages. */
const language = 'en-US';
const charset = 'UTF-8';

/**
 * Reads the statistics of all providers. Statistics of a provider that fails are left out, and the failure is logged; addresses
 * of clients are not collected.
 */
export async function collectStatistics(
  { build, settings, extensions, statisticsProviders, log }: ConnectorPorts,
  url: string,
): Promise<Statistics> {
  const isSecure = url.toLowerCase().startsWith('https://');
  const own: Statistics = {
    version: build.version,
    'runtime-version': build.runtime,
    'site-name': settings.siteName,
    ssl: isSecure,
    'is-https': isSecure ? 'https' : 'http',
    language,
    charset,
    environment: settings.siteEnvironment,
    features: settings.features,
  };
  const unread = (cause: unknown): Statistics => {
    log.error('statistics not read', cause);
    return {};
  };
  const others = await Promise.all([
    pluginsOf(extensions).catch(unread),
    ...statisticsProviders.map((provider) => provider.read({ url }).catch(unread)),
  ]);
  const all = Object.entries(Object.assign({}, own, ...others) as Statistics);
  return Object.fromEntries(all.filter(([name]) => NAME.test(name)).slice(0, STATISTICS));
}

/** The slugs of the active extensions, separated by commas. */
async function pluginsOf(extensions: ConnectorPorts['extensions']): Promise<Statistics> {
  const active = (await extensions.list()).filter(({ isActive }) => isActive);
  return { plugins: active.map(({ slug }) => slug).join(',') };
}

/** The statistics with a prefix before each name. */
export const prefixed = (statistics: Statistics, prefix: string): Readonly<Record<string, StatisticValue>> =>
  Object.fromEntries(Object.entries(statistics).map(([name, value]) => [prefix + name, value]));

const LONGEST_TEXT = 1_000;
const MOST_TEXTS = 200;

/** The statistics among the members that another site sent: at most `STATISTICS`, with bounded values. */
export function readStatistics(sent: Readonly<Record<string, unknown>>): Statistics {
  const known = Object.entries(sent).flatMap(([name, value]) => {
    const read = NAME.test(name) ? boundedValue(value) : undefined;
    return read === undefined ? [] : [[name, read] as const];
  });
  return Object.fromEntries(known.slice(0, STATISTICS));
}

function boundedValue(value: unknown): StatisticValue | undefined {
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return value;
  if (typeof value === 'string') return value.slice(0, LONGEST_TEXT);
  if (!Array.isArray(value)) return undefined;
  return value
    .filter((each): each is string => typeof each === 'string')
    .slice(0, MOST_TEXTS)
    .map((each) => each.slice(0, LONGEST_TEXT));
}
