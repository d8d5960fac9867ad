import type pg from 'pg';
import type { StatementLimits } from './statement-limits.ts';
import type { StatementNaming } from './statement-name.ts';

/** Options of the driver and of a `PreparingClient`. */
export interface PreparingConfig extends pg.ClientConfig {
  /** Shared by the clients of one pool; without it statements are named. */
  readonly naming?: () => StatementNaming;
  /** True for the embedded database: its sessions share one backend, which ignores timeouts. */
  readonly isEmbedded?: boolean;
  /** Limits of the next statement; none by default. */
  readonly limits?: () => StatementLimits | undefined;
  /** Whether connections to a read-only server are closed. */
  readonly mustWrite?: boolean;
  /** Receives the topics of committed changes. */
  readonly onWritten?: (topics: Iterable<string>) => void;
}
