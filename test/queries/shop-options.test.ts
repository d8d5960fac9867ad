import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAdministrator } from '../support/builders.ts';
import { databases } from '../support/databases.ts';
import { coreOn, openStores, type Stores } from '../support/stores.ts';

const postgres = databases.find(({ name }) => name === 'postgres');

describe('options of the shop', () => {
  let stores: Stores;
  const { query } = pg.Client.prototype;
  const sent: string[] = [];
  beforeAll(async () => {
    if (!postgres) throw new Error('There is no server.');
    stores = await openStores(postgres);
    pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
      const [first] = given as [string | { readonly text: string }];
      sent.push(typeof first === 'string' ? first : first.text);
      return (query as (...all: unknown[]) => unknown).apply(this, given);
    } as typeof query;
  });
  afterAll(async () => {
    pg.Client.prototype.query = query;
    await stores?.close();
  });

  it('are read in one statement, and written in one with their entry of the audit log', async () => {
    const core = coreOn(stores);
    const ada = anAdministrator();
    const values = { shop_weight_unit: 'kg', shop_dimension_unit: 'cm', shop_coming_soon: 'yes' };
    await core.backOffice.writeOptions(ada, { values: { shop_weight_unit: 'g' } });
    sent.length = 0;
    await core.backOffice.readOptions(ada, { options: Object.keys(values).join(',') });
    expect(sent).toHaveLength(1);
    sent.length = 0;
    await core.backOffice.writeOptions(ada, { values });
    expect(sent.map((each) => /^\w+/.exec(each.trim())?.[0])).toEqual(['begin', 'with', 'insert', 'commit']);
    sent.length = 0;
    await core.onboarding.updateProfile(ada, { completed: true });
    expect(sent).toHaveLength(4);
  });
});
