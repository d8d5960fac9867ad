/** Limits of the statements of a request, in milliseconds; 0 is none. */
export interface StatementLimits {
  /** `lock_timeout`: maximum wait for one lock. */
  readonly lockMillis: number;
  /** `statement_timeout`: maximum run time of one statement. A commit is exempt. */
  readonly statementMillis: number;
  /** `idle_in_transaction_session_timeout`: maximum idle time of the client within a transaction. */
  readonly idleInTransactionMillis: number;
  /** Maximum response time of one statement or commit, measured by the client; then the connection is closed. */
  readonly answerMillis: number;
}

export const noLimits: StatementLimits = {
  lockMillis: 0,
  statementMillis: 0,
  idleInTransactionMillis: 0,
  answerMillis: 0,
};

/** The corresponding server settings with their values in milliseconds; limits of 0 are omitted. */
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
export const unlimitedCommit = ['set local statement_timeout = 0', 'commit'] as const;
