import type { CommercePorts, StoredOrder } from '../commerce/index.ts';
import { CHUNK_SIZE } from '../kernel/chunks.ts';
import type { Progress } from '../kernel/progress.ts';
import { zoneNamed } from '../kernel/zone.ts';
import type { OrderStore } from '../orders/index.ts';
import type { FactRows } from './facts.ts';
import { factsOfOrder } from './facts-of-order.ts';
import type { AnalyticsPorts, CountingRules, FactDifference } from './ports.ts';

/** What it takes to compute facts from the records they come from. */
export interface RecomputePorts extends AnalyticsPorts, CommercePorts {
  readonly orders: OrderStore;
}

/** How facts are compared with their sources. */
export interface Recomputing {
  /** Whether what differs is written anew. */
  readonly fixes: boolean;
  /** Orders up to this id are left out. */
  readonly afterId?: number;
  /** Orders above this id are left out. */
  readonly upTo?: number | undefined;
  /** Hears, in ascending order, up to which id orders are done; false ends the walk. */
  readonly done?: ((upTo: number) => Promise<boolean>) | undefined;
  readonly tell?: ((progress: Progress) => void) | undefined;
}

/** What a walk over orders came to. */
export interface Recomputed {
  readonly orders: number;
  readonly findings: Findings;
  /** False when it was ended before the last order. */
  readonly isWhole: boolean;
}

/** Most differences that are told. */
export const MOST_TOLD = 1_000;
/** So many portions are compared at once, so that the database reads while facts are computed. */
const LANES = 3;

/** Differences, of which only so many are remembered. */
export class Findings {
  readonly #told: FactDifference[] = [];
  #count = 0;

  /** Notes what was found. */
  add(found: readonly FactDifference[]): void {
    this.#count += found.length;
    this.#told.push(...found.slice(0, MOST_TOLD - this.#told.length));
  }

  /** How many there are. */
  get count(): number {
    return this.#count;
  }

  /** Those that are remembered. */
  get told(): readonly FactDifference[] {
    return this.#told;
  }
}

/** The rules by which facts are counted. */
export const countingRulesOf = ({ weekStartsOn, dateType, excludedStatuses }: CountingRules): CountingRules => ({
  weekStartsOn,
  dateType,
  excludedStatuses,
});

/** A portion of orders that is being compared. */
interface Lane {
  readonly upTo: number;
  readonly orders: number;
  readonly found: Promise<readonly FactDifference[]>;
}

/**
 * Computes the facts of orders from their records and compares them with those that are stored. Nobody is kept from anything
 * by that; only orders whose facts seem to be other ones are compared again, and put right, in a unit of work that holds them,
 * so that whoever writes meanwhile is not taken for wrong.
 */
export async function recomputeFacts(ports: RecomputePorts, recomputing: Recomputing): Promise<Recomputed> {
  const { fixes, tell, done, upTo = Number.POSITIVE_INFINITY } = recomputing;
  const { orders: total } = await ports.orders.count();
  const findings = new Findings();
  const lanes: Lane[] = [];
  let [afterId, rows, goesOn] = [recomputing.afterId ?? 0, 0, true];
  const finish = async ({ upTo, orders, found }: Lane) => {
    findings.add(await found);
    rows += orders;
    goesOn = (await done?.(upTo)) ?? true;
    tell?.({ stage: fixes ? 'writing' : 'reading', rows, total });
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
    // Whoever called is to find no unit of work under way.
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

/** Facts as they are to be by the settings that are true now. */
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

/** The ids of orders and of their refunds. */
export const idsOf = (held: readonly StoredOrder[]): readonly number[] =>
  held.flatMap(({ order, refunds }) => [order.id, ...refunds.map(({ id }) => id)]);

const customersOf = (held: readonly StoredOrder[]): readonly number[] =>
  [...new Set(held.flatMap(({ order }) => order.customerId ?? []))].sort((a, b) => a - b);

/** Finds facts of orders that are gone, and removes them if that is wanted. */
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
