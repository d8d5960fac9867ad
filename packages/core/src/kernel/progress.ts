/** How far long work is. */
export interface Progress {
  readonly stage: 'reading' | 'writing';
  readonly rows: number;
  /** Rows in all, once they are known. */
  readonly total?: number;
}
