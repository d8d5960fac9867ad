import { integer, variable } from './variable.ts';

const limit = integer(0, 86_400);

/** Limits for requests; they do not apply to imports, rebuilds, jobs and commands. */
export const databaseVariables = {
  DATABASE_LOCK_TIMEOUT_SECONDS: variable(
    limit,
    'A statement of a request that waits longer for one lock is ended and answered with 503 (`lock_timeout`); 0 leaves it to the server.',
    { defaultValue: '5' },
  ),
  DATABASE_STATEMENT_TIMEOUT_SECONDS: variable(
    limit,
    'A statement of a request that runs longer is ended and answered with 503 (`statement_timeout`); 0 leaves it to the server. Only with PostgreSQL: the embedded database cannot stop a query.',
    { defaultValue: '30' },
  ),
  DATABASE_IDLE_TRANSACTION_SECONDS: variable(
    limit,
    'The server ends a transaction of a request that sends nothing for longer (`idle_in_transaction_session_timeout`); 0 leaves it to the server.',
    { defaultValue: '60' },
  ),
  DATABASE_ANSWER_TIMEOUT_SECONDS: variable(
    limit,
    'A request waits no longer for the answer to one statement or commit; then its connection is closed and the answer is 503. 0 is no limit. Longer than DATABASE_STATEMENT_TIMEOUT_SECONDS, so that the server can report first.',
    { defaultValue: '35' },
  ),
  DATABASE_KEEPALIVE_SECONDS: variable(
    integer(1, 7_200),
    'Seconds without traffic on a connection after which TCP checks that the PostgreSQL server is still there.',
    { defaultValue: '10' },
  ),
} as const;

/** Values of the variables that are set. */
export interface DatabaseValues {
  readonly DATABASE_LOCK_TIMEOUT_SECONDS?: number;
  readonly DATABASE_STATEMENT_TIMEOUT_SECONDS?: number;
  readonly DATABASE_IDLE_TRANSACTION_SECONDS?: number;
  readonly DATABASE_ANSWER_TIMEOUT_SECONDS?: number;
  readonly DATABASE_KEEPALIVE_SECONDS?: number;
  readonly DATABASE_POOL_SIZE?: number;
}

/** Limits for the statements of requests (ms); 0 for none. */
export interface RequestLimits {
  readonly lockMillis: number;
  readonly statementMillis: number;
  readonly idleInTransactionMillis: number;
  readonly answerMillis: number;
}

export const readConnectionSettings = (values: DatabaseValues) => ({
  poolSize: values.DATABASE_POOL_SIZE ?? 20,
  keepAliveMillis: (values.DATABASE_KEEPALIVE_SECONDS ?? 10) * 1_000,
});

export const readRequestLimits = (values: DatabaseValues): RequestLimits => ({
  lockMillis: (values.DATABASE_LOCK_TIMEOUT_SECONDS ?? 5) * 1_000,
  statementMillis: (values.DATABASE_STATEMENT_TIMEOUT_SECONDS ?? 30) * 1_000,
  idleInTransactionMillis: (values.DATABASE_IDLE_TRANSACTION_SECONDS ?? 60) * 1_000,
  answerMillis: (values.DATABASE_ANSWER_TIMEOUT_SECONDS ?? 35) * 1_000,
});
