import type { ShopSettingsStore } from '../catalog/index.ts';
import { PORTION } from '../kernel/portions.ts';
import type { Progress } from '../kernel/progress.ts';
import { zoneNamed } from '../kernel/zone.ts';
import type { OrderStore, StoredOrder } from '../orders/index.ts';
import type { FactContext } from './fact-context.ts';
import type { FactRows } from './facts.ts';
import { factsOfOrder } from './facts-of-order.ts';
import type { AnalyticsPorts, CountingRules, FactDifference } from './ports.ts';

/** What it takes to compute facts from the records they come from. */
export interface RecomputePorts extends AnalyticsPorts {
  readonly orders: OrderStore;
  readonly shopSettings: ShopSettingsStore;
}

/** How facts are compared with their sources. */
export interface Recomputing {
  /** Whether what differs is written anew. */
  readonly fixes: boolean;
  readonly tell?: ((progress: Progress) => void) | undefined;
}

/** What was found. */
export interface RecomputeReport {
  readonly orders: number;
  /** How many numbers differed; of those the first thousand are told. */
  readonly differing: number;
  readonly differences: readonly FactDifference[];
}

/** Most differences that are told. */
export const MOST_TOLD = 1_000;

/** Differences, of which only so many are remembered. */
export class Findings {
  readonly #told: FactDifference[] = [];
  #count = 0;

  /** Notes what was found. */
  add(found: readonly FactDifference[]): void {
    this.#count += found.length;
    this.#told.push(...found.slice(0, MOST_TOLD - this.#told.length));
  }

  /** What was found so far. */
  report(orders: number): RecomputeReport {
    return { orders, differing: this.#count, differences: this.#told };
  }
}

/** The rules by which facts are counted. */
export const countingRulesOf = ({ weekStartsOn, dateType, excludedStatuses }: CountingRules): CountingRules => ({
  weekStartsOn,
  dateType,
  excludedStatuses,
});

/**
 * Computes the facts of every order from its records and compares them with those that are stored, a portion at a time and
 * each in a unit of work that holds its orders, so that whoever writes meanwhile is neither stopped nor taken for wrong.
 */
export async function recomputeFacts(ports: RecomputePorts, { fixes, tell }: Recomputing): Promise<RecomputeReport> {
  const { orders: total } = await ports.orders.count();
  const findings = new Findings();
  let [afterId, rows] = [0, 0];
  for (;;) {
    const portion = await ports.orders.walk(afterId, PORTION);
    const last = portion.at(-1);
    if (!last) break;
    const ids = portion.map(({ order }) => order.id);
    findings.add(await ports.unitOfWork.run(() => recomputePortion(ports, ids, fixes)));
    afterId = last.order.id;
    rows += portion.length;
    tell?.({ stage: fixes ? 'writing' : 'reading', rows, total });
  }
  findings.add(await removeOrphans(ports, fixes));
  return findings.report(rows);
}

async function recomputePortion(
  ports: RecomputePorts,
  ids: readonly number[],
  fixes: boolean,
): Promise<readonly FactDifference[]> {
  const { facts } = ports;
  const settings = await ports.shopSettings.read();
  const held = await ports.orders.hold(ids);
  const customerIds = customersOf(held);
  await facts.holdCustomers(customerIds);
  const context = { settings, zone: zoneNamed(settings.timeZone) };
  const rows = held.flatMap((stored) => rowsOf(stored, context));
  const found = await facts.compare(idsOf(held), rows);
  if (found.length > 0 && fixes) await facts.write({ orderIds: idsOf(held), rows, customerIds });
  return found;
}

const rowsOf = ({ order, refunds }: StoredOrder, context: FactContext): readonly FactRows[] =>
  order.customerId === null ? [] : factsOfOrder({ order, refunds, customerId: order.customerId }, context);

const idsOf = (held: readonly StoredOrder[]): readonly number[] =>
  held.flatMap(({ order, refunds }) => [order.id, ...refunds.map(({ id }) => id)]);

const customersOf = (held: readonly StoredOrder[]): readonly number[] =>
  [...new Set(held.flatMap(({ order }) => order.customerId ?? []))].sort((a, b) => a - b);

/** Facts of orders that are gone. */
async function removeOrphans(ports: RecomputePorts, fixes: boolean): Promise<readonly FactDifference[]> {
  const { facts, unitOfWork } = ports;
  const found: FactDifference[] = [];
  for (;;) {
    const orphans = await facts.orphans(PORTION);
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
