import { freshWord } from '@backroom/testing/builders';
import { describe, expect, it } from 'vitest';
import { askShop, type ShopRequestInit } from '../../support/shop-client.ts';
import { onEveryDatabase, type World } from '../../support/world.ts';

type Json = Readonly<Record<string, unknown>>;

/** One kind of records: where it is made, what is sent, and two changes of different members. */
interface Kind {
  readonly path: string;
  /** The product that variations are made below. */
  readonly parent?: () => Json;
  readonly record: () => Json;
  readonly changes: (to: string) => readonly [Json, Json];
}

const aProduct = (): Json => ({ name: 'Mug', sku: freshWord(), price: '12.50' });
const kinds: Readonly<Record<string, Kind>> = {
  products: {
    path: '/shop/v3/products',
    record: aProduct,
    changes: (to) => [{ name: to }, { description: to }],
  },
  variations: {
    path: '/shop/v3/products/{id}/variations',
    parent: () => ({ ...aProduct(), type: 'variable' }),
    record: () => ({ sku: freshWord(), attributes: { size: 'L' } }),
    changes: (to) => [{ name: to }, { description: to }],
  },
  categories: {
    path: '/shop/v3/products/categories',
    record: () => ({ name: 'Mugs', slug: freshWord() }),
    changes: (to) => [{ name: to }, { slug: to }],
  },
  coupons: {
    path: '/shop/v3/coupons',
    record: () => ({ code: freshWord(), discount_type: 'percent', amount: '10' }),
    changes: (to) => [{ code: to }, { discount_type: 'fixed_cart' }],
  },
  customers: {
    path: '/shop/v3/customers',
    record: () => ({ email: `${freshWord()}@example.test`, first_name: 'Ida' }),
    changes: (to) => [{ first_name: to }, { last_name: to }],
  },
  taxes: {
    path: '/shop/v3/taxes',
    record: () => ({ country: 'DK', percent: '25' }),
    changes: (to) => [{ name: to }, { percent: '19' }],
  },
  pages: {
    path: '/cms/v2/pages',
    record: () => ({ title: 'Delivery' }),
    changes: (to) => [{ title: to }, { status: 'publish' }],
  },
};

const asking = (world: () => World) => {
  const ask = (method: string, route: string, options: ShopRequestInit = {}) =>
    askShop(world(), method, route, { bearer: world().ada.token ?? '', ...options });
  const make = async ({ path, parent, record }: Kind): Promise<string> => {
    const within = parent ? (await ask('POST', '/shop/v3/products', { body: parent() })).body.id : '';
    const place = path.replace('{id}', String(within));
    const made = await ask('POST', place, { body: record() });
    expect(made.status, made.text).toBe(201);
    return `${place}/${made.body.id}`;
  };
  return { ask, make };
};

onEveryDatabase('changes at once without entity tags', (world) => {
  const { ask, make } = asking(world);
  let unused = 1_000_000;

  describe.each(Object.entries(kinds))('of %s', (_, kind) => {
    it('keep the members that the other one names', async () => {
      for (let round = 1; round <= 3; round += 1) {
        const place = await make(kind);
        const changes = kind.changes(freshWord());
        const answers = await Promise.all(changes.map((body) => ask('PATCH', place, { body })));
        expect(answers.map(({ status }) => status)).toEqual([200, 200]);
        expect((await ask('GET', place)).body).toMatchObject(Object.assign({}, ...changes));
      }
    });

    it('make a record once where two send the same id', async () => {
      const place = (await make(kind)).replace(/\d+$/, '');
      for (let round = 1; round <= 3; round += 1) {
        unused += 1_000;
        const id = unused;
        const records = [1, 2].map(() => ({ ...kind.record(), ...kind.changes(freshWord())[0], id }));
        const answers = await Promise.all(records.map((body) => ask('POST', place, { body })));
        expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
        const made = answers.find(({ status }) => status === 201);
        expect((await ask('GET', `${place}${id}`)).body).toEqual(made?.body);
      }
    });

    it('never bring back a record that is deleted meanwhile', async () => {
      for (let round = 1; round <= 3; round += 1) {
        const place = await make(kind);
        const [body] = kind.changes(freshWord());
        const sent = [ask('PATCH', place, { body }), ask('DELETE', `${place}?force=true`)];
        const [changed, deleted] = await Promise.all(sent);
        expect([200, 404]).toContain(changed?.status);
        expect(deleted?.status).toBe(200);
        expect((await ask('GET', place)).status).toBe(404);
      }
    });
  });
});
