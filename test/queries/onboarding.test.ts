import { describe, expect, it } from 'vitest';
import { anAdministrator } from '../support/builders.ts';
import { countStatements } from '../support/counted-statements.ts';
import { coreOn } from '../support/stores.ts';

describe('onboarding', () => {
  const { stores, count } = countStatements();

  it('lists tasks in six statements, and writes nothing where nothing became complete', async () => {
    const { onboarding } = coreOn(stores());
    const ada = anAdministrator();
    expect(await count(() => onboarding.listTasks(ada, {}))).toBe(6);
    expect(await count(() => onboarding.dismissTask(ada, { id: 'payments' }))).toBeLessThanOrEqual(12);
    expect(await count(() => onboarding.dismissTask(ada, { id: 'payments' }))).toBeLessThanOrEqual(8);
    expect(await count(() => onboarding.hideTaskList(ada, { id: 'extended' }))).toBeLessThanOrEqual(12);
    await onboarding.importSampleProducts(ada, {});
    expect(await count(() => onboarding.importSampleProducts(ada, {}))).toBeLessThanOrEqual(5);
    expect(await count(() => onboarding.listTasks(ada, {}))).toBe(6);
  });
});
