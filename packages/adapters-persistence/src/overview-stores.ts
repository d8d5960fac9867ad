import type { Database } from './database.ts';
import { MikroAttentionCounter } from './stores/overview/mikro-attention-counter.ts';
import { MikroRecordSearch } from './stores/overview/mikro-record-search.ts';

/** Stores over records of several kinds, by the names of the ports. */
export const overviewStores = (database: Database) => ({
  recordSearch: new MikroRecordSearch(database),
  attention: new MikroAttentionCounter(database),
});
