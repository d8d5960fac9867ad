/** The progress of an import or export. */
export interface Progress {
  readonly stage: 'reading' | 'writing';
  readonly rows: number;
  /** Number of rows, once it is known. */
  readonly total?: number;
}
