import { describe, expect, it } from 'vitest';
import { inWorld } from '../support/world.ts';

const items = Array.from({ length: 400 }, (_, n) => `RACE-${n}`);
const table = (rows: readonly string[]) => `${rows.join('\r\n')}\r\n`;

describe('an import beside other work on the same items', () => {
  inWorld('postgres', (world) => {
    const send = (path: string, text: string) =>
      world().ada.ask('POST', path, { text, headers: { 'content-type': 'text/csv' } });
    const stock = (quantity: number) =>
      table(['sku,name,quantity', ...items.toReversed().map((sku) => `${sku},Thing,${quantity}`)]);

    it('waits for it and makes it wait, without a deadlock', {
      timeout: 90_000,
    }, async () => {
      const { mara, application } = world();
      expect(await send('/items/import', stock(50))).toMatchObject({ body: { created: 400 } });
      const batch = (skus: readonly string[]) =>
        mara.post('/operations/batch', { operations: skus.map((sku) => ({ sku, type: 'issue', quantity: 1 })) });
      const moves = Array.from({ length: 24 }, (_, round) => {
        const some = items.slice((round * 53) % 300, ((round * 53) % 300) + 100);
        return batch(round % 2 === 0 ? some : some.toReversed());
      });
      const ledger = table(['sku,type,quantity', ...items.toReversed().map((sku) => `${sku},receipt,2`)]);
      const imports = [
        send('/items/import', stock(60)),
        send('/operations/import', ledger),
        send('/items/import', stock(70)),
      ];
      const answers = await Promise.all([...imports, ...moves]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, ...moves.map(() => 201)]);
      expect(answers.slice(0, 3)).toMatchObject([
        { body: { failed: 0 } },
        { body: { created: 400 } },
        { body: { failed: 0 } },
      ]);
      const { core, actor } = application;
      expect(await core.inventory.verifyStock(await actor('system'), {})).toEqual([]);
    });

    it('makes one item where two imports bring the same', async () => {
      const text = table(['sku,name,quantity', ...items.map((_, n) => `TWIN-${n},Twin,3`)]);
      const answers = await Promise.all([send('/items/import', text), send('/items/import', text)]);
      expect(answers.map(({ body }) => [body.created, body.unchanged]).toSorted()).toEqual([
        [0, 400],
        [400, 0],
      ]);
    });
  });
});
