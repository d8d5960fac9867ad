/** Callbacks of one listening connection. */
export interface Ear {
  onNotice(): void;
  /** The connection was lost; called at most once, and only after `hear` has resolved. */
  onLost(): void;
}

/** Pauses between attempts to connect, in milliseconds: the first, twice as long each time, at most the longest. */
export interface BackOff {
  readonly firstMillis: number;
  readonly longestMillis: number;
}

/** Where the queue is kept. */
export interface QueuePlace {
  /** Does a text of one or more statements, each time outside of any unit of work. */
  executeSql(text: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }>;
  /** Opens one listening connection on a channel of the server; absent where only this process has the database open. */
  hear?(channel: string, ear: Ear): Promise<{ close(): Promise<void> }>;
  /** Runs work that changes the schema, one process at a time; absent where only this process has the database open. */
  withSchemaLock?<T>(work: () => Promise<T>): Promise<T>;
  /** Of the listening connection; 1, 2, 4 … 30 seconds unless given. */
  readonly backOff?: BackOff;
}
