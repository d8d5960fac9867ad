import { ManualClock } from '@backroom/adapters-memory';
import { describe, expect, it } from 'vitest';
import { anAdministrator } from '../support/builders.ts';
import { countStatements } from '../support/counted-statements.ts';
import { exportingShop } from '../support/exports.ts';
import { workOff } from '../support/jobs.ts';

const at = { created_at: '2025-01-01T00:00:00Z' };

describe('catalogue feeds', () => {
  const { stores, count } = countStatements();

  it('read their state in two statements, and need at most 26 for each thousand of products', async () => {
    const shop = await exportingShop(stores(), new ManualClock(new Date()));
    const ada = anAdministrator();
    async function* products(from: number, to: number) {
      for (let id = from; id <= to; id += 1)
        yield JSON.stringify({
          kind: 'product',
          id,
          type: 'simple',
          name: `Thing ${id}`,
          status: 'publish',
          price: '1',
          ...at,
        });
    }
    const add = (from: number, to: number) =>
      shop.core.interchange.importRecords(ada, { open: () => products(from, to), onError: 'stop' });
    const input = { force: false, productFields: undefined, variationFields: undefined, baseUrl: 'http://shop.test' };
    const write = async () => {
      const status = await shop.core.catalog.createFeed(ada, { ...input, force: true });
      expect(status.state).toBe('scheduled');
      return count(() => workOff(shop.core));
    };
    await add(1, 1_000);
    const few = await write();
    expect(await count(() => shop.core.catalog.createFeed(ada, input))).toBeLessThanOrEqual(2);
    await add(1_001, 6_000);
    const many = await write();
    expect(many - few).toBeLessThanOrEqual(5 * 26);
    await shop.close();
  });
});
