import type { Capability } from '../kernel/capability.ts';

/** What may want attention, with the capability that sees it, in the order of the answer. */
export const attentionReaders = {
  ledger_differs: 'manage_system',
  rebuild_under_way: 'manage_store',
  jobs_failed: 'manage_system',
  extensions_failed: 'manage_extensions',
  mails_failed: 'read_mail_log',
  orders_on_hold: 'manage_store',
  products_out_of_stock: 'manage_store',
  products_low_stock: 'manage_store',
  items_out_of_stock: 'read_inventory',
  items_low_stock: 'read_inventory',
} as const satisfies Readonly<Record<string, Capability>>;

/** One of the names of `attentionReaders`. */
export type AttentionName = keyof typeof attentionReaders;

/** The names, in the order of the answer. */
export const attentionNames = Object.keys(attentionReaders) as readonly AttentionName[];

/** A number of things that want attention. */
export interface AttentionCount {
  readonly count: number;
  /** When it was found; null where it is found by this count. */
  readonly since: Date | null;
}
