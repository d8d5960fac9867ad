import { createFetchApp, type FetchApp } from '@backroom/adapters-http';
import { type EmbeddedBackroom, openBackroom } from '@backroom/composition';
import { quantityOf } from '@backroom/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migratedTemplate, ours } from '../support/templates.ts';

const password = 'a long enough secret 1';

describe('the fetch handler', () => {
  let backroom: EmbeddedBackroom;
  let handle: FetchApp;
  let authorization: string;
  const ask = (path: string, init: RequestInit & { readonly duplex?: 'half' } = {}) =>
    handle(new Request(`https://shop.example${path}`, { ...init, headers: { authorization, ...init.headers } }));
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    ask(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });

  beforeAll(async () => {
    backroom = await openBackroom({ database: { kind: 'memory', template: await migratedTemplate(ours) } as never });
    const { core, actor } = backroom;
    handle = createFetchApp(core, { inventoryPrefix: '/stock', clientAddress: () => '192.0.2.7' });
    await core.identity.createUser(actor, { username: 'ada', role: 'admin', password });
    authorization = '';
    const login = await post('/stock/users/login', { username: 'ada', password });
    authorization = `Bearer ${((await login.json()) as { access_token: string }).access_token}`;
    for (const number of Array.from({ length: 20 }, (_, index) => index))
      await core.inventory.createItem(actor, { name: `Lamp ${number}`, sku: `L-${number}`, quantity: quantityOf(1) });
  }, 60_000);
  afterAll(() => backroom?.close());

  it('keeps the descriptions from unknown clients', async () => {
    const unknown = createFetchApp(backroom.core);
    const request = (headers: Record<string, string> = {}) =>
      unknown(new Request('http://localhost:8080/openapi.json', { headers }));
    expect((await request()).status).toBe(401);
    expect((await request({ authorization })).status).toBe(200);
  });

  it('answers as the server does, without headers of a connection', async () => {
    const answer = await ask('/stock/items?per_page=2');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject([{ sku: 'L-0' }, { sku: 'L-1' }]);
    expect([...answer.headers.keys()]).toEqual(expect.arrayContaining(['x-request-id', 'etag', 'content-length']));
    for (const name of ['connection', 'keep-alive', 'transfer-encoding', 'date'])
      expect(answer.headers.get(name)).toBe(null);
    const etag = answer.headers.get('etag') ?? '';
    const again = await ask('/stock/items?per_page=2', { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const head = await ask('/stock/items?per_page=2', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      answer.headers.get('content-length'),
      '',
    ]);
  });

  it('writes once for one idempotency key, and notes the address of the client', async () => {
    const issue = () =>
      post('/stock/operations', { sku: 'L-1', type: 'receipt', quantity: 2 }, { 'idempotency-key': 'k' });
    const first = await issue();
    expect(first.status).toBe(201);
    expect(await (await issue()).json()).toEqual(await first.json());
    const audit = await ask('/stock/audit');
    expect(await audit.json()).toContainEqual(expect.objectContaining({ actor_ip: '192.0.2.7' }));
  });

  it('refuses as the server does', async () => {
    expect((await post('/stock/items', {})).status).toBe(422);
    expect((await ask('/stock/nothing')).status).toBe(404);
    expect((await ask('/elsewhere')).status).toBe(404);
    expect((await post('/stock/items', { name: 'x'.repeat(2_000_000) })).status).toBe(413);
    const long = await ask('/stock/items', { headers: { 'x-long': 'x'.repeat(20_000) } });
    expect([long.status, await long.json()]).toMatchObject([413, { code: 'payload_too_large' }]);
  });

  it('streams in both directions', async () => {
    const lines = ['sku,name', ...Array.from({ length: 100 }, (_, index) => `N-${index},New ${index}`)];
    const body = new ReadableStream({
      pull(controller) {
        const line = lines.shift();
        if (line === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(`${line}\n`));
      },
    });
    const headers = { 'content-type': 'text/csv' };
    const imported = await ask('/stock/items/import', { method: 'POST', body, duplex: 'half', headers });
    expect([imported.status, await imported.json()]).toMatchObject([200, { created: 100 }]);
    const csv = await ask('/stock/items/export', { headers: { accept: 'text/csv' } });
    expect((await csv.text()).trim().split('\n')).toHaveLength(121);
  });

  it('ends with the signal of its request, and when its body fails', async () => {
    const stop = new AbortController();
    const asked = ask('/stock/items', { signal: stop.signal });
    stop.abort();
    await expect(asked).rejects.toThrow('aborted');
    const broken = new ReadableStream({
      pull: (controller) => controller.error(new Error('The client is gone.')),
    });
    const headers = { 'content-type': 'application/json' };
    const failed = ask('/stock/items', { method: 'POST', body: broken, duplex: 'half', headers });
    await expect(failed).rejects.toThrow('The client is gone.');
    expect((await ask('/stock/items?per_page=1')).status).toBe(200);
  });

  it('leaves nothing behind when an answer is not read', async () => {
    const answer = await ask('/stock/items/export', { headers: { accept: 'text/csv' } });
    await answer.body?.cancel();
    expect((await ask('/stock/items?per_page=1')).status).toBe(200);
  });
});
