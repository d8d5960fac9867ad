import { categoryStoreContract } from '@backroom/testing';
import { expect, it } from 'vitest';
import { databases } from '../support/databases.ts';
import { listen } from '../support/statements.ts';
import { openStores } from '../support/stores.ts';

for (const database of databases)
  categoryStoreContract(`MikroCategoryStore on ${database.name}`, () => openStores(database));

it('counts the items of all categories once, not once for each category', async () => {
  const postgres = databases.find(({ name }) => name === 'postgres');
  if (!postgres) throw new Error('There is no server.');
  const stores = await openStores(postgres);
  const listening = listen();
  await stores.categories.all(10).finally(() => listening.stop());
  const [sent] = listening.sent.filter(({ text }) => /path_ids/.test(text));
  const { rows } = await stores.database.executeSql(`explain (format json) ${sent?.text}`, sent?.values);
  await stores.close();
  expect(JSON.stringify(rows)).toContain('CTE Scan');
  expect(JSON.stringify(rows)).not.toContain('SubPlan');
});
