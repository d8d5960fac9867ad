import { afterAll, beforeAll } from 'vitest';
import { databases } from './databases.ts';
import { listen, type Sent } from './statements.ts';
import { openStores, type Stores } from './stores.ts';

/** The stores of a suite on PostgreSQL, and what is sent to it. */
export interface CountedStores {
  stores(): Stores;
  /** The statements that a piece of work sends. */
  sent(work: () => Promise<unknown>): Promise<readonly Sent[]>;
  /** The number of statements that a piece of work sends. */
  count(work: () => Promise<unknown>): Promise<number>;
}

/** Opens stores on PostgreSQL before the tests of this suite, and closes them afterwards. */
export function countStatements(): CountedStores {
  let stores: Stores | undefined;
  let listening: ReturnType<typeof listen> | undefined;
  beforeAll(async () => {
    const postgres = databases.find(({ name }) => name === 'postgres');
    if (!postgres) throw new Error('There is no server.');
    stores = await openStores(postgres);
    listening = listen();
  });
  afterAll(async () => {
    listening?.stop();
    await stores?.close();
  });
  const sent = async (work: () => Promise<unknown>): Promise<readonly Sent[]> => {
    if (!listening) throw new Error('The stores are not open.');
    listening.sent.length = 0;
    await work();
    return [...listening.sent];
  };
  return {
    stores() {
      if (!stores) throw new Error('The stores are not open.');
      return stores;
    },
    sent,
    count: async (work) => (await sent(work)).length,
  };
}
