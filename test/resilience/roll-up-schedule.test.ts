import { setTimeout as later } from 'node:timers/promises';
import { type RunningServer, readSettings, serve } from '@backroom/composition';
import { defaultShopSettings } from '@backroom/core/commerce';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, dropDatabase, serverUrl } from '../support/databases.ts';
import { factRows } from '../support/facts.ts';
import { MikroFactStore, sqlOf } from '../support/persistence.ts';

describe('a server', () => {
  let name: string;
  const servers: RunningServer[] = [];
  const start = async () => {
    const environment = {
      DATABASE_URL: serverUrl(name),
      JWT_SECRET: 'a secret of at least thirty-two bytes',
      BOOTSTRAP_ADMIN_USERNAME: 'ada',
      BOOTSTRAP_ADMIN_PASSWORD: 'first-light-over-harbour',
      PORT: '0',
      LOG_LEVEL: 'silent',
    };
    const server = await serve(readSettings(environment), { migrate: true });
    servers.push(server);
    return server;
  };
  beforeEach(async () => {
    name = await createDatabase();
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
    await dropDatabase(name);
  });

  const write = ({ application: { database } }: RunningServer, id: number, created = '2025-05-01 10:00:00') =>
    database.unitOfWork.run(() =>
      new MikroFactStore(sqlOf(database)).write({
        orderIds: [id],
        rows: [factRows({ id, customerId: 1, created })],
        customerIds: [1],
      }),
    );
  const untilRefreshed = async (facts: MikroFactStore) => {
    for (let round = 0; round < 100 && (await facts.countPending()) > 0; round += 1) await later(100);
    return facts.countPending();
  };

  it('refreshes what was written within seconds, and does a rebuild that was begun', async () => {
    const server = await start();
    const facts = new MikroFactStore(sqlOf(server.application.database));
    await write(server, 1);
    expect(await untilRefreshed(facts)).toBe(0);
    const rules = { ...defaultShopSettings, dateType: 'date_created' as const };
    expect(await facts.useRules(rules)).toBe(true);
    for (let round = 0; round < 100; round += 1) {
      if ((await facts.underWay()).rebuildFrom === undefined) break;
      await later(100);
    }
    expect(await untilRefreshed(facts)).toBe(0);
    expect(await facts.compareDerived(rules, 1)).toEqual([]);
  });

  it('shares the work with others on the same database', async () => {
    const [one, other] = [await start(), await start()];
    const facts = new MikroFactStore(sqlOf(one.application.database));
    for (let id = 1; id <= 60; id += 1)
      await write(id % 2 === 0 ? one : other, id, `2025-0${1 + (id % 9)}-01 10:00:00`);
    expect(await untilRefreshed(facts)).toBe(0);
    expect(await facts.compareDerived(defaultShopSettings, 1)).toEqual([]);
  });
});
