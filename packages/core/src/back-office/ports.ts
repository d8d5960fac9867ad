import type { KernelPorts } from '../kernel/ports.ts';
import type { SettingsPorts } from '../settings/index.ts';
import type { Experiment } from './experiment.ts';

/** Options by name, with whatever JSON they hold. */
export type OptionValues = ReadonlyMap<string, unknown>;

/** What an option is now, and what it was. */
export interface OptionChange {
  readonly name: string;
  /** Undefined where it was never stored. */
  readonly before: unknown;
}

/** Small settings by name; each holds one JSON value. */
export interface OptionStore {
  /** The options of these names that were ever stored. */
  read(names: readonly string[]): Promise<OptionValues>;
  /** Stores these values and gives those that are not what was stored before; the order of members makes no difference. */
  write(values: OptionValues, now: Date): Promise<readonly OptionChange[]>;
  /**
   * Puts members into the object that an option holds and leaves its others; what is no object is replaced. Of two who do
   * so at once, each sees what the other did. Gives what the option was and is.
   */
  merge(name: string, members: Readonly<Record<string, unknown>>, now: Date): Promise<Merged>;
}

/** An object before and after members were put into it. */
export interface Merged {
  /** Undefined where nothing was stored. */
  readonly before: unknown;
  readonly after: Readonly<Record<string, unknown>>;
}

/** Which notices each person does not want to see any more. */
export interface NoticeStore {
  /** Keeps when this person put the notice away, in place of an earlier time. */
  dismiss(userId: number, noticeId: string, at: Date): Promise<void>;
  /** What this person put away, and when. */
  dismissedBy(userId: number): Promise<ReadonlyMap<string, Date>>;
}

/** Digests of texts. */
export interface Digests {
  /** SHA-256 of the text in UTF-8: 32 bytes. */
  sha256(text: string): Uint8Array;
}

/** What the administration screens need. */
export interface BackOfficePorts extends KernelPorts, SettingsPorts {
  readonly options: OptionStore;
  readonly notices: NoticeStore;
  readonly digests: Digests;
  /** The experiments of the installation. */
  readonly experiments: readonly Experiment[];
}
