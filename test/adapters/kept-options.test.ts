import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createDatabase, dropDatabase, serverUrl } from '../support/databases.ts';
import { type DatabaseOptions, migrations, openWith, rows, type Tables, templateOf } from '../support/persistence.ts';
import { emptyTemplate } from '../support/templates.ts';

const NEWEST_OF_OPTIONS = '0007-back-office';
const upTo = migrations.findIndex(({ name }) => name === NEWEST_OF_OPTIONS) + 1;
const before = { entities: rows, migrations: migrations.slice(0, upTo) };
const after = { entities: rows, migrations };

/** Fills a database as it was when options were all there was. */
async function fill(
  place: DatabaseOptions,
  options: Readonly<Record<string, unknown>>,
): Promise<Uint8Array | undefined> {
  const database = await openWith<Tables>(place, before);
  try {
    await database.migrate();
    await sql`
      insert into shop_option (name, value, updated_at)
      select key, value, now() from jsonb_each(${JSON.stringify(options)}::jsonb)`.execute(database.kysely());
    return 'kind' in place && place.kind === 'memory' ? await templateOf(database) : undefined;
  } finally {
    await database.close();
  }
}

/** Brings it up to date, and reads what the shop has decided then. */
async function decidedIn(place: DatabaseOptions): Promise<object> {
  const database = await openWith<Tables>(place, after);
  try {
    await database.migrate();
    const { rows: found } = await sql<object>`
      select s.document as settings, r.date_type, (select array_agg(name) from shop_option) as options
      from shop_setting s, fact_rules r`.execute(database.kysely());
    return found[0] ?? {};
  } finally {
    await database.close();
  }
}

async function decided(kind: string, options: Readonly<Record<string, unknown>>): Promise<object> {
  if (kind === 'embedded') {
    const template = await fill({ kind: 'memory', template: await emptyTemplate() }, options);
    return decidedIn({ kind: 'memory', ...(template && { template }) });
  }
  const name = await createDatabase();
  try {
    await fill({ kind: 'server', url: serverUrl(name) }, options);
    return await decidedIn({ kind: 'server', url: serverUrl(name) });
  } finally {
    await dropDatabase(name);
  }
}

describe.each(['embedded', 'postgres'])('options that are settings since (%s)', (kind) => {
  it('continue as settings, and orders are counted by them', async () => {
    const options = {
      shop_date_type: 'date_completed',
      shop_manage_stock: 'no',
      shop_default_country: 'IT:RM',
      shop_currency: 'JPY',
      shop_price_num_decimals: 0,
      shop_weight_unit: 'kg',
    };
    expect(await decided(kind, options)).toEqual({
      settings: {
        currency: 'JPY',
        priceDecimals: 0,
        dateType: 'date_completed',
        manageStock: false,
        defaultCountry: 'IT:RM',
      },
      date_type: 3,
      options: ['shop_weight_unit'],
    });
  });

  it('without a stored value leave the settings undecided', async () => {
    const nothing = { settings: null, date_type: 2, options: null };
    expect(await decided(kind, { shop_default_country: '' })).toEqual(nothing);
  });
});
