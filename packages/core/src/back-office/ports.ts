import type { KernelPorts } from '../kernel/ports.ts';
import type { Schemas } from '../kernel/schema.ts';
import type { SettingsPorts } from '../settings/index.ts';
import type { Experiment } from './experiment.ts';

/** Options by name; any JSON value. */
export type OptionValues = ReadonlyMap<string, unknown>;

/** A changed option. */
export interface OptionChange {
  readonly name: string;
  /** Undefined if it was not stored. */
  readonly before: unknown;
}

/** The store of options: a JSON value by name. */
export interface OptionStore {
  /** The stored options among these names. */
  read(names: readonly string[]): Promise<OptionValues>;
  /** Upserts these values and returns the changed ones; the order of object members is ignored. */
  write(values: OptionValues, now: Date): Promise<readonly OptionChange[]>;
  /**
   * Merges members into the object of an option; other values are replaced. Concurrent merges are serialized. Returns the
   * option before and after.
   */
  merge(name: string, members: Readonly<Record<string, unknown>>, now: Date): Promise<Merged>;
}

/** The value of an option before and after a merge. */
export interface Merged {
  /** Undefined if it was not stored. */
  readonly before: unknown;
  readonly after: Readonly<Record<string, unknown>>;
}

/** The store of dismissed notices per user. */
export interface NoticeStore {
  /** Stores the time of dismissal, replacing an earlier one. */
  dismiss(userId: number, noticeId: string, at: Date): Promise<void>;
  /** The notices dismissed by a user, with the time. */
  dismissedBy(userId: number): Promise<ReadonlyMap<string, Date>>;
}

/** Digests of texts. */
export interface Digests {
  /** SHA-256 of the text in UTF-8: 32 bytes. */
  sha256(text: string): Uint8Array;
}

/** The options that running extensions add, by their contributions. */
export interface OptionContributions {
  /** What they declare; the same list until it changes. */
  contributions(): readonly { readonly declaration: { readonly options: Schemas } }[];
}

/** The ports of the back-office context. */
export interface BackOfficePorts extends KernelPorts, SettingsPorts {
  readonly options: OptionStore;
  readonly notices: NoticeStore;
  readonly digests: Digests;
  readonly extensionRuntime: OptionContributions;
  /** The experiments of the installation. */
  readonly experiments: readonly Experiment[];
}

/** Whether the database or another adapter supplies each port. */
export const backOfficePorts = {
  options: 'store',
  notices: 'store',
  digests: 'service',
  experiments: 'service',
} as const;
