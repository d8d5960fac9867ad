/**
 * The phases of an import, export or recomputation. `recomputing` and `comparing` are about facts of records that are stored already;
 * an import enters `recomputing` after its commit.
 */
export type Stage = 'reading' | 'writing' | 'committing' | 'recomputing' | 'comparing';

/** The progress of an import, export or recomputation. */
export interface Progress {
  readonly stage: Stage;
  readonly rows: number;
  /** Number of rows, once it is known. */
  readonly total?: number;
}

/** Receives the progress of a use case. */
export type ProgressListener = (progress: Progress) => void;
