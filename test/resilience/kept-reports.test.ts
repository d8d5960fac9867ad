import type { Question } from '@backroom/core/analytics';
import { defaultShopSettings } from '@backroom/core/commerce';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databases, serverUrl } from '../support/databases.ts';
import { type OpenFacts, openFacts } from '../support/fact-stores.ts';
import { dayAfter, dice, factRows } from '../support/facts.ts';
import {
  CachingReportRunner,
  type Database,
  MikroShopSettingsStore,
  ReportCache,
  SqlReportRunner,
} from '../support/persistence.ts';

const writers = 4;
/** How many orders each customer has. */
const perCustomer: Question = {
  orders: {
    ...{
      kind: 'groups',
      from: 'order',
      orderBy: [{ by: 'customer', descending: false }],
      where: { op: 'all', of: [] },
    },
    ...{ keys: { customer: { column: 'customer_id' } }, measures: ['rows'] },
  },
};

/** Runs a report as a request does, the settings first, and counts the statements. */
function asking(database: Database) {
  const plain = new SqlReportRunner(database);
  const settings = new MikroShopSettingsStore(database, defaultShopSettings);
  let asked = 0;
  const runner = new CachingReportRunner({
    source: {
      answerAt: (question) => {
        asked += 1;
        return plain.answerAt(question);
      },
      readSnapshot: (work) => plain.readSnapshot(work),
    },
    units: database.unitOfWork,
    cache: new ReportCache({ maxBytes: 1_000_000, maxEntryBytes: 100_000 }),
  });
  const countsOf = async (): Promise<ReadonlyMap<number, number>> => {
    const { orders = [] } = await runner.answer<typeof perCustomer>(perCustomer);
    return new Map(orders.map(({ customer, rows }) => [Number(customer), Number(rows)]));
  };
  const ask = () =>
    database.unitOfWork.runAs(1, async () => {
      await settings.read();
      return countsOf();
    });
  return { ask, countsOf, settings, asked: () => asked };
}

let ids = 0;
const orderOf = (customerId: number) => {
  ids += 1;
  return factRows({ id: ids, customerId, created: `${dayAfter(ids % 40)} 10:00:00` });
};

describe.each(databases)('cached answers ($name)', ({ open }) => {
  let opened: OpenFacts;
  let reading: ReturnType<typeof asking>;
  beforeAll(async () => {
    opened = await openFacts({ open });
    await opened.addCustomers(writers);
    await opened.write([orderOf(1)]);
  });
  afterAll(() => opened?.close());
  beforeEach(() => {
    reading = asking(opened.database);
  });

  /** Other tests use the server too, and whatever any of them commits is a new moment. */
  const askUntilKept = async () => {
    for (let before = -1; before !== reading.asked(); ) {
      before = reading.asked();
      await reading.ask();
    }
  };

  it('are returned without a query as long as nothing was committed', async () => {
    await askUntilKept();
    expect(reading.asked()).toBeGreaterThan(0);
  });

  it('are not returned when something was committed', async () => {
    await askUntilKept();
    const before = (await reading.ask()).get(1) ?? 0;
    await opened.write([orderOf(1)]);
    expect((await reading.ask()).get(1)).toBe(before + 1);
  });

  it('are not returned inside of a unit that has written, nor stored there', async () => {
    const before = (await reading.ask()).get(2) ?? 0;
    const { unitOfWork } = opened.database;
    const undone = unitOfWork.runAs(1, () =>
      unitOfWork.run(async () => {
        const row = orderOf(2);
        await opened.facts.write({ orderIds: [row.order.orderId], rows: [row], customerIds: [2] });
        await reading.settings.read();
        expect((await reading.countsOf()).get(2)).toBe(before + 1);
        throw new Error('undone');
      }),
    );
    await expect(undone).rejects.toThrow('undone');
    expect((await reading.ask()).get(2) ?? 0).toBe(before);
  });

  it('are not returned to work that has committed after it read the settings', async () => {
    await askUntilKept();
    const before = (await reading.ask()).get(3) ?? 0;
    const after = await opened.database.unitOfWork.runAs(1, async () => {
      await reading.settings.read();
      await opened.write([orderOf(3)]);
      return reading.countsOf();
    });
    expect(after.get(3)).toBe(before + 1);
  });
});

const [postgres] = databases.filter(({ name }) => name === 'postgres');

describe('cached answers while others write', () => {
  let opened: OpenFacts;
  let reading: ReturnType<typeof asking>;
  const others: pg.Client[] = [];
  beforeAll(async () => {
    if (!postgres) throw new Error('There is no server.');
    opened = await openFacts(postgres, writers + 2);
    await opened.addCustomers(writers);
    reading = asking(opened.database);
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(opened.database.kysely());
    for (let count = 0; count < 3; count += 1) {
      const other = new pg.Client(serverUrl(rows[0]?.name));
      await other.connect();
      others.push(other);
    }
  });
  afterAll(async () => {
    await Promise.all(others.map((each) => each.end()));
    await opened?.close();
  });

  it('have in them what another process has committed, whenever its transaction began', async () => {
    await opened.write([orderOf(1), orderOf(2)]);
    const [oldest, older, newer] = others as [pg.Client, pg.Client, pg.Client];
    const remove =
      'delete from order_fact where order_id = (select min(order_id) from order_fact where customer_id = $1)';
    await oldest.query('begin');
    await oldest.query("select pg_logical_emit_message(true, 'test', ''), pg_current_xact_id()");
    await older.query('begin');
    await older.query(remove, [1]);
    await newer.query(remove, [2]);
    for (let count = 0; count < 20; count += 1) await reading.ask();
    expect(await reading.ask()).toEqual(new Map([[1, 1]]));
    // Neither the first running transaction nor the last that has ended is another now.
    await older.query('commit');
    expect(await reading.ask()).toEqual(new Map());
    await oldest.query('rollback');
    expect(await reading.ask()).toEqual(new Map());
  });

  it('are what was committed before, a thousand times', { timeout: 180_000 }, async () => {
    const committed = new Map<number, number>();
    const begun = new Map<number, number>();
    const before = await reading.ask();
    for (let each = 1; each <= writers; each += 1) {
      committed.set(each, before.get(each) ?? 0);
      begun.set(each, before.get(each) ?? 0);
    }
    const seen = { reads: 0, kept: 0, wrong: 0 };
    const isEnough = () => seen.reads >= 1_000 && seen.kept >= 100;
    let wake: (() => void)[] = [];
    /** Until this number of reads is over. */
    const rest = async (reads: number) => {
      for (let left = reads; left > 0 && !isEnough(); left -= 1)
        await new Promise<void>((resolve) => void wake.push(resolve));
    };
    const write = async (customer: number) => {
      const roll = dice(customer);
      while (!isEnough()) {
        begun.set(customer, (begun.get(customer) ?? 0) + 1);
        await opened.write([orderOf(customer)]);
        committed.set(customer, (committed.get(customer) ?? 0) + 1);
        await rest(roll(8));
      }
    };
    const read = async () => {
      while (!isEnough()) {
        const least = new Map(committed);
        const asked = reading.asked();
        const counts = await reading.ask();
        const isRight = [...least].every(([customer, count]) => {
          const reported = counts.get(customer) ?? 0;
          return reported >= count && reported <= (begun.get(customer) ?? 0);
        });
        seen.reads += 1;
        seen.wrong += isRight ? 0 : 1;
        seen.kept += reading.asked() === asked ? 1 : 0;
        const woken = wake;
        wake = [];
        for (const each of woken) each();
      }
    };
    await Promise.all([...Array.from({ length: writers }, (_, writer) => write(writer + 1)), read()]);
    for (const each of wake) each();
    expect(seen.wrong).toBe(0);
    expect([...committed.values()].reduce((all, each) => all + each, 0)).toBeGreaterThan(100);
  });
});
