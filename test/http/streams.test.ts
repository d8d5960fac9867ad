import { request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { ExportStore, ItemEntry } from '@backroom/core/inventory';
import { describe, expect, it } from 'vitest';
import { inWorld } from '../support/world.ts';

const long = 'x'.repeat(2_000);

/** Endless items; counts the chunks that were read. */
class EndlessStore implements ExportStore {
  portions = 0;

  async items(_: object, afterId: number, limit: number): Promise<readonly ItemEntry[]> {
    this.portions += 1;
    return Array.from({ length: limit }, (_each, index) => entry(afterId + index + 1));
  }

  async attributeKeys(): Promise<readonly string[]> {
    return [];
  }

  async operations(): Promise<readonly never[]> {
    throw new Error('The ledger cannot be read.');
  }
}

const moment = new Date('2026-11-20T12:00:00.000Z');
const entry = (id: number): ItemEntry => ({
  categoryPath: null,
  defaultLocation: 'MAIN',
  location: 'MAIN',
  quantity: 0,
  item: {
    ...{ id, sku: `E-${id}`, name: 'Endless', description: long, categoryId: null, unit: 'pcs', quantityDecimals: 4 },
    ...{ quantity: 0, reserved: 0, reorderLevel: null, defaultLocationId: 1, barcode: null, price: null, cost: null },
    ...{ allowNegative: false, attributes: {}, archived: false, createdBy: null, createdAt: moment, updatedAt: moment },
    ...{ version: 1, stockVersion: 0 },
  },
});

describe('a long answer', () => {
  const exports = new EndlessStore();
  inWorld(
    'embedded',
    (world) => {
      const begin = async () => {
        const { url, ada } = world();
        const asked = request(`${url}/items/export?format=csv`, { headers: { authorization: `Bearer ${ada.token}` } });
        asked.on('error', () => {});
        asked.end();
        const { promise, resolve } = Promise.withResolvers<import('node:http').IncomingMessage>();
        asked.on('response', resolve);
        return { asked, answer: await promise };
      };

      it('is made no faster than it is taken', async () => {
        const { asked } = await begin();
        await setTimeout(300);
        const soon = exports.portions;
        await setTimeout(700);
        // What fits into the buffers on the way is made ahead; each portion is a megabyte.
        expect([exports.portions, soon < 40]).toEqual([soon, true]);
        asked.destroy();
      });

      it('is aborted when the caller disconnects', async () => {
        const { asked, answer } = await begin();
        let bytes = 0;
        for await (const chunk of answer) {
          bytes += (chunk as Buffer).length;
          if (bytes > 5_000_000) break;
        }
        asked.destroy();
        await setTimeout(200);
        const then = exports.portions;
        await setTimeout(500);
        expect(exports.portions).toBe(then);
      });

      it('is not made for HEAD', async () => {
        const before = exports.portions;
        const { status, text } = await world().ada.ask('HEAD', '/items/export?format=json');
        expect([status, text, exports.portions - before]).toEqual([200, '', 1]);
      });
    },
    { ports: { exports } },
  );
});
