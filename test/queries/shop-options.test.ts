import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAdministrator } from '../support/builders.ts';
import { databases } from '../support/databases.ts';
import { listen } from '../support/statements.ts';
import { coreOn, openStores, type Stores } from '../support/stores.ts';

const postgres = databases.find(({ name }) => name === 'postgres');

describe('options of the shop', () => {
  let stores: Stores;
  let listening: ReturnType<typeof listen>;
  beforeAll(async () => {
    if (!postgres) throw new Error('There is no server.');
    stores = await openStores(postgres);
    listening = listen();
  });
  afterAll(async () => {
    listening?.stop();
    await stores?.close();
  });

  it('are read in one statement, and written in one with their entry of the audit log', async () => {
    const core = coreOn(stores);
    const ada = anAdministrator();
    const values = { shop_weight_unit: 'kg', shop_dimension_unit: 'cm', shop_coming_soon: 'yes' };
    await core.backOffice.writeOptions(ada, { values: { shop_weight_unit: 'g' } });
    listening.sent.length = 0;
    await core.backOffice.readOptions(ada, { options: Object.keys(values).join(',') });
    expect(listening.sent).toHaveLength(1);
    listening.sent.length = 0;
    await core.backOffice.writeOptions(ada, { values });
    expect(listening.sent.map(({ text }) => /^\w+/.exec(text.trim())?.[0])).toEqual(['with', 'insert', 'commit']);
    listening.sent.length = 0;
    await core.onboarding.updateProfile(ada, { completed: true });
    expect(listening.sent).toHaveLength(3);
  });
});
