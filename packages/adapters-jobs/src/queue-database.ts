/** Callbacks of a subscription to a notification channel. */
export interface NoticeListener {
  onNotice(): void;
  onLost(): void;
}

export interface QueueDatabase {
  /** Executes one or more statements, outside of any unit of work. */
  executeSql(text: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }>;
  /** Subscribes to a channel (`LISTEN`); absent for the embedded database, which only this process has open. */
  listen?(channel: string, listener: NoticeListener): Promise<{ close(): Promise<void> }>;
}
