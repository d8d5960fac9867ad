import * as v from 'valibot';
import { integer, list, variable } from './variable.ts';

const isServer = (entry: string): boolean =>
  URL.canParse(entry) && ['postgres:', 'postgresql:'].includes(new URL(entry).protocol);
const servers = v.pipe(
  list,
  v.check(
    (entries) => entries.every(isServer),
    'must be URLs that begin with postgres:// or postgresql://, separated by commas',
  ),
);

export const reportVariables = {
  REPORT_TIMEOUT_SECONDS: variable(
    integer(0, 86_400),
    'A report that takes longer is ended and answered with 503; 0 for never. Only with PostgreSQL: the embedded database cannot stop a query.',
    { defaultValue: '30' },
  ),
  DATABASE_REPLICA_URLS: variable(
    servers,
    'Streaming replicas of the PostgreSQL server for reports, separated by commas. A comma inside of a URL is written %2C.',
    { isSecret: true },
  ),
  DATABASE_REPLICA_LAG_SECONDS: variable(
    integer(1, 3_600),
    'Maximum replica lag: a replica that may be further behind is not used.',
    { defaultValue: '5' },
  ),
} as const;

/** Values of the variables that are set. */
export interface ReportValues {
  readonly REPORT_TIMEOUT_SECONDS?: number;
  readonly DATABASE_REPLICA_URLS?: readonly string[];
  readonly DATABASE_REPLICA_LAG_SECONDS?: number;
}

export interface ReportSettings {
  /** Statement timeout of reports (ms); 0 for none. */
  readonly statementMillis: number;
  readonly replicaUrls: readonly string[];
  /** Maximum replica lag (ms). */
  readonly maxLagMillis: number;
}

export const readReportSettings = (values: ReportValues): ReportSettings => ({
  statementMillis: (values.REPORT_TIMEOUT_SECONDS ?? 30) * 1_000,
  replicaUrls: values.DATABASE_REPLICA_URLS ?? [],
  maxLagMillis: (values.DATABASE_REPLICA_LAG_SECONDS ?? 5) * 1_000,
});
