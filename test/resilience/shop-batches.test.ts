import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { places, rounds } from './places.ts';
import { askPatiently, type ServerProcess, signIn, startServer, withAdministrator } from './server-process.ts';

const batches = 12;
const items = 25;
/** What one item writes: four options that no other item writes, always together. */
const valuesOf = (word: string) => ({
  shop_demo_store_notice: word,
  shop_clear_ces_tracks_queue_for_page: word,
  shop_ces_shown_for_actions: [word],
  shop_bacs_settings: { word },
});
const names = Object.keys(valuesOf(''));
const batchOf = (word: string) => ({
  requests: Array.from({ length: items }, (_, index) => ({
    path: '/shop-admin/options',
    body: valuesOf(`${word}-${index}`),
  })),
});

interface Entry {
  readonly changes: Readonly<Record<string, true | { readonly to: unknown }>>;
}

function callerAt(url: string, token: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const ask = (path: string, init: RequestInit = {}) => askPatiently(`${url}${path}`, { headers, ...init });
  return {
    /** Sends a batch; rejects unless all of it is acknowledged. */
    async send(word: string): Promise<void> {
      const answer = await ask('/index.php?rest_route=/batch/v1', {
        method: 'POST',
        body: JSON.stringify(batchOf(word)),
      });
      const { responses } = (await answer.json()) as { responses: readonly { readonly status: number }[] };
      expect(responses.map(({ status }) => status)).toEqual(Array(items).fill(200));
    },
    stored: async () => (await ask(`/index.php?rest_route=/shop-admin/options&options=${names.join(',')}`)).json(),
    async entries(): Promise<readonly Entry[]> {
      const all: Entry[] = [];
      for (let page = 1; ; page += 1) {
        const answer = await ask(`/audit?action=option.update&outcome=ok&per_page=500&page=${page}`);
        const entries = (await answer.json()) as readonly Entry[];
        all.push(...entries);
        if (entries.length < 500) return all;
      }
    },
  };
}

/** Sends batches at once, kills the server at a random moment, and returns the words that were acknowledged until then. */
async function killDuring(server: ServerProcess, token: string, words: readonly string[]): Promise<readonly string[]> {
  const caller = callerAt(server.url, token);
  const reported: string[] = [];
  const last = randomInt(words.length);
  const reached = Promise.withResolvers<void>();
  const sent = Promise.allSettled(
    words.map(async (word) => {
      await caller.send(word);
      reported.push(word);
      if (reported.length > last) reached.resolve();
    }),
  );
  const pause = new Promise((resolve) => setTimeout(resolve, randomInt(20, 400)));
  await Promise.race([reached.promise, sent, pause]);
  await server.kill();
  // A lost answer is a failure of the connection, not a refusal.
  for (const each of await sent) if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(TypeError);
  return reported;
}

describe.concurrent.each(places)(`a server on $name that is killed ${rounds} times during batches`, ({ open }) => {
  it('leaves no item half written, and none that it acknowledged unwritten', { timeout: 600_000 }, async () => {
    const place = await open();
    const variables = withAdministrator(place.variables);
    let server = await startServer(variables);
    try {
      const token = await signIn(server.url);
      const acknowledged: string[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const words = Array.from({ length: batches }, (_, index) => `round-${round}-batch-${index}`);
        acknowledged.push(...(await killDuring(server, token, words)));
        server = await startServer(variables);
        const caller = callerAt(server.url, token);
        const stored = (await caller.stored()) as { readonly shop_demo_store_notice: string | false };
        const { shop_demo_store_notice: word } = stored;
        if (word !== false) expect(stored).toEqual(valuesOf(word));
        const entries = await caller.entries();
        for (const { changes } of entries) expect(Object.keys(changes).toSorted()).toEqual(names.toSorted());
        const written = new Set(
          entries.map(({ changes: { shop_demo_store_notice: each } }) => (each === true ? each : each?.to)),
        );
        expect(written.size).toBe(entries.length);
        if (word !== false) expect(written).toContain(word);
        for (const each of acknowledged)
          for (let index = 0; index < items; index += 1) expect(written).toContain(`${each}-${index}`);
      }
    } finally {
      await server.kill();
      await place.remove();
    }
  });
});
