import type { Actor } from '../../kernel/actor.ts';
import type { ProgressListener } from '../../kernel/progress.ts';
import type { ImportRow } from '../../kernel/rows.ts';
import { useCase } from '../../kernel/use-case.ts';
import { chunksOf, type Gathered, gather } from '../bulk/gather.ts';
import { importInOneUnit } from '../bulk/in-one-unit.ts';
import { checkItemLines, type ItemLine } from '../bulk/item-line.ts';
import type { ImportMode } from '../bulk/plan-item.ts';
import { References } from '../bulk/references.ts';
import type { ImportOptions, ImportReport, ImportReportBuilder } from '../bulk/report.ts';
import { type Target, writeItems } from '../bulk/write-items.ts';
import { MAIN } from '../location.ts';
import type { InventoryPorts } from '../ports.ts';
import type { LocationRef } from '../stock-account.ts';

/** Input of `importItems`: rows and options. */
export interface ImportItemsInput extends ImportOptions {
  readonly rows: AsyncIterable<ImportRow<ItemLine>>;
  /** Default: `upsert`. */
  readonly mode?: ImportMode;
  readonly onProgress?: ProgressListener;
}

/** Lines written per batch. */
const CHUNK = 1_000;
/** Names looked up per query. */
const LOOKUP = 5_000;

/**
 * Creates and updates items from rows, matched by SKU; a quantity is recorded as a count. All rows are read before one
 * unit of work writes them.
 * @throws DomainError `payload_too_large`, `idempotency_in_progress`, `idempotency_key_reused`
 */
export const importItems = useCase(
  {
    access: 'manage_inventory',
    effect: 'write',
    transaction: 'own',
    repeats: 'answer',
    audit: 'items.import',
    runsLong: true,
  },
  (ports: InventoryPorts) =>
    async (
      actor,
      { rows, mode = 'upsert', onProgress, ...options }: ImportItemsInput,
      context,
    ): Promise<ImportReport> => {
      const gathered = await gather({ rows, onProgress }, checkItemLines());
      const write = (reportBuilder: ImportReportBuilder) =>
        writeAll({ ports, actor, gathered, mode, options, onProgress }, reportBuilder);
      return importInOneUnit(ports, context, { type: 'items', gathered, options, write });
    },
);

interface ItemImport {
  readonly ports: InventoryPorts;
  readonly actor: Actor;
  readonly gathered: Gathered<ItemLine>;
  readonly mode: ImportMode;
  readonly options: ImportOptions;
  readonly onProgress: ImportItemsInput['onProgress'];
}

async function writeAll(
  { ports, actor, gathered, mode, options, onProgress }: ItemImport,
  reportBuilder: ImportReportBuilder,
): Promise<void> {
  const { lines, total } = gathered;
  const references = await readReferences(ports, gathered, options.createMissing ?? false);
  const holders = await holdersOf(ports, gathered);
  const targets = await targetsOf(ports, gathered);
  for (const chunk of chunksOf(targets, CHUNK)) {
    await writeItems({ ports, actor, references, mode, holders, reportBuilder }, chunk);
    onProgress?.({ stage: 'writing', rows: reportBuilder.done, total });
  }
  if (lines.length === 0) onProgress?.({ stage: 'writing', rows: reportBuilder.done, total });
}

async function readReferences(ports: InventoryPorts, { lines }: Gathered<ItemLine>, mayMake: boolean) {
  const references = new References(ports, mayMake);
  if (lines.some(({ line }) => line.categoryPath != null || line.categoryId != null)) await references.readCategories();
  const codes = new Set<string>([MAIN]);
  const ids = new Set<number>();
  for (const { line } of lines) {
    if (line.location !== undefined) codes.add(line.location);
    if (line.defaultLocation !== undefined) codes.add(line.defaultLocation);
    if (line.defaultLocationId !== undefined) ids.add(line.defaultLocationId);
  }
  const refs: LocationRef[] = [...[...codes].map((code) => ({ code })), ...[...ids].map((id) => ({ id }))];
  await references.readLocations(refs);
  return references;
}

async function holdersOf({ imports }: InventoryPorts, { lines }: Gathered<ItemLine>): Promise<Map<string, number>> {
  const barcodes = lines.flatMap(({ line }) => line.barcode ?? []);
  const holders = new Map<string, number>();
  for (const chunk of chunksOf(barcodes, LOOKUP))
    for (const [barcode, id] of await imports.holdersOf(chunk)) holders.set(barcode, id);
  return holders;
}

/** Lines of existing items in the global lock order (by id), followed by the others in input order. */
async function targetsOf({ imports }: InventoryPorts, { lines }: Gathered<ItemLine>): Promise<readonly Target[]> {
  const targets: Target[] = [];
  for (const chunk of chunksOf(lines, LOOKUP)) {
    const ids = await imports.idsOf(chunk.map(({ line }) => line.sku));
    targets.push(...chunk.map((each, index) => ({ ...each, id: ids[index] })));
  }
  return targets.sort(
    (a, b) => (a.id ?? Number.POSITIVE_INFINITY) - (b.id ?? Number.POSITIVE_INFINITY) || a.row - b.row,
  );
}
