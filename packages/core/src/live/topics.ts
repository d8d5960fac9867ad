import type { Capability } from '../kernel/capability.ts';

/** Topics of committed changes: neither ids nor values of records are announced. */
export const topics = ['orders', 'stock', 'catalog', 'customers', 'settings', 'jobs', 'people'] as const;
/** Topic of a committed change. */
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
