import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAdministrator } from '../support/builders.ts';
import { databases } from '../support/databases.ts';
import { listen } from '../support/statements.ts';
import { coreOn, openStores, type Stores } from '../support/stores.ts';

const postgres = databases.find(({ name }) => name === 'postgres');

describe('onboarding', () => {
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
  const statements = async (work: () => Promise<unknown>): Promise<number> => {
    listening.sent.length = 0;
    await work();
    return listening.sent.length;
  };

  it('lists tasks in six statements, and writes nothing where nothing became complete', async () => {
    const { onboarding } = coreOn(stores);
    const ada = anAdministrator();
    expect(await statements(() => onboarding.listTasks(ada, {}))).toBe(6);
    expect(await statements(() => onboarding.dismissTask(ada, { id: 'payments' }))).toBeLessThanOrEqual(12);
    expect(await statements(() => onboarding.dismissTask(ada, { id: 'payments' }))).toBeLessThanOrEqual(8);
    expect(await statements(() => onboarding.hideTaskList(ada, { id: 'extended' }))).toBeLessThanOrEqual(12);
    await onboarding.importSampleProducts(ada, {});
    expect(await statements(() => onboarding.importSampleProducts(ada, {}))).toBeLessThanOrEqual(5);
    expect(await statements(() => onboarding.listTasks(ada, {}))).toBe(6);
  });
});
