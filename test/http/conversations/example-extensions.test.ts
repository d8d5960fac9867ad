import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { createSigningKeyFile, signCatalogueFile } from '@backroom/composition';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeSampleCatalogue } from '../../../scripts/packing/pack-examples.ts';
import { until } from '../../support/extensions/host.ts';
import { workOff } from '../../support/jobs.ts';
import { askShop } from '../../support/shop-client.ts';
import { onEveryDatabase } from '../../support/world.ts';

const folder = await mkdtemp(join(tmpdir(), 'backroom-examples-'));
const key = join(folder, 'signing.pem');
const publicKey = await createSigningKeyFile(key);
const catalogue = await writeSampleCatalogue(folder);
await signCatalogueFile(catalogue, { keyPath: key });

/** What the webhook got, and the status that it answers with. */
const received: unknown[] = [];
let status = 200;
let refused = 0;
const webhook: Server = createServer(async (request, response) => {
  const body = await json(request);
  if (status === 200) received.push(body);
  else refused += 1;
  response.writeHead(status).end();
}).listen(0, '127.0.0.1');
await new Promise((resolve) => webhook.once('listening', resolve));
const port = (webhook.address() as AddressInfo).port;

afterAll(async () => {
  webhook.close();
  await rm(folder, { recursive: true });
});

onEveryDatabase(
  'the packed examples',
  (world) => {
    const ask = (method: string, route: string, body?: unknown) =>
      askShop(world(), method, route, { bearer: world().ada.token ?? '', ...(body !== undefined && { body }) });
    const host = () => world().application.extensions;

    beforeAll(async () => {
      received.splice(0);
      refused = 0;
      await ask('POST', '/shop/v3/marketplace/refresh');
      const plugins = ['colour-report', 'low-stock'];
      const { body } = await ask('POST', '/shop-admin/onboarding/plugins/install-and-activate', { plugins });
      expect(body).toMatchObject({ install: { installed: plugins }, activate: { activated: plugins } });
      await host().follow();
      await until(() => host().contributions().length === 2);
    });

    const follow = async (isSo: () => boolean) =>
      until(async () => {
        await host().follow();
        await workOff(world().application.core);
        world().clock.advance(60_000);
        return isSo();
      });
    const lowered = async (sku: string) => {
      const item = await world().ada.post('/items', { sku, name: sku, unit: 'pcs', reorder_level: 5 });
      const move = (type: string, quantity: number) =>
        world().ada.post('/operations', { item_id: item.body.id, type, quantity, location: 'main' });
      await move('receipt', 8);
      const { status: answered, text } = await move('issue', 4);
      expect(answered, text).toBe(201);
      return item.body.id;
    };

    it('post low stock to a webhook, which may be away', async () => {
      await ask('POST', '/x/low-stock/v1/settings', { values: { webhook_url: `http://127.0.0.1:${port}/hook` } });
      const cup = await lowered('CUP');
      await follow(() => received.length === 1);
      expect(received[0]).toEqual({
        id: 1,
        at: expect.any(String),
        item_id: cup,
        operation_id: expect.any(Number),
        sku: 'CUP',
        name: 'CUP',
        quantity: 4,
      });
      status = 503;
      const plate = await lowered('PLATE');
      await follow(() => refused > 0);
      status = 200;
      await follow(() => received.length === 2);
      expect(received[1]).toMatchObject({ id: 2, item_id: plate, sku: 'PLATE' });
      world().log.entries.splice(0);
      const lists = (await ask('GET', '/shop-admin/onboarding/tasks?ids[]=extended')).text;
      expect(lists).toMatch(/"id":"low-stock-webhook"[^{}]*"isComplete":true/);
    });

    it('read what was sold in a colour, by a filter of reports', async () => {
      const { status: answered, body } = await ask('GET', '/x/colour-report/v1/colours/red');
      expect([answered, body]).toEqual([200, { colour: 'red', items_sold: 0, net_revenue: 0, orders_count: 0 }]);
    });

    it('are removed without a trace', async () => {
      const { core, actor } = world().application;
      for (const slug of ['low-stock', 'colour-report'])
        await core.extensions.removeExtension(await actor('system'), { slug, keepData: false });
      expect((await ask('GET', '/shop-admin/plugins/installed')).body).toEqual({ plugins: [] });
      expect((await ask('GET', '/x/colour-report/v1/colours/red')).body.code).toBe('rest_no_route');
    });
  },
  {
    environment: {
      CATALOG_URL: catalogue,
      CATALOG_KEY: publicKey,
      EXTENSIONS_DIR: join(folder, 'installed'),
      OUTBOUND_ALLOW: `127.0.0.1:${port}`,
    },
  },
);
