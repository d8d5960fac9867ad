/**
 * Why a replica is not used. `unknown` until it was compared with the primary, and again after the primary was lost;
 * `other timeline` also if its timeline is unknown.
 */
export type ReplicaFault = 'unknown' | 'not answering' | 'no replica' | 'other timeline';
/** `behind`: its lag exceeds the maximum. */
export type ReplicaCondition = ReplicaFault | 'ok' | 'behind';

/** State of a replica for logs and metrics. */
export interface ReplicaState {
  /** Position in the configured list, from 1. */
  readonly number: number;
  readonly condition: ReplicaCondition;
  /** Upper bound of its lag; undefined if unknown. */
  readonly lagMillis: number | undefined;
}

/** The replicas as a program sees them. */
export interface ReplicaWatch {
  /** Checks the primary, then all replicas concurrently; one that does not answer does not delay the others. Never rejects. */
  check(): Promise<void>;
  /** Current states, in the configured order. */
  states(): readonly ReplicaState[];
}

/** Answered reports by server, since the process started. */
export interface ReportCounts {
  readonly primary: number;
  readonly replicas: number;
  /** Reports on the primary after a replica had failed; included in `primary`. */
  readonly failedOver: number;
}
