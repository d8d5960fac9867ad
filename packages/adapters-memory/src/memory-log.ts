import type { Log } from '@backroom/core';

/** One recorded log entry. */
export interface MemoryLogEntry {
  readonly level: 'info' | 'warn' | 'error';
  readonly event: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** Records log entries for inspection. */
export class MemoryLog implements Log {
  readonly entries: MemoryLogEntry[] = [];

  info(event: string, facts: Readonly<Record<string, unknown>> = {}): void {
    this.entries.push({ level: 'info', event, facts });
  }

  warn(event: string, facts: Readonly<Record<string, unknown>> = {}): void {
    this.entries.push({ level: 'warn', event, facts });
  }

  error(event: string, cause: unknown, facts: Readonly<Record<string, unknown>> = {}): void {
    this.entries.push({ level: 'error', event, facts, cause });
  }
}
