import type { SentRecord } from '../kernel/records/collection.ts';
import { type SavedSettings, saveSettings } from '../settings/index.ts';
import type { Batch, Entry } from './read-lines.ts';
import {
  only,
  unknownReference,
  type Writing,
  writeAttributes,
  writeCategories,
  writeProducts,
} from './write-catalog.ts';
import { type OrdersWriting, writeOrders } from './write-orders.ts';

/** How a batch is written, and who hears of settings that changed. */
export interface BatchWriting extends OrdersWriting {
  readonly decided: (saved: SavedSettings) => void;
}

/** Whether they are orders and refunds; no batch has both these and others. */
export const hasOrders = ([first]: readonly Entry[]): boolean => first?.kind === 'order' || first?.kind === 'refund';

/** Stores the records of one batch inside the surrounding unit of work, all that are good. */
export async function writeBatch(writing: BatchWriting, { entries }: Batch): Promise<void> {
  // Only orders know how to go on while facts of others are being written.
  if (!hasOrders(entries)) await writing.meanwhile.end();
  switch (entries[0]?.kind) {
    case 'settings':
      for (const { sent } of only(entries, 'settings')) await writeSettings(writing, sent ?? {});
      return;
    case 'category':
      return writeCategories(writing, only(entries, 'category'));
    case 'attribute':
      return writeAttributes(writing, only(entries, 'attribute'));
    case 'product':
    case 'variation':
      return writeProducts(writing, entries);
    case 'order':
    case 'refund':
      return writeOrders(writing, entries);
    default:
      return writePlain(writing, entries);
  }
}

async function writeSettings({ ports, decided }: BatchWriting, sent: SentRecord): Promise<void> {
  decided(await saveSettings(ports, sent));
}

async function writePlain(writing: BatchWriting, entries: readonly Entry[]): Promise<void> {
  const { taxRates, clock } = writing.ports;
  const rates = only(entries, 'tax_rate').map(({ value }) => value);
  if (rates.length > 0) await taxRates.save(rates, clock.now());
  await writeDownloads(writing, entries);
  await writeCoupons(writing, entries);
  await writeCustomers(writing, entries);
}

/** What was downloaded belongs to an order; a product may be gone since. */
async function writeDownloads({ ports, refuse }: Writing, entries: readonly Entry[]): Promise<void> {
  const sent = only(entries, 'download');
  if (sent.length === 0) return;
  const stored = await ports.orders.taken([...new Set(sent.map(({ value }) => value.orderId))]);
  const good = sent.filter((entry) => {
    const isKnown = stored.get(entry.value.orderId) === 'order';
    if (!isKnown) refuse(entry, unknownReference('orderId'));
    return isKnown;
  });
  if (good.length > 0) await ports.downloads.save(good.map(({ value }) => value));
}

async function writeCoupons({ ports, refuse }: Writing, entries: readonly Entry[]): Promise<void> {
  const sent = only(entries, 'coupon');
  if (sent.length === 0) return;
  const stored = await ports.coupons.findByCodes(sent.map(({ value }) => value.code.toLowerCase()));
  const owners = new Map(stored.map(({ id, code }) => [code.toLowerCase(), id]));
  const good = sent.filter((entry) => {
    const { id, code } = entry.value;
    const isTaken = (owners.get(code.toLowerCase()) ?? id) !== id;
    if (isTaken)
      refuse(entry, [{ path: ['code'], code: 'shop_rest_coupon_exists', message: 'Another has that code.' }]);
    else owners.set(code.toLowerCase(), id);
    return !isTaken;
  });
  if (good.length > 0)
    await ports.coupons.save(
      good.map(({ value }) => value),
      ports.clock.now(),
    );
}

async function writeCustomers({ ports, refuse, writesFacts }: BatchWriting, entries: readonly Entry[]): Promise<void> {
  const sent = only(entries, 'customer');
  if (sent.length === 0) return;
  const { customers, orderFacts, clock } = ports;
  const keys = sent.flatMap(({ value: { userId } }) => (userId === null ? [] : [{ userId, email: null }]));
  const owners = new Map(
    (keys.length > 0 ? await customers.findByKeys(keys) : []).map(({ id, userId }) => [userId, id]),
  );
  const stored = new Map((await customers.findMany(sent.map(({ value }) => value.id))).map((each) => [each.id, each]));
  const good = sent.filter((entry) => {
    const { id, userId } = entry.value;
    const isTaken = userId !== null && (owners.get(userId) ?? id) !== id;
    if (isTaken)
      refuse(entry, [{ path: ['user_id'], code: 'shop_rest_customer_exists', message: 'Another is that user.' }]);
    else if (userId !== null) owners.set(userId, id);
    return !isTaken;
  });
  // Which account is theirs is decided here, not in files.
  const saved = good.map(({ value }) => ({ ...value, accountId: stored.get(value.id)?.accountId ?? null }));
  if (saved.length === 0) return;
  await customers.save(saved, clock.now());
  if (!writesFacts) return;
  const ids = saved.map(({ id }) => id).sort((a, b) => a - b);
  await orderFacts.holdCustomers(ids);
  await orderFacts.refreshCustomers(ids);
}
