import { auditTrailContract } from '@backroom/testing';
import { anAuditDraft, NOON } from '@backroom/testing/builders';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../support/databases.ts';
import { openStores, type Stores } from '../support/stores.ts';

for (const database of databases) auditTrailContract(`MikroAuditTrail on ${database.name}`, () => openStores(database));

describe.each(databases)('the audit log on $name', (database) => {
  let stores: Stores;
  beforeAll(async () => {
    stores = await openStores(database);
    await stores.auditTrail.append(anAuditDraft());
  });
  afterAll(() => stores?.close());

  const total = async () => (await stores.auditTrail.list({}, { page: 1, perPage: 1 })).total;
  const does = (statement: string) => sql.raw(statement).execute(stores.database.kysely());

  it.each([
    ['changed', `update audit_event set outcome = 'ok'`],
    ['deleted', 'delete from audit_event'],
    ['emptied', 'truncate audit_event'],
  ])('is not %s by any user of the database', async (_, statement) => {
    await expect(does(statement)).rejects.toThrow('The audit log is append-only.');
    expect(await total()).toBe(1);
  });

  it('deletes only entries older than the limit', async () => {
    const unit = stores.unitOfWork.run(async () => {
      await does(`select set_config('backroom.audit_forgets_before', '${NOON.toISOString()}', true)`);
      await does('delete from audit_event');
    });
    await expect(unit).rejects.toThrow('The audit log is append-only.');
  });

  it('is closed again after a deletion', async () => {
    const unit = stores.unitOfWork.run(async () => {
      await stores.auditTrail.forget(new Date(NOON.getTime() + 1), 0);
      await does('delete from audit_event');
    });
    await expect(unit).rejects.toThrow('The audit log is append-only.');
    expect(await total()).toBe(1);
  });
});
