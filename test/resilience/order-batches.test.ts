import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { places, roundsOfKills } from './places.ts';
import { askPatiently, type ServerProcess, signIn, startServer, withAdministrator } from './server-process.ts';

const batches = 2;
const items = 25;
const opening = 100_000;

interface Answer {
  readonly status: number;
  readonly body: { readonly id?: number };
}

/** Orders of one piece each, every other of which is refunded in the same batch, under keys of their own. */
const batchOf = (first: number, productId: number) =>
  Array.from({ length: items }, (_, index) => {
    const id = first + index - (index % 2);
    const headers = { 'Idempotency-Key': `key-${first + index}` };
    const lines = [{ id: 1, product_id: productId, name: 'Mug', quantity: 1, subtotal: 10, total: 10 }];
    const refunded = [{ ...lines[0], quantity: -1, subtotal: -10, total: -10, refunded_line_id: 1 }];
    if (index % 2 === 1) {
      const body = { id: id + 1, amount: '10', restock: true, lines: refunded };
      return { path: `/shop/v3/orders/${id}/refunds`, headers, body };
    }
    const money = { total: 10, total_tax: 0, shipping_total: 0, shipping_tax: 0, discount_total: 0 };
    return { path: '/shop/v3/orders', headers, body: { id, status: 'processing', ...money, billing: {}, lines } };
  });

function callerAt(url: string, token: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const ask = async (path: string, body?: object): Promise<Response> =>
    askPatiently(`${url}${path}`, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) });
  const shop = (route: string) => `/index.php?rest_route=/shop/v3${route}`;
  return {
    async send(first: number, productId: number): Promise<readonly number[]> {
      let responses: readonly Answer[] = [];
      // The keys mark what is done already, so all the rest is repeated with what there was no time for.
      do {
        const answer = await ask('/index.php?rest_route=/batch/v1', { requests: batchOf(first, productId) });
        ({ responses } = (await answer.json()) as { readonly responses: readonly Answer[] });
      } while (responses.some(({ status }) => status === 503));
      expect(responses.map(({ status }) => status)).toEqual(Array(items).fill(201));
      return responses.map(({ body }) => body.id ?? 0);
    },
    async sell(): Promise<{ readonly itemId: number; readonly productId: number }> {
      const item = await ask('/items', { name: 'Mug', sku: 'MUG', quantity: opening });
      const product = await ask(shop('/products'), { name: 'Mug', sku: 'MUG', manage_stock: true });
      expect([item.status, product.status]).toEqual([201, 201]);
      const [{ id: itemId }, { id: productId }] = [await item.json(), await product.json()] as [
        Answer['body'],
        Answer['body'],
      ];
      return { itemId: itemId ?? 0, productId: productId ?? 0 };
    },
    async quantityOf(itemId: number): Promise<number> {
      return ((await (await ask(`/items/${itemId}`)).json()) as { readonly quantity: number }).quantity;
    },
    totalOf: async (route: string): Promise<number> => Number((await ask(shop(route))).headers.get('x-cms-total')),
    async statusOf(route: string): Promise<number> {
      return (await ask(shop(route))).status;
    },
  };
}

type Caller = ReturnType<typeof callerAt>;

/** Sends batches at once, kills the server at a random moment, and returns those that were acknowledged. */
async function killDuring(
  server: ServerProcess,
  caller: Caller,
  work: { firsts: readonly number[]; productId: number },
) {
  const reported: number[] = [];
  const sent = Promise.allSettled(
    work.firsts.map(async (first) => {
      await caller.send(first, work.productId);
      reported.push(first);
    }),
  );
  const pause = new Promise((resolve) => setTimeout(resolve, randomInt(20, 500)));
  await Promise.race([sent, pause]);
  await server.kill();
  // A lost answer is a failure of the connection, not a refusal.
  for (const each of await sent) if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(TypeError);
  return reported;
}

describe.each(places)('a server on $name that is killed time and again during batches of orders', ({ name, open }) => {
  const rounds = roundsOfKills[name] ?? 0;

  it('has whole orders, facts and a stock that agree, and finishes what is sent again', {
    timeout: 600_000,
  }, async () => {
    const place = await open();
    const variables = withAdministrator(place.variables);
    let server = await startServer(variables);
    try {
      const token = await signIn(server.url);
      let caller = callerAt(server.url, token);
      const { itemId, productId } = await caller.sell();
      let finished = 0;
      for (let round = 0; round < rounds; round += 1) {
        const firsts = Array.from({ length: batches }, (_, index) => 1 + (round * batches + index) * items * 2);
        const reported = await killDuring(server, caller, { firsts, productId });
        server = await startServer(variables);
        caller = callerAt(server.url, token);
        expect(await server.differences()).toEqual([]);
        for (const first of reported) expect(await caller.statusOf(`/orders/${first + items - 1}`)).toBe(200);
        const orders = await caller.totalOf('/orders');
        expect(orders).toBeGreaterThanOrEqual((finished + reported.length) * 13);
        // The same keys again: what was done is answered as it was, and the rest is done.
        for (const first of firsts) {
          const ids = await caller.send(first, productId);
          expect(ids).toEqual(Array.from({ length: items }, (_, index) => first + index));
        }
        finished += batches;
        expect(await caller.totalOf('/orders')).toBe(finished * 13);
        // Each batch issues thirteen orders, and takes twelve back.
        expect(await caller.quantityOf(itemId)).toBe(opening - finished);
        expect(await server.differences()).toEqual([]);
      }
    } finally {
      await server.kill();
      await place.remove();
    }
  });
});
