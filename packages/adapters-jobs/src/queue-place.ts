/** Who listens to what other processes send. */
export interface Ear {
  onNotice(): void;
  onLost(): void;
}

/** Where the queue is kept. */
export interface QueuePlace {
  /** Does a text of one or more statements, each time outside of any unit of work. */
  executeSql(text: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }>;
  /** Listens on a channel of the server; absent where only this process has the database open. */
  hear?(channel: string, ear: Ear): Promise<{ close(): Promise<void> }>;
}
