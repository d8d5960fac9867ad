/** A notice of the server. */
export interface QueueNotice {
  readonly channel: string;
  readonly payload: string;
}

/** Callbacks of one listening connection. */
export interface NoticeListener {
  onNotice(notice: QueueNotice): void;
  /** The connection was lost; called at most once, and only after `listen` has resolved. */
  onLost(): void;
}

/** Exponential back-off of reconnects (ms): the first delay, doubled with each attempt up to the longest. */
export interface BackOff {
  readonly firstMillis: number;
  readonly longestMillis: number;
}

export interface QueueDatabase {
  /** Executes one or more statements, outside of any unit of work. */
  executeSql(text: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }>;
  /** Opens one connection that listens on channels (`LISTEN`); absent for the embedded database, which only this process has open. */
  listen?(channels: readonly string[], listener: NoticeListener): Promise<{ close(): Promise<void> }>;
  /** Reconnect delays of the listening connection; by default 1, 2, 4 … 30 seconds. */
  readonly backOff?: BackOff;
}
