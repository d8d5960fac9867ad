import { describe, expect, it } from 'vitest';
import { anAdministrator } from '../support/builders.ts';
import { countStatements } from '../support/counted-statements.ts';
import { coreOn } from '../support/stores.ts';

describe('options of the shop', () => {
  const { stores, sent } = countStatements();

  it('are read in one statement, and written in one with their entry of the audit log', async () => {
    const core = coreOn(stores());
    const ada = anAdministrator();
    const values = { shop_weight_unit: 'kg', shop_dimension_unit: 'cm', shop_coming_soon: 'yes' };
    await core.backOffice.writeOptions(ada, { values: { shop_weight_unit: 'g' } });
    const options = Object.keys(values).join(',');
    expect(await sent(() => core.backOffice.readOptions(ada, { options }))).toHaveLength(1);
    const written = await sent(() => core.backOffice.writeOptions(ada, { values }));
    expect(written.map(({ text }) => /^\w+/.exec(text.trim())?.[0])).toEqual(['with', 'insert', 'commit']);
    expect(await sent(() => core.onboarding.updateProfile(ada, { completed: true }))).toHaveLength(3);
  });
});
