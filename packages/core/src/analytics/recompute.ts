import type { CommercePorts, StoredOrder } from '../commerce/index.ts';
import { CHUNK_SIZE } from '../kernel/chunks.ts';
import type { ProgressListener } from '../kernel/progress.ts';
import { zoneNamed } from '../kernel/zone.ts';
import type { OrderStore } from '../orders/index.ts';
import type { FactRows } from './facts/facts.ts';
import { factsOfOrder } from './facts/facts-of-order.ts';
import type { AnalyticsPorts, CountingRules, FactDifference } from './ports.ts';

/** Ports for recomputing facts from the records. */
export interface RecomputePorts extends AnalyticsPorts, CommercePorts {
  readonly orders: OrderStore;
}

/** Options of `recomputeFacts`. */
export interface Recomputing {
  /** Whether differing facts are rewritten. */
  readonly fixes: boolean;
  /** Orders up to this id are skipped. */
  readonly afterId?: number;
  /** Orders above this id are skipped. */
  readonly upTo?: number | undefined;
  /** Called in ascending order with the id up to which orders are done; returning false ends the walk. */
  readonly done?: ((upTo: number) => Promise<boolean>) | undefined;
  readonly onProgress?: ProgressListener | undefined;
}

/** Result of `recomputeFacts`. */
export interface Recomputed {
  readonly orders: number;
  readonly findings: Findings;
  /** False if ended before the last order. */
  readonly isWhole: boolean;
}

/** Maximum differences reported. */
export const MOST_DIFFERENCES = 1_000;
/** Portions compared concurrently, so that database reads overlap with computation. */
const LANES = 3;

/** Counts differences and stores the first `MOST_DIFFERENCES` of them. */
export class Findings {
  readonly #first: FactDifference[] = [];
  #count = 0;

  add(found: readonly FactDifference[]): void {
    this.#count += found.length;
    this.#first.push(...found.slice(0, MOST_DIFFERENCES - this.#first.length));
  }

  /** Number of all differences. */
  get count(): number {
    return this.#count;
  }

  /** The stored differences. */
  get first(): readonly FactDifference[] {
    return this.#first;
  }
}

export const countingRulesOf = ({ weekStartsOn, dateType, excludedStatuses }: CountingRules): CountingRules => ({
  weekStartsOn,
  dateType,
  excludedStatuses,
});

/** A portion under comparison. */
interface Lane {
  readonly upTo: number;
  readonly orders: number;
  readonly found: Promise<readonly FactDifference[]>;
}

/**
 * Computes the facts of orders from their records and compares them with the stored ones, without locks. Only orders
 * that seem to differ are locked in a unit of work, compared again and fixed, so that concurrent writes are not
 * reported as differences.
 */
export async function recomputeFacts(ports: RecomputePorts, recomputing: Recomputing): Promise<Recomputed> {
  const { fixes, onProgress, done, upTo = Number.POSITIVE_INFINITY } = recomputing;
  const { orders: total } = await ports.orders.count();
  const findings = new Findings();
  const lanes: Lane[] = [];
  let afterId = recomputing.afterId ?? 0;
  let rows = 0;
  let goesOn = true;
  const finish = async ({ upTo, orders, found }: Lane) => {
    findings.add(await found);
    rows += orders;
    goesOn = (await done?.(upTo)) ?? true;
    onProgress?.({ stage: fixes ? 'recomputing' : 'comparing', rows, total });
  };
  try {
    while (goesOn) {
      const portion = (await ports.orders.walk(afterId, CHUNK_SIZE)).filter(({ order }) => order.id <= upTo);
      const last = portion.at(-1);
      if (!last) break;
      afterId = last.order.id;
      lanes.push({ upTo: afterId, orders: portion.length, found: recomputePortion(ports, portion, fixes) });
      const [first] = lanes;
      if (first && lanes.length === LANES) {
        await finish(first);
        lanes.shift();
      }
    }
    while (goesOn && lanes[0]) {
      await finish(lanes[0]);
      lanes.shift();
    }
  } finally {
    // No unit of work may still be running on return.
    await Promise.allSettled(lanes.map(({ found }) => found));
  }
  return { orders: rows, findings, isWhole: goesOn };
}

async function recomputePortion(
  ports: RecomputePorts,
  portion: readonly StoredOrder[],
  fixes: boolean,
): Promise<readonly FactDifference[]> {
  const rows = await rowsOf(ports, portion);
  const suspects = new Set(await ports.facts.suspects(idsOf(portion), rows));
  const ids = portion.filter((stored) => idsOf([stored]).some((id) => suspects.has(id))).map(({ order }) => order.id);
  return ids.length === 0 ? [] : ports.unitOfWork.run(() => recomputeHeld(ports, ids, fixes));
}

async function recomputeHeld(
  ports: RecomputePorts,
  ids: readonly number[],
  fixes: boolean,
): Promise<readonly FactDifference[]> {
  const { facts } = ports;
  const held = await ports.orders.hold(ids);
  const customerIds = customersOf(held);
  await facts.holdCustomers(customerIds);
  const rows = await rowsOf(ports, held);
  const found = await facts.compare(idsOf(held), rows);
  if (found.length > 0 && fixes) await facts.write({ orderIds: idsOf(held), rows, customerIds });
  return found;
}

/** Computes facts under the current settings. */
export async function rowsOf(ports: RecomputePorts, stored: readonly StoredOrder[]): Promise<readonly FactRows[]> {
  const settings = await ports.shopSettings.read();
  const context = { settings, zone: zoneNamed(settings.timeZone) };
  return stored.flatMap(({ order, refunds }) => {
    if (order.customerId === null) return [];
    try {
      return factsOfOrder({ order, refunds, customerId: order.customerId }, context);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new TypeError(`There can be no facts of order ${order.id}, for its records make no sense: ${reason}`, {
        cause,
      });
    }
  });
}

export const idsOf = (held: readonly StoredOrder[]): readonly number[] =>
  held.flatMap(({ order, refunds }) => [order.id, ...refunds.map(({ id }) => id)]);

const customersOf = (held: readonly StoredOrder[]): readonly number[] =>
  [...new Set(held.flatMap(({ order }) => order.customerId ?? []))].sort((a, b) => a - b);

/** Finds facts of deleted orders; deletes them if `fixes`. */
export async function recomputeOrphans(
  { facts, unitOfWork }: RecomputePorts,
  fixes: boolean,
): Promise<readonly FactDifference[]> {
  const found: FactDifference[] = [];
  for (;;) {
    const orphans = await facts.orphans(CHUNK_SIZE);
    if (orphans.length === 0) return found;
    found.push(...(await facts.compare(orphans, [])));
    if (!fixes) return found;
    await unitOfWork.run(async () => {
      const stored = await facts.customersOf(orphans);
      await facts.holdCustomers(stored);
      await facts.write({ orderIds: orphans, rows: [], customerIds: stored });
    });
  }
}
