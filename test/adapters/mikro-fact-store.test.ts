import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { factStoreContract } from '../contracts/fact-store.contract.ts';
import { databases } from '../support/databases.ts';
import { openFacts } from '../support/fact-stores.ts';
import { factRows, orderIdsOf } from '../support/facts.ts';

for (const database of databases) {
  factStoreContract(`MikroFactStore on ${database.name}`, () => openFacts(database));
}

describe.each(databases.filter(({ name }) => name === 'postgres'))('MikroFactStore on $name', (database) => {
  it('compares facts of many orders by their keys, even as planned while there was next to nothing', async () => {
    const { facts, unitOfWork, database: opened, addCustomers, write, close } = await openFacts(database, 1);
    try {
      await addCustomers(1);
      const rows = Array.from({ length: 30 }, (_, index) =>
        factRows({ id: index + 1, customerId: 1, created: '2025-03-01 10:00:00', lines: [[1, 0, 1, 500]] }),
      );
      const orderIds = orderIdsOf(rows);
      await write(rows);
      const scans = async () => {
        const counted = sql<{ relname: string; scans: number }>`
          select relname, seq_scan::int as scans from pg_stat_xact_user_tables
          where relname in ('line_fact', 'coupon_fact', 'tax_fact') order by 1`;
        return (await counted.execute(opened.kysely())).rows;
      };
      await unitOfWork.run(async () => {
        await facts.holdCustomers([1]);
        const before = await scans();
        await facts.compare(orderIds, []);
        expect(await scans()).toEqual(before);
      });
    } finally {
      await close();
    }
  });
});
