import type { Log } from '@backroom/core';

/** One note as it was made. */
export interface Note {
  readonly level: 'info' | 'warn' | 'error';
  readonly event: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** A log that keeps its notes to be looked at. */
export class MemoryLog implements Log {
  readonly notes: Note[] = [];

  info(event: string, facts: Readonly<Record<string, unknown>> = {}): void {
    this.notes.push({ level: 'info', event, facts });
  }

  warn(event: string, facts: Readonly<Record<string, unknown>> = {}): void {
    this.notes.push({ level: 'warn', event, facts });
  }

  error(event: string, cause: unknown, facts: Readonly<Record<string, unknown>> = {}): void {
    this.notes.push({ level: 'error', event, facts, cause });
  }
}
