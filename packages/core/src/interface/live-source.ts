/** A source of events that are collected until they are taken. */
export interface LiveSource {
  /** Calls back when there is something to take. */
  onNews(callback: () => void): void;
  /** Calls back when accounts or sessions have changed. */
  onCheck(callback: () => void): void;
  /** Goes on from the last event that a reader has seen. */
  resume(lastEventId: string): void;
  /** Takes what was collected; undefined for nothing. */
  take(): { readonly id: string; readonly topics: readonly string[] | 'all' } | undefined;
  /** Whether the session of the reader goes on, has ended, or has a token that expired and may have been renewed. */
  state(): Promise<'open' | 'over' | 'expired'>;
  /** Gives up the place of the reader. */
  close(): void;
}
