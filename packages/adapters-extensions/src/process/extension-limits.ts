import { LARGEST_MESSAGE } from '../protocol/messages.ts';

/** Bounds of time, memory and messages. */
export interface ExtensionLimits {
  /** Milliseconds for a call into the extension, of the time that it answers for. */
  readonly callMs: number;
  /** As `callMs`, for starting the process and loading the extension. */
  readonly loadMs: number;
  /** Milliseconds for a call, of all time. */
  readonly longestCallMs: number;
  /** Milliseconds for starting and loading, of all time. */
  readonly longestLoadMs: number;
  /** Resident memory of the process. */
  readonly memoryBytes: number;
  /** Requests of the extension to the server that are answered each second. */
  readonly asksPerSecond: number;
  /** Messages of the extension that are read each second; the others wait in the process that sends them. */
  readonly messagesPerSecond: number;
  /** Their bytes. */
  readonly bytesPerSecond: number;
}

export const extensionLimits: ExtensionLimits = {
  callMs: 5_000,
  loadMs: 15_000,
  longestCallMs: 30_000,
  longestLoadMs: 30_000,
  memoryBytes: 128 * 1_048_576,
  asksPerSecond: 60,
  messagesPerSecond: 240,
  bytesPerSecond: 8 * LARGEST_MESSAGE,
};
