import { UNIT } from '@backroom/core';
import { noExtensionRuntime } from '@backroom/core/extensions';
import { extensionQueueContract } from '@backroom/testing';
import { addItem, anExtension } from '@backroom/testing/builders';
import { describe, expect, it } from 'vitest';
import { anAdministrator } from '../support/builders.ts';
import { databases } from '../support/databases.ts';
import { coreOn, openStores, type Stores } from '../support/stores.ts';

for (const database of databases)
  extensionQueueContract(`MikroExtensionQueue on ${database.name}`, () => openStores(database));

describe.each(databases)('an operation on $name', (database) => {
  it('is queued for an extension that listens, in its own unit of work', async () => {
    const stores = await openStores(database);
    const { slug } = await stores.extensions.insert(anExtension({ isActive: true, state: 'running' }));
    await stores.extensionQueue.listen(slug, ['operation.recorded']);
    const extensionRuntime = { ...noExtensionRuntime, mayListen: () => true };
    const core = coreOn({ ...stores, extensionRuntime } as Stores);
    const item = await addItem(stores);
    const line = { item: { id: item.id }, type: 'receipt', quantity: UNIT } as const;
    const { operations } = await core.inventory.recordOperation(anAdministrator({ userId: 1, username: 'ada' }), line);
    const { events } = await stores.extensionQueue.next(slug, 10);
    expect(events).toMatchObject([{ type: 'operation.recorded', data: { operation: { id: operations[0]?.id } } }]);
    await stores.close();
  });
});
