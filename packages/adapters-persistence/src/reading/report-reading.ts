import type { ReportRunner } from '@backroom/core/analytics';
import { SqlReportRunner } from '../analytics/sql-report-runner.ts';
import type { BackroomDatabase } from '../backroom-database.ts';
import { sqlOf } from '../sql-of.ts';
import { CachingReportRunner } from './caching-report-runner.ts';
import { planFirst } from './first-plan.ts';
import { ReadOnlyPool } from './read-only-pool.ts';
import type { MonotonicClock, RecentWrites } from './recent-writes.ts';
import { Replica } from './replica.ts';
import type { ReplicaWatch, ReportCounts } from './replica-state.ts';
import { Replicas } from './replicas.ts';
import { ReportCache } from './report-cache.ts';
import { RoutedReportRunner } from './routed-report-runner.ts';
import type { SnapshotLimit } from './snapshot-time.ts';
import { receiveNotice, WRITE_CHANNEL } from './write-notifier.ts';

/** Connections and limits of the report reader. */
export interface ReportReadingOptions {
  /** Whether equal skus link products to items; true by default. */
  readonly stockLinkBySku?: boolean;
  /** The primary; undefined for the embedded database, where reports share its only connection. */
  readonly server: { readonly url: string; readonly poolSize: number } | undefined;
  /** Statement timeout of a report; 0 for none. */
  readonly statementMillis: number;
  readonly replicas: {
    readonly urls: readonly string[];
    /** Maximum connections to each replica. */
    readonly poolSize: number;
    readonly maxLagMillis: number;
    /** Timeout of connecting and of each statement of a health check; 2,000 by default. */
    readonly watchTimeoutMillis?: number;
  };
  readonly recentWrites: RecentWrites;
  readonly elapsed: MonotonicClock;
}

const mebibyte = 1_048_576;
/** Most connections for reports that stay open while they are idle. */
const MOST_KEPT = 5;
const cacheLimits = { maxBytes: 32 * mebibyte, maxEntryBytes: 16 * mebibyte };

/** The open report reader. */
export interface ReportReading {
  readonly runner: ReportRunner;
  /** Undefined without configured replicas. */
  readonly replicas: ReplicaWatch | undefined;
  counts(): ReportCounts;
  /**
   * Plans a report without running it on each connection to the primary that stays open, so that no report need wait for the
   * catalogue of the database.
   */
  prepare(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the report reader. On a server it has connections of its own, so that long reports can be cancelled and do not exhaust
 * the pool of other requests.
 */
export function openReportReading(opened: BackroomDatabase, options: ReportReadingOptions): ReportReading {
  const database = sqlOf(opened);
  const { server, statementMillis } = options;
  const snapshotLimit = snapshotLimitOf(options);
  const kept = Math.min(server?.poolSize ?? 1, MOST_KEPT);
  const limits = { statementMillis, answerMillis: answerMillisOf(statementMillis), kept };
  const pool = server && new ReadOnlyPool({ kind: 'server', ...server, ...named('reports') }, limits);
  const replicas = server && openReplicas(server.url, options);
  const runner = new RoutedReportRunner({
    primary: new CachingReportRunner({
      source: new SqlReportRunner(pool ?? database, pool ? { ...options, snapshotLimit } : options),
      units: database.unitOfWork,
      cache: new ReportCache(cacheLimits),
    }),
    replicas,
    account: () => database.unitOfWork.account(),
  });
  return {
    runner,
    replicas,
    counts: () => runner.counts(),
    async prepare() {
      const db = (pool ?? database).kysely();
      // At once, so that each is sent on a connection of its own.
      await Promise.all(Array.from({ length: kept }, () => planFirst(db)));
    },
    async close() {
      await Promise.all([pool?.close(), replicas?.close()]);
    },
  };
}

/** All statements of a snapshot together take as long as one report. */
const snapshotLimitOf = ({ statementMillis, elapsed }: ReportReadingOptions): SnapshotLimit | undefined =>
  statementMillis > 0 ? { millis: statementMillis, elapsed } : undefined;

/** The client waits five seconds longer than the statement timeout, so that the server can report the cancellation. */
const answerMillisOf = (statementMillis: number): number => (statementMillis > 0 ? statementMillis + 5_000 : 0);

const named = (what: string) => ({ applicationName: `backroom ${what}` });

function openReplicas(primaryUrl: string, options: ReportReadingOptions): Replicas | undefined {
  const { recentWrites, elapsed, statementMillis } = options;
  const { urls, poolSize, maxLagMillis, watchTimeoutMillis = 2_000 } = options.replicas;
  if (urls.length === 0) return undefined;
  const watch = { connectMillis: watchTimeoutMillis, answerMillis: watchTimeoutMillis };
  const watcher = { kind: 'server', poolSize: 1, ...named('watch') } as const;
  const replicas = urls.map((url, index) => {
    const onLost = () => replica.markLost();
    const pool = new ReadOnlyPool(
      { kind: 'server', url, poolSize, ...named('reports') },
      { statementMillis, answerMillis: answerMillisOf(statementMillis), connectMillis: watchTimeoutMillis, onLost },
    );
    const replica: Replica = new Replica({
      number: index + 1,
      pool,
      watchPool: new ReadOnlyPool({ ...watcher, url }, { ...watch, onLost }),
      runner: new SqlReportRunner(pool, { ...options, snapshotLimit: snapshotLimitOf(options) }),
      elapsed,
      statementMillis,
    });
    return replica;
  });
  const listen = { channel: WRITE_CHANNEL, onNotice: (payload: string) => receiveNotice(recentWrites, payload) };
  const onLost = () => all.reset();
  const primary = new ReadOnlyPool({ ...watcher, url: primaryUrl }, { ...watch, listen, onLost });
  const all: Replicas = new Replicas({ replicas, primary, recentWrites, elapsed, maxLagMillis });
  return all;
}
