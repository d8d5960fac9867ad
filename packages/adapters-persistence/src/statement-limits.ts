import { AsyncLocalStorage } from 'node:async_hooks';

/** Limits of the statements of a request, each in milliseconds; 0 is none. */
export interface StatementLimits {
  /** `lock_timeout`: the longest wait for one lock. */
  readonly lockMillis: number;
  /** `statement_timeout`: the longest run of one statement. A commit is exempt. */
  readonly statementMillis: number;
  /** `idle_in_transaction_session_timeout`: the longest pause of the client within a transaction. */
  readonly idleInTransactionMillis: number;
  /** The longest wait for the answer to one statement or commit, measured by the client; then the connection is closed. */
  readonly answerMillis: number;
}

/** Limits of which none is set. */
export const noLimits: StatementLimits = {
  lockMillis: 0,
  statementMillis: 0,
  idleInTransactionMillis: 0,
  answerMillis: 0,
};

const scope = new AsyncLocalStorage<StatementLimits | undefined>();

/** Runs work whose statements have these limits, or with `undefined` none; the innermost call counts. */
export const withLimits = <T>(limits: StatementLimits | undefined, work: () => T): T => scope.run(limits, work);

/** The limits of the surrounding work. */
export const limitsInForce = (): StatementLimits | undefined => scope.getStore();

/** The settings of the server that these limits come to, with their values in milliseconds; none for a limit of 0. */
export const timeouts = (limits: StatementLimits): readonly (readonly [name: string, value: string])[] =>
  [
    ['lock_timeout', limits.lockMillis] as const,
    ['statement_timeout', limits.statementMillis] as const,
    ['idle_in_transaction_session_timeout', limits.idleInTransactionMillis] as const,
  ].flatMap(([name, millis]) => (millis > 0 ? [[name, String(millis)] as const] : []));

/**
 * A commit without `statement_timeout`: a timeout while the commit waits for a synchronous replica would end the wait and report
 * success although the replica lacks the transaction.
 */
export const unlimitedCommit = 'set local statement_timeout = 0; commit';
