import type { StatementLimits } from './connection/statement-limits.ts';

/** Location of the data. */
export type StorageLocation =
  | {
      /** Discarded on close. */
      readonly kind: 'memory';
      /** Dump made by `templateOf` as initial content; much faster than migrating an empty database. */
      readonly template?: Uint8Array;
    }
  | {
      /** PostgreSQL inside this process. */
      readonly kind: 'embedded';
      /** Created if missing; only one process at a time can open it. */
      readonly folder: string;
    }
  | {
      readonly kind: 'server';
      /** As `postgresql://user:password@host:5432/database?sslmode=verify-full`. */
      readonly url: string;
      /** Maximum number of connections; 10 by default. */
      readonly poolSize?: number;
      /** Idle time in milliseconds before TCP keep-alive probes; 10,000 by default. */
      readonly keepAliveMillis?: number;
      /** `application_name` of the connections; `backroom` by default. */
      readonly applicationName?: string;
      /** False behind a pooler that assigns backends by transaction. */
      readonly preparesStatements?: boolean;
    };

/** Location of a database server. */
export type ServerLocation = Extract<StorageLocation, { kind: 'server' }>;

/** Called when the database storage becomes full, with the first failure as cause, and when it has space again. */
export type StorageListener = (state: { readonly isFull: boolean; readonly cause?: unknown }) => void;

/** Receives events of the connections. */
export interface ConnectionListener {
  readonly onStorage?: StorageListener;
}

/** Location, and callbacks for background failures and for accounts whose units may have committed. */
export type DatabaseOptions = StorageLocation &
  ConnectionListener & {
    readonly onEffectFailure?: (error: unknown) => void;
    readonly onCommit?: (account: number) => void;
    /** Limits of the statements of requests; none by default. */
    readonly requestLimits?: StatementLimits;
  };
