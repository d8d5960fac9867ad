import type { ReportRunner } from '@backroom/core';
import { SqlReportRunner } from '../analytics/sql-report-runner.ts';
import type { Database } from '../database.ts';
import { RememberingReportRunner } from './caching-report-runner.ts';
import { ReadingPool } from './read-only-pool.ts';
import type { OwnWrites, Stopwatch } from './recent-writes.ts';
import { Replica } from './replica.ts';
import { Replicas } from './replicas.ts';
import { KeptAnswers } from './report-cache.ts';
import { type ReportCounts, RoutedReportRunner } from './routed-report-runner.ts';
import { hearNotice, WRITTEN } from './write-notifier.ts';

/** Where reports are read. */
export interface ReportReadingOptions {
  /** Products are the items of the same sku unless told otherwise. */
  readonly stockLinkBySku?: boolean;
  /** The server that is written to; undefined for the embedded database, where reports share the one connection. */
  readonly server: { readonly url: string; readonly poolSize: number } | undefined;
  /** A report that takes longer is ended; 0 for never. */
  readonly statementMillis: number;
  readonly replicas: {
    readonly urls: readonly string[];
    /** At most so many connections to each. */
    readonly poolSize: number;
    readonly mostLagMillis: number;
    /** So long does anyone wait who looks after a server; two seconds unless given. */
    readonly patienceMillis?: number;
  };
  readonly ownWrites: OwnWrites;
  readonly elapsed: Stopwatch;
}

const mebibyte = 1_048_576;
const keptAnswers = { mostBytes: 32 * mebibyte, mostOfOne: 16 * mebibyte };

/** The reading of reports, until it is closed. */
export interface ReportReading {
  readonly runner: ReportRunner;
  /** Undefined where there are none. */
  readonly replicas: Pick<Replicas, 'look' | 'states'> | undefined;
  counts(): ReportCounts;
  close(): Promise<void>;
}

/** Opens what reports are read with: connections of their own, so that they can be ended and keep nobody else waiting. */
export function openReportReading(database: Database, options: ReportReadingOptions): ReportReading {
  const { server, statementMillis } = options;
  const limits = { statementMillis, answerMillis: answerMillisOf(statementMillis) };
  const pool = server && new ReadingPool({ kind: 'server', ...server, ...named('reports') }, limits);
  const replicas = server && openReplicas(server.url, options);
  const runner = new RoutedReportRunner({
    primary: new RememberingReportRunner({
      asking: new SqlReportRunner(pool ?? database, options),
      units: database.unitOfWork,
      kept: new KeptAnswers(keptAnswers),
    }),
    replicas,
    account: () => database.unitOfWork.account(),
  });
  return {
    runner,
    replicas,
    counts: () => runner.counts(),
    async close() {
      await Promise.all([pool?.close(), replicas?.close()]);
    },
  };
}

/** A server that ends statements itself has some seconds more to say so than the statement had to run. */
const answerMillisOf = (statementMillis: number): number => (statementMillis > 0 ? statementMillis + 5_000 : 0);

const named = (what: string) => ({ applicationName: `backroom ${what}` });

function openReplicas(primaryUrl: string, options: ReportReadingOptions): Replicas | undefined {
  const { ownWrites, elapsed, statementMillis } = options;
  const { urls, poolSize, mostLagMillis, patienceMillis = 2_000 } = options.replicas;
  if (urls.length === 0) return undefined;
  const watch = { connectMillis: patienceMillis, answerMillis: patienceMillis, isLasting: true };
  const watcher = { kind: 'server', poolSize: 1, ...named('watch') } as const;
  const replicas = urls.map((url, index) => {
    const onLost = () => replica.lose();
    const pool = new ReadingPool(
      { kind: 'server', url, poolSize, ...named('reports') },
      { statementMillis, answerMillis: answerMillisOf(statementMillis), connectMillis: patienceMillis, onLost },
    );
    const replica: Replica = new Replica({
      number: index + 1,
      pool,
      watching: new ReadingPool({ ...watcher, url }, { ...watch, onLost }),
      runner: new SqlReportRunner(pool, options),
      elapsed,
      statementMillis,
    });
    return replica;
  });
  const hears = { channel: WRITTEN, notice: (payload: string) => hearNotice(ownWrites, payload) };
  const forget = () => all.forget();
  const primary = new ReadingPool({ ...watcher, url: primaryUrl }, { ...watch, hears, onLost: forget });
  const all: Replicas = new Replicas({ replicas, primary, ownWrites, elapsed, mostLagMillis });
  return all;
}
