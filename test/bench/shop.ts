import { createServer } from 'node:http';
import { anonymous, type Core } from '@backroom/core';
import type { Schemas } from '@backroom/core/interface';
import {
  createDispatch,
  defaultShopNames,
  type ShopRequest,
  type ShopRoute,
  shopPolicy,
  shopRoute,
} from '@backroom/core/interface';
import autocannon from 'autocannon';
import Koa from 'koa';
import { median } from './measure.ts';
import type { Serving } from './processes.ts';

const print = (text: string) => process.stdout.write(`${text}\n`);
const index = '/index.php?rest_route=/';

/** The same bytes under the same headers from Koa and nothing else, in a process of its own. */
export async function startPlainKoa(url: string): Promise<void> {
  const answer = await fetch(url + index, { headers: { 'accept-encoding': 'identity' } });
  const body = Buffer.from(await answer.arrayBuffer());
  const headers = Object.fromEntries(
    [...answer.headers].filter(([name]) => !['connection', 'keep-alive', 'date', 'content-length'].includes(name)),
  );
  const { 'content-type': _, ...withoutType } = headers;
  const etag = headers.etag;
  const app = new Koa();
  app.use((context) => {
    if (context.headers['if-none-match'] === etag) {
      context.status = 304;
      context.set(withoutType);
    } else {
      context.set(headers);
      context.body = body;
    }
  });
  const server = createServer(app.callback());
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as { port: number };
    process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
  });
}

/** Ours and plain Koa in turn, so that the machine's moods hit both. */
export async function compareIndex(ours: Serving, plain: Serving, seconds: number): Promise<void> {
  const etag =
    (await fetch(ours.url + index, { headers: { 'accept-encoding': 'identity' } })).headers.get('etag') ?? '';
  const kinds = { 'site index': {}, 'site index, conditional': { 'if-none-match': etag } } as const;
  for (const [name, headers] of Object.entries(kinds)) {
    const ratios: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const [mine, theirs] = [await ask(ours.url, headers, seconds), await ask(plain.url, headers, seconds)];
      ratios.push(mine / theirs);
      print(`${name.padEnd(46)} ours ${mine}/s, plain Koa ${theirs}/s`);
    }
    print(`${name.padEnd(46)} median ratio ${(median(ratios) * 100).toFixed(0)} %`);
  }
}

/** How many requests are answered in a second, by 200 or by 304. */
async function ask(url: string, headers: Record<string, string>, seconds: number): Promise<number> {
  const result = await autocannon({ url: url + index, connections: 20, duration: seconds, headers });
  if (result.errors > 0 || result['4xx'] + result['5xx'] > 0) throw new Error(`${url} failed.`);
  return Math.round((result['2xx'] + result['3xx']) / result.duration);
}

const params: Schemas = Object.fromEntries(
  Array.from({ length: 20 }, (_, number) => [
    `parameter_${number}`,
    [
      { type: 'integer', minimum: 0, maximum: 100, default: 10 },
      { type: 'string', enum: ['asc', 'desc'], default: 'desc' },
      { type: 'array', items: { type: 'integer' }, default: [] },
      { type: 'string', format: 'date-time' },
    ][number % 4] as Schemas[string],
  ]),
);
const values = ['7', 'asc', '1,2,3,4', '2026-11-21T03:04:05Z'];
const query = Array.from({ length: 20 }, (_, number) => [`parameter_${number}`, values[number % 4] ?? ''] as const);

/** The CPU time to find a route and to read its 20 parameters. */
export async function measureReading(): Promise<void> {
  for (const count of [10, 160, 1_600]) {
    const routes: readonly ShopRoute[] = Array.from({ length: count }, (_, number) =>
      shopRoute({
        methods: ['GET'],
        path: number % 4 === 0 ? `/shop-admin/many/{id}/of-${number}` : `/shop-admin/many/${number}`,
        ...(number % 4 === 0 && { variables: { id: '[a-z0-9_\\-]+' } }),
        params,
        summary: 'Read.',
        input: (given: object) => given,
        useCase: {
          access: 'anyone',
          effect: 'read',
          transaction: 'core',
          repeats: 'none',
          make: () => async () => ({}),
        },
      }),
    );
    const core = { run: async () => ({}) } as unknown as Core;
    const dispatch = createDispatch({
      core,
      policy: shopPolicy({ names: defaultShopNames }),
      routes,
      onFailure: () => {},
    });
    const request: ShopRequest = {
      ...{ method: 'GET', path: `/shop-admin/many/${count - 1}`, query, baseUrl: 'https://shop.example', origin: {} },
      header: () => undefined,
      body: async () => ({ kind: 'none' }),
      fingerprint: () => '',
    };
    const ask = async (times: number) => {
      for (let time = 0; time < times; time += 1) await dispatch(request, async () => anonymous);
    };
    await ask(20_000);
    const before = process.cpuUsage();
    await ask(50_000);
    const { user, system } = process.cpuUsage(before);
    print(
      `a route of 20 parameters among ${String(count).padEnd(5)} routes        ${((user + system) / 50_000 / 1_000).toFixed(4)} ms of CPU`,
    );
  }
}
