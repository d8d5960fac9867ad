import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PacedNotices } from '../../packages/adapters-persistence/src/changes/paced-notices.ts';
import { topicsByTable } from '../../packages/adapters-persistence/src/changes/topics-of-tables.ts';
import { topicsWrittenBy } from '../../packages/adapters-persistence/src/changes/written-topics.ts';
import { createMigratedDatabase, databases, dropDatabase, serverUrl } from '../support/databases.ts';
import { type Database, openWith } from '../support/persistence.ts';
import { listen } from '../support/statements.ts';
import { ours } from '../support/templates.ts';

const setOption = (database: Database, name: string) =>
  sql`insert into shop_option (name, value, updated_at) values (${name}, '1', now())`.execute(database.kysely());

describe('the topics of a statement', () => {
  it.each([
    ['select * from item where item_id = $1 for update', []],
    ['select 1 from item for no key update of item skip locked', []],
    ['insert into "item" ("name") values ($1) on conflict do update set name = $1', ['stock']],
    ['INSERT INTO public.item (name) VALUES ($1)', ['stock']],
    ['update only "shop_order" set status = $1', ['orders']],
    ['delete from "public"."customer" using product where true', ['customers']],
    ['merge into shop_option using source on true when matched then delete', ['settings']],
    ['with gone as (delete from coupon returning id), n as (update job set run = 1) select 1', ['orders', 'jobs']],
    ['insert into audit_event (id) values ($1)', []],
    ['update items set name = $1', []],
  ])('%s', (text, topics) => {
    expect(topicsWrittenBy(text)).toEqual(topics);
  });
});

describe('paced notices', () => {
  const pacing = (everyMillis = 60) => {
    const sent: string[] = [];
    let fails = false;
    const send = async (keys: readonly string[]) => {
      if (fails) throw new Error('not now');
      sent.push(...keys);
    };
    const become = (is: boolean) => {
      fails = is;
    };
    return { sent, become, notices: new PacedNotices<string>({ everyMillis, most: 10, send }) };
  };

  it('are sent at once, and again at the end of the interval if there was more', async () => {
    const { sent, notices } = pacing();
    notices.add(['a']);
    await setTimeout(10);
    expect(sent).toEqual(['a']);
    for (let number = 0; number < 50; number += 1) notices.add(['a']);
    notices.add(['b']);
    await setTimeout(10);
    expect(sent).toEqual(['a', 'b']);
    await setTimeout(100);
    expect(sent).toEqual(['a', 'b', 'a']);
    await setTimeout(100);
    expect(sent).toHaveLength(3);
  });

  it('are sent again after a failure, and at the end at once', async () => {
    const { sent, become, notices } = pacing();
    become(true);
    notices.add(['a']);
    await setTimeout(10);
    become(false);
    expect(sent).toEqual([]);
    await setTimeout(100);
    expect(sent).toEqual(['a']);
    notices.add(['a']);
    await notices.flush();
    expect(sent).toEqual(['a', 'a']);
  });
});

describe.each(databases)('changes on $name', ({ name, open }) => {
  let database: Database;
  const heard: string[] = [];
  const follower = { isFollowed: false, announce: (topic: string) => void heard.push(topic) };
  beforeAll(async () => {
    database = await open();
    database.announceChanges(follower);
  });
  afterAll(() => database.close());

  it('are announced after the commit of a unit, and not at all when it is rolled back', async () => {
    const listening = listen();
    await database.unitOfWork.run(() => setOption(database, 'committed'));
    const undone = database.unitOfWork.run(async () => {
      await sql`insert into location select * from location on conflict do nothing`.execute(database.kysely());
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    await setTimeout(200);
    listening.stop();
    const notices = listening.sent.flatMap(({ text, values }, index) =>
      text.includes('pg_notify') ? [{ index, values }] : [],
    );
    if (name === 'embedded') expect(heard).toEqual(['settings']);
    else expect(notices.map(({ values }) => values)).toEqual([[['settings']]]);
    const commit = listening.sent.findIndex(({ text }) => text === 'commit');
    for (const { index } of notices) expect(index).toBeGreaterThan(commit);
  });

  it('of statements outside of units are announced, those of no row are not', async () => {
    const listening = listen();
    heard.length = 0;
    await sql`update page set title = title where false`.execute(database.kysely());
    await setOption(database, 'alone');
    const announced = () =>
      name === 'embedded'
        ? heard
        : listening.sent.filter(({ text }) => text.includes('pg_notify')).flatMap(({ values }) => values.flat());
    await expect.poll(announced, { timeout: 2_000 }).toEqual(['settings']);
    listening.stop();
  });

  it('have a topic by tables that exist, and no trigger that announces', async () => {
    const { rows } = await database.executeSql('select tablename from pg_tables');
    const tables = new Set((rows as { tablename: string }[]).map(({ tablename }) => tablename));
    expect([...topicsByTable.keys()].filter((table) => !tables.has(table))).toEqual([]);
    const bodies = await database.executeSql(
      "select proname from pg_proc where prosrc like '%pg_notify%' and pronamespace = 'public'::regnamespace",
    );
    expect(bodies.rows).toEqual([]);
  });
});

describe('two processes on PostgreSQL', () => {
  let name: string;
  let one: Database;
  let listener: pg.Client;
  const notices: string[] = [];
  beforeAll(async () => {
    name = await createMigratedDatabase();
    one = await openWith({ kind: 'server', url: serverUrl(name) }, ours);
    one.announceChanges({ isFollowed: false, announce: () => {} });
    listener = new pg.Client({ connectionString: serverUrl(name) });
    await listener.connect();
    listener.on('notification', ({ payload = '' }) => void notices.push(payload));
    await listener.query('listen backroom_changed');
  });
  afterAll(async () => {
    await listener?.end();
    await one?.close();
    await dropDatabase(name);
  });

  it('a burst of a hundred writes has few notices, and the last write is announced', async () => {
    const began = performance.now();
    for (let number = 0; number < 99; number += 1) await one.unitOfWork.run(() => setOption(one, `${number}`));
    const seconds = (performance.now() - began) / 1_000;
    await setOption(one, 'last');
    const before = notices.length;
    await setTimeout(1_200);
    expect(notices.length).toBeGreaterThan(before);
    expect(notices.length).toBeLessThanOrEqual(2 + Math.ceil(seconds));
    expect(new Set(notices)).toEqual(new Set(['settings']));
  });

  it('what is pending is announced before the database is closed', async () => {
    notices.length = 0;
    const other = await openWith({ kind: 'server', url: serverUrl(name) }, ours);
    other.announceChanges({ isFollowed: false, announce: () => {} });
    await setOption(other, 'closing');
    await other.close();
    await listener.query('select 1');
    expect(notices).toEqual(['settings']);
  });
});
