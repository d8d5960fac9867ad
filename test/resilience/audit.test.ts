import { ManualClock } from '@backroom/adapters-memory';
import { readSettings, serve } from '@backroom/composition';
import type { Core } from '@backroom/core';
import type { AuditEntry } from '@backroom/core/audit';
import { anAuditDraft, freshWord, NOON, outcomes } from '@backroom/testing/builders';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { aMember, anAdministrator } from '../support/builders.ts';
import { createDatabase, databases, dropDatabase, serverUrl } from '../support/databases.ts';
import { sqlOf } from '../support/persistence.ts';
import { coreOn, openStores, type Stores } from '../support/stores.ts';

const DAY = 24 * 3_600_000;
const ada = anAdministrator();

describe.each(databases)('entries of the audit log on $name', (database) => {
  let stores: Stores;
  let core: Core;
  beforeAll(async () => {
    stores = await openStores(database);
    core = coreOn(stores);
  });
  afterAll(() => stores?.close());

  const newest = async (count = 1): Promise<readonly AuditEntry[]> =>
    (await stores.auditTrail.list({}, { page: 1, perPage: count })).entries;
  const total = async () => (await stores.auditTrail.list({}, { page: 1, perPage: 1 })).total;

  it('are written in the transaction of what they record', async () => {
    const { id } = await core.inventory.createLocation(ada, { code: freshWord() });
    const [entry] = await newest();
    expect(entry).toMatchObject({ action: 'location.create', outcome: 'ok', targetId: String(id) });
    const { rows } = await sql<{ same: boolean }>`
      select l.xmin = a.xmin as same from location l, audit_event a where l.id = ${id} and a.id = ${entry?.id}`.execute(
      stores.database.kysely(),
    );
    expect(rows).toEqual([{ same: true }]);
  });

  it('record a refusal after the roll-back, and no success', async () => {
    const code = freshWord();
    await core.inventory.createLocation(ada, { code });
    const before = await total();
    await expect(core.inventory.createLocation(ada, { code })).rejects.toMatchObject({ code: 'location_code_taken' });
    expect(await total()).toBe(before + 1);
    expect(await newest()).toMatchObject([{ outcome: 'failed', reason: 'location_code_taken', changes: null }]);
  });

  it('that cannot be written roll back what they record', async () => {
    const auditTrail = {
      ...stores.auditTrail,
      append: () => Promise.reject(new Error('no room for an entry')),
    };
    const code = freshWord();
    const mute = coreOn({ ...stores, auditTrail } as unknown as Stores);
    await expect(mute.inventory.createLocation(ada, { code })).rejects.toThrow('no room for an entry');
    expect(await stores.locations.find({ code })).toBeUndefined();
  });

  it('are one for each that succeeded and each that did not, of many concurrent requests', async () => {
    const before = await total();
    const code = freshWord();
    const { done, refused } = await outcomes(
      Array.from({ length: 8 }, () => core.inventory.createLocation(ada, { code })),
    );
    expect([done, refused.length]).toEqual([1, 7]);
    const entries = await newest((await total()) - before);
    expect(entries.map(({ outcome }) => outcome).toSorted()).toEqual([...Array(7).fill('failed'), 'ok']);
  });

  it('of denied members leave everything else as it was', async () => {
    const code = freshWord();
    await expect(core.inventory.createLocation(aMember(), { code })).rejects.toMatchObject({ code: 'admin_required' });
    expect(await newest()).toMatchObject([{ action: 'location.create', outcome: 'denied', reason: 'admin_required' }]);
    expect(await stores.locations.find({ code })).toBeUndefined();
  });

  it('are deleted when they are older than the retention time', async () => {
    const clock = new ManualClock(new Date(NOON.getTime() + 30 * DAY));
    const ages = [29, 30, 31].map((days) => new Date(clock.now().getTime() - days * DAY));
    for (const at of ages) await stores.auditTrail.append(anAuditDraft({ at, action: 'aged' }));
    const forget = (days: number) =>
      coreOn(stores, { auditRetentionDays: days }, clock).audit.forgetAuditEntries(ada, {});
    const left = async () => (await stores.auditTrail.list({ action: 'aged' }, { page: 1, perPage: 9 })).total;
    expect([await forget(0), await left()]).toEqual([0, 3]);
    expect([await forget(30), await left()]).toEqual([1, 2]);
    expect([await forget(30), await left()]).toEqual([0, 2]);
  });
});

describe('a server that starts', () => {
  it('deletes entries that are older than AUDIT_RETENTION_DAYS, however many', async () => {
    const name = await createDatabase();
    const settings = readSettings({
      DATABASE_URL: serverUrl(name),
      JWT_SECRET: 'a-secret-of-at-least-thirty-two-bytes',
      PORT: '0',
      LOG_LEVEL: 'silent',
      BOOTSTRAP_ADMIN_USERNAME: 'root',
      BOOTSTRAP_ADMIN_PASSWORD: 'first-light-over-harbour',
      AUDIT_RETENTION_DAYS: '7',
    });
    try {
      const first = await serve(settings, { migrate: true });
      const count = (server: typeof first) =>
        sql<{ days: number; count: number }>`
          select round(extract(epoch from now() - at) / 86400)::int as days, count(*)::int from audit_event
          group by 1 order by 1`.execute(sqlOf(server.application.database).kysely());
      await sql`
        insert into audit_event (at, action, outcome)
        select now() - make_interval(days => 6 + i % 3), 'aged', 'ok' from generate_series(1, 4500) i`.execute(
        sqlOf(first.application.database).kysely(),
      );
      await first.close();
      const second = await serve(settings, { migrate: false });
      try {
        // An entry exactly as old as the limit is older by the time of the check.
        await vi.waitFor(
          async () => expect((await count(second)).rows.at(-1)).toEqual({ days: 6, count: 1_500 }),
          10_000,
        );
        expect((await count(second)).rows[0]).toMatchObject({ days: 0, count: expect.any(Number) });
      } finally {
        await second.close();
      }
    } finally {
      await dropDatabase(name);
    }
  });
});
