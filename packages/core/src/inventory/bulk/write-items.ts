import type { Actor } from '../../kernel/actor.ts';
import { faultsOf } from '../../kernel/rows.ts';
import { draftOf } from '../enter-line.ts';
import { skuTaken } from '../errors.ts';
import type { Operation } from '../operation.ts';
import type { InventoryPorts } from '../ports.ts';
import { announce } from '../record.ts';
import { faultsWhen, type Placed } from './gather.ts';
import { type ItemLine, onField } from './item-line.ts';
import { type ImportMode, type ItemPlan, type Known, planItem, type Stored } from './plan-item.ts';
import type { References } from './references.ts';
import type { ImportReportBuilder } from './report.ts';

/** A line with the id of the item that has its SKU. */
export interface Target extends Placed<ItemLine> {
  readonly id: number | undefined;
}

/** A line with the stored state it was planned on, and its plan. */
interface Planned extends Target {
  readonly stored: Stored | undefined;
  readonly plan: ItemPlan;
}

/** State shared by all batches of an import. */
export interface ItemWriting {
  readonly ports: InventoryPorts;
  readonly actor: Actor;
  readonly references: References;
  readonly mode: ImportMode;
  readonly holders: ReadonlyMap<string, number>;
  readonly reportBuilder: ImportReportBuilder;
}

/** Plans and writes a batch of lines in few statements; failing lines are reported and not written. */
export async function writeItems(writing: ItemWriting, targets: readonly Target[]): Promise<void> {
  const { ports, reportBuilder } = writing;
  // First pass without locks: most rows of a repeated import have nothing to change.
  const seen = await planAll(writing, targets, false);
  const isIdle = ({ plan }: Planned) => plan.before !== undefined && isUnchanged(plan);
  reportBuilder.count('unchanged', seen.filter(isIdle).length);
  const first = seen.filter((each) => !isIdle(each));
  const held = await planAll(writing, first, true);
  reportBuilder.count('unchanged', held.filter(isIdle).length);
  const wanted = held.filter((each) => !isIdle(each));
  if (wanted.length === 0) return;

  const ready = await makeReferences(writing, wanted);
  const present = await insertNew(writing, ready);
  const now = ports.clock.now();
  const revisions = present.flatMap(({ plan: { before, after, changes } }) =>
    before && Object.keys(changes).length > 0 ? [{ before, after }] : [],
  );
  // Permission for negative balances is granted before the counts and withdrawn after them.
  const isAllowing = ({ after }: { readonly after: { readonly allowNegative: boolean } }) => after.allowNegative;
  await ports.imports.updateItems(revisions.filter(isAllowing), now);
  await recordCounts(writing, present);
  await ports.imports.updateItems(
    revisions.filter((each) => !isAllowing(each)),
    now,
  );
  reportWritten(writing, present);
}

const isUnchanged = ({ changes, count }: ItemPlan): boolean => Object.keys(changes).length === 0 && count === undefined;

async function planAll(
  writing: ItemWriting,
  targets: readonly Target[],
  forChange: boolean,
): Promise<readonly Planned[]> {
  const { ports, reportBuilder, references } = writing;
  const ids = targets.flatMap(({ id }) => id ?? []);
  const items = new Map((await ports.imports.items(ids, forChange)).map((item) => [item.id, item]));
  const levels = await ports.imports.stockOf(ids);
  const homes = new Set([...items.values()].map(({ defaultLocationId }) => defaultLocationId));
  await references.readLocations([...homes].map((id) => ({ id })));
  const known = knownOf(writing);
  return targets.flatMap((target) => {
    const item = target.id === undefined ? undefined : items.get(target.id);
    const stored: Stored | undefined = item && { item, levels: levels.get(item.id) ?? [] };
    return planned(reportBuilder, { ...target, stored }, known);
  });
}

const knownOf = ({ ports, actor, references, mode, holders }: ItemWriting): Known => ({
  references,
  mode,
  holders,
  now: ports.clock.now(),
  createdBy: actor.userId ?? null,
});

function planned(reportBuilder: ImportReportBuilder, target: Omit<Planned, 'plan'>, known: Known): readonly Planned[] {
  let plan: ItemPlan | undefined;
  const faults = faultsWhen(() => {
    plan = planItem(target.line, target.stored, known);
  });
  if (plan) return [{ ...target, plan }];
  reportBuilder.fail(target.row, faults);
  return [];
}

/** Creates the missing categories and locations of the lines and plans these lines again. */
async function makeReferences(writing: ItemWriting, wanted: readonly Planned[]): Promise<readonly Planned[]> {
  const { references, reportBuilder } = writing;
  const named = (line: ItemLine) => [line.defaultLocation, line.location].filter((code) => code !== undefined);
  await references.makeCategories(wanted.flatMap(({ line }) => (line.categoryPath ? [line.categoryPath] : [])));
  await references.makeLocations(wanted.flatMap(({ line }) => named(line)));
  const known = knownOf(writing);
  return wanted.flatMap((each) =>
    each.line.categoryPath || named(each.line).length > 0 ? planned(reportBuilder, each, known) : [each],
  );
}

/** Inserts the new items and completes the plans with their ids; a taken SKU or barcode is a fault. */
async function insertNew(writing: ItemWriting, ready: readonly Planned[]): Promise<readonly Planned[]> {
  const { ports, reportBuilder } = writing;
  const fresh = ready.filter(({ plan }) => plan.before === undefined);
  if (fresh.length === 0) return ready;
  const ids = await ports.imports.insertItems(
    fresh.map(({ plan }) => plan.after),
    ports.clock.now(),
  );
  const idOf = new Map(fresh.map(({ row }, index) => [row, ids[index]]));
  return ready.flatMap((each) => {
    if (each.plan.before !== undefined) return [each];
    const id = idOf.get(each.row);
    if (id === undefined) reportBuilder.fail(each.row, faultsOf(onField('sku', skuTaken())));
    return id === undefined ? [] : [{ ...each, plan: withId(each.plan, id) }];
  });
}

const withId = (plan: ItemPlan, id: number): ItemPlan => ({
  ...plan,
  after: { ...plan.after, id },
  count: plan.count && {
    ...plan.count,
    request: { ...plan.count.request, item: { id } },
    account: { ...plan.count.account, itemId: id },
  },
});

async function recordCounts({ ports, actor, reportBuilder }: ItemWriting, present: readonly Planned[]): Promise<void> {
  const counts = present.flatMap(({ plan }) => plan.count ?? []);
  if (counts.length === 0) return;
  await ports.ledger.hold(
    counts.map(({ account }) => ({ item: { id: account.itemId }, location: { id: account.locationId } })),
  );
  const { once: _, ...author } = actor;
  const recording = { requests: [], groupId: null, source: 'import' as const };
  const drafts = counts.map(({ request, movement, account }) =>
    draftOf(ports, author, { request, movement, recording, ends: { from: account, to: undefined } }),
  );
  const operations: readonly Operation[] = await ports.ledger.append(drafts);
  reportBuilder.recorded(operations.length);
  for (const [index, operation] of operations.entries()) {
    const account = counts[index]?.account;
    if (account) announce(ports, operation, account);
  }
}

function reportWritten({ ports, reportBuilder }: ItemWriting, present: readonly Planned[]): void {
  for (const { plan } of present) {
    const isNew = plan.before === undefined;
    reportBuilder.count(isNew ? 'created' : 'updated');
    if (isNew || Object.keys(plan.changes).length > 0)
      ports.events.publish({ type: isNew ? 'item.created' : 'item.updated', itemId: plan.after.id });
  }
}
