import type { UnitOfWork } from '@backroom/core';
import type { ChangeFollower } from './changes/change-announcements.ts';
import type { DatabaseOptions } from './database-options.ts';

/** The open database of Backroom: units of work, statements and schema, whatever its kind. `storesOf` makes its stores. */
export interface BackroomDatabase {
  readonly kind: DatabaseOptions['kind'];
  readonly unitOfWork: UnitOfWork;
  /**
   * Executes one or more statements on a separate connection, outside of any unit of work; inside a unit on the embedded
   * database it deadlocks.
   */
  executeSql(text: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }>;
  /** Whether the database responds, or the embedded one is busy with work of this process; never rejects. */
  answers(): Promise<boolean>;
  /** Whether changes fail because the storage is full. */
  readonly storage: { readonly isFull: boolean };
  /** Applies pending migrations and returns their names; waits up to 60 s for locks of other processes. */
  migrate(): Promise<readonly string[]>;
  /** Returns the names of the pending migrations; read-only. */
  pendingMigrations(): Promise<readonly string[]>;
  /** Returns the SQL that would align the schema with the entities; empty if they match. */
  schemaDifference(): Promise<string>;
  /**
   * Vacuums the table of the embedded kinds that has grown most, and returns its name; undefined if none has grown enough. A
   * server has autovacuum.
   */
  clearGrownTable(): Promise<string | undefined>;
  /**
   * Begins to announce the topics of committed changes: on a server to all processes, on `backroom_changed`; on the embedded kinds
   * to the follower. On a server the follower receives those that were not announced, because a process was killed or is not ours.
   */
  announceChanges(follower: ChangeFollower): void;
  /** Closes all connections and, on the embedded kinds, the database itself; idempotent. */
  close(): Promise<void>;
}
