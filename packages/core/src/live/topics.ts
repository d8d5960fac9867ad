import type { Capability } from '../kernel/capability.ts';

/** What committed changes are told by: never which record, and never what changed. */
export const topics = ['orders', 'stock', 'catalog', 'customers', 'settings', 'jobs', 'people'] as const;
/** The kind of records that a change is told by. */
export type Topic = (typeof topics)[number];

/** The capabilities that let an account read something of a topic; null for every account. */
const readers: Readonly<Record<Topic, readonly Capability[] | null>> = {
  orders: ['manage_store'],
  stock: ['read_inventory'],
  catalog: ['manage_store', 'edit_products', 'edit_content'],
  customers: ['manage_store'],
  settings: null,
  jobs: ['manage_system', 'manage_store'],
  people: null,
};

/** The topics that an account may hear of. */
export const topicsFor = (capabilities: ReadonlySet<Capability>): ReadonlySet<Topic> =>
  new Set(topics.filter((topic) => readers[topic]?.some((each) => capabilities.has(each)) ?? true));
