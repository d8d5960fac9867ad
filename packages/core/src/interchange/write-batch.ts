import type { SentRecord } from '../kernel/records/collection.ts';
import { type SavedSettings, saveSettings } from '../settings/index.ts';
import type { ImportEntry, RecordBatch } from './read-lines.ts';
import {
  type ImportTarget,
  only,
  unknownReference,
  writeAttributes,
  writeCategories,
  writeProducts,
} from './write-catalog.ts';
import { type OrderImportTarget, writeOrders } from './write-orders.ts';

/** The options of writing a batch, and a callback for saved settings. */
export interface BatchTarget extends OrderImportTarget {
  readonly decided: (saved: SavedSettings) => void;
}

/** Whether a batch holds orders and refunds; batches never mix them with other kinds. */
export const hasOrders = ([first]: readonly ImportEntry[]): boolean =>
  first?.kind === 'order' || first?.kind === 'refund';

/** Stores the valid records of a batch inside the surrounding unit of work. */
export async function writeBatch(target: BatchTarget, { entries }: RecordBatch): Promise<void> {
  // Only orders can be written while facts of earlier batches are pending.
  if (!hasOrders(entries)) await target.pipeline.end();
  switch (entries[0]?.kind) {
    case 'settings':
      for (const { sent } of only(entries, 'settings')) await writeSettings(target, sent ?? {});
      return;
    case 'category':
      return writeCategories(target, only(entries, 'category'));
    case 'attribute':
      return writeAttributes(target, only(entries, 'attribute'));
    case 'product':
    case 'variation':
      return writeProducts(target, entries);
    case 'order':
    case 'refund':
      return writeOrders(target, entries);
    default:
      return writePlain(target, entries);
  }
}

async function writeSettings({ ports, decided }: BatchTarget, sent: SentRecord): Promise<void> {
  decided(await saveSettings(ports, sent));
}

async function writePlain(target: BatchTarget, entries: readonly ImportEntry[]): Promise<void> {
  const { taxRates, clock } = target.ports;
  const rates = only(entries, 'tax_rate').map(({ value }) => value);
  if (rates.length > 0) await taxRates.save(rates, clock.now());
  await writeDownloads(target, entries);
  await writeCoupons(target, entries);
  await writeCustomers(target, entries);
}

/** A download requires its order; its product may have been deleted. */
async function writeDownloads({ ports, refuse }: ImportTarget, entries: readonly ImportEntry[]): Promise<void> {
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

async function writeCoupons({ ports, refuse }: ImportTarget, entries: readonly ImportEntry[]): Promise<void> {
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

async function writeCustomers(
  { ports, refuse, writesFacts }: BatchTarget,
  entries: readonly ImportEntry[],
): Promise<void> {
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
  // Account links are not imported.
  const saved = good.map(({ value }) => ({ ...value, accountId: stored.get(value.id)?.accountId ?? null }));
  if (saved.length === 0) return;
  await customers.save(saved, clock.now());
  if (!writesFacts) return;
  const ids = saved.map(({ id }) => id).sort((a, b) => a - b);
  await orderFacts.holdCustomers(ids);
  await orderFacts.refreshCustomers(ids);
}
