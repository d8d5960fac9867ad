import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { places, rounds } from './places.ts';
import { askPatiently, type ServerProcess, signIn, startServer, withAdministrator } from './server-process.ts';

const writes = 200;
const items = 4;

/** A requested write, under a key. */
interface WriteRequest {
  readonly path: string;
  readonly key: string;
  readonly body: unknown;
  /** What it adds to the stock of its item. */
  readonly delta: number;
  readonly item: number;
}

/** The answer to the caller: the ids of what was recorded, and whether that had been done before. */
interface Reported {
  readonly ids: readonly number[];
  readonly replayed: boolean;
}

describe.concurrent.each(places)(
  `a server on $name that is killed ${rounds} times during ${writes} writes`,
  ({ open }) => {
    it('loses nothing that it acknowledged, doubles nothing, and keeps its balances', {
      timeout: 600_000,
    }, async () => {
      const place = await open();
      const variables = withAdministrator(place.variables);
      let server = await startServer(variables);
      try {
        const caller = callerWith(await signIn(server.url));
        const ids = await Promise.all(Array.from({ length: items }, () => caller.addItem(server.url)));
        const expected = new Map(ids.map((id) => [id, 1_000]));
        let entries = items;
        for (let round = 0; round < rounds; round += 1) {
          const requests = writesOf(ids, round);
          const reported = await caller.killDuring(server, requests);
          server = await startServer(variables);
          expect(await server.differences()).toEqual([]);
          const unanswered = requests.filter(({ key }) => !reported.has(key));
          const retried = await caller.sendAll(server.url, unanswered);
          const all = await caller.sendAll(server.url, requests);
          const known = new Map([
            ...reported,
            ...unanswered.map(({ key }, index) => [key, retried[index] as Reported] as const),
          ]);
          for (const [index, { key, item, delta }] of requests.entries()) {
            expect(all[index]).toEqual({ ids: known.get(key)?.ids, replayed: true });
            expected.set(item, (expected.get(item) ?? 0) + delta);
          }
          entries += all.flatMap(({ ids }) => ids).length;
          expect(new Set(all.flatMap(({ ids }) => ids)).size).toBe(all.flatMap(({ ids }) => ids).length);
          expect(await caller.entries(server.url)).toBe(entries);
          expect(await server.differences()).toEqual([]);
          for (const [id, quantity] of expected) expect(await caller.quantityOf(server.url, id)).toBe(quantity);
        }
      } finally {
        await server.kill();
        await place.remove();
      }
    });
  },
);

const writesOf = (ids: readonly number[], round: number): WriteRequest[] =>
  Array.from({ length: writes }, (_, index) => {
    const item = ids[index % ids.length] as number;
    const key = `round-${round}-${index}`;
    const line = (type: string, quantity: number) => ({ item_id: item, type, quantity, note: key });
    if (index % 10 === 0)
      return {
        path: '/operations/batch',
        key,
        item,
        delta: 3,
        body: { operations: [line('receipt', 5), line('issue', 2)] },
      };
    return index % 2 === 0
      ? { path: '/operations', key, item, delta: -1, body: line('issue', 1) }
      : { path: '/operations', key, item, delta: 2, body: line('receipt', 2) };
  });

function callerWith(token: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const send = async (url: string, { path, key, body }: WriteRequest): Promise<Reported> => {
    const response = await askPatiently(`${url}${path}`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': key },
      body: JSON.stringify(body),
    });
    const reported = await response.json();
    expect(response.status, JSON.stringify(reported)).toBe(201);
    const ids = [reported].flat().map((each) => (each as { id: number }).id);
    return { ids, replayed: response.headers.get('idempotent-replayed') === 'true' };
  };
  const read = (url: string, path: string) => fetch(`${url}${path}`, { headers });
  return {
    async addItem(url: string): Promise<number> {
      const body = JSON.stringify({ name: 'Lamp', quantity: 1_000 });
      return ((await (await fetch(`${url}/items`, { method: 'POST', headers, body })).json()) as { id: number }).id;
    },
    /** Sends all requests at once, kills the server at a random moment, and returns what was acknowledged until then. */
    async killDuring(server: ServerProcess, requests: readonly WriteRequest[]): Promise<ReadonlyMap<string, Reported>> {
      const reported = new Map<string, Reported>();
      const last = randomInt(requests.length);
      const reached = Promise.withResolvers<void>();
      const sent = Promise.allSettled(
        requests.map(async (request) => {
          reported.set(request.key, await send(server.url, request));
          if (reported.size > last) reached.resolve();
        }),
      );
      await Promise.race([reached.promise, sent]);
      await server.kill();
      const settled = await sent;
      // A lost answer is a failure of the connection, not a refusal.
      for (const each of settled) if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(TypeError);
      return reported;
    },
    sendAll: (url: string, requests: readonly WriteRequest[]) =>
      Promise.all(requests.map((request) => send(url, request))),
    async entries(url: string): Promise<number> {
      return Number((await read(url, '/operations?per_page=1')).headers.get('x-total-count'));
    },
    async quantityOf(url: string, id: number): Promise<number> {
      return ((await (await read(url, `/items/${id}`)).json()) as { quantity: number }).quantity;
    },
  };
}
