import type { Actor } from '../../kernel/actor.ts';
import type { ProgressListener } from '../../kernel/progress.ts';
import type { ImportRow } from '../../kernel/rows.ts';
import { useCase } from '../../kernel/use-case.ts';
import { chunksOf, type Gathered, gather, type Placed } from '../bulk/gather.ts';
import { importInOneUnit } from '../bulk/in-one-unit.ts';
import { type KeyedRequest, recordEach } from '../bulk/record-each.ts';
import { References } from '../bulk/references.ts';
import { withoutRepeats, withoutTaken } from '../bulk/repeats.ts';
import type { ImportOptions, ImportReport, ImportReportBuilder } from '../bulk/report.ts';
import type { InventoryPorts } from '../ports.ts';
import { demandTime } from './record-operation.ts';

/** Input of `importOperations`: rows and options. */
export interface ImportOperationsInput extends ImportOptions {
  readonly rows: AsyncIterable<ImportRow<KeyedRequest>>;
  readonly onProgress?: ProgressListener;
}

/** Lines recorded per batch. */
const CHUNK = 1_000;
/** Names looked up per query. */
const LOOKUP = 5_000;

/**
 * Records operations from rows in their order: each sees the effects of earlier ones. A row whose idempotency key was
 * used before is not recorded again.
 * @throws DomainError `payload_too_large`, `idempotency_in_progress`, `idempotency_key_reused`
 */
export const importOperations = useCase(
  {
    access: 'manage_inventory',
    effect: 'write',
    transaction: 'own',
    repeats: 'answer',
    audit: 'operations.import',
    runsLong: true,
  },
  (ports: InventoryPorts) =>
    async (actor, { rows, onProgress, ...options }: ImportOperationsInput, context): Promise<ImportReport> => {
      const check = ({ request }: KeyedRequest) => demandTime(ports, request, ['occurredAt']);
      const gathered = await gather({ rows, onProgress }, check);
      const write = (reportBuilder: ImportReportBuilder) =>
        writeAll({ ports, actor, gathered, options, onProgress }, reportBuilder);
      return importInOneUnit(ports, context, { type: 'operations', gathered, options, write });
    },
);

interface OperationImport {
  readonly ports: InventoryPorts;
  readonly actor: Actor;
  readonly gathered: Gathered<KeyedRequest>;
  readonly options: ImportOptions;
  readonly onProgress: ImportOperationsInput['onProgress'];
}

async function writeAll(
  { ports, actor, gathered, options, onProgress }: OperationImport,
  reportBuilder: ImportReportBuilder,
): Promise<void> {
  const fresh = await withoutRepeats(ports, actor, { gathered, reportBuilder });
  await holdAll(ports, fresh);
  if (options.createMissing) await makeLocations(ports, fresh);
  const claimed = new Set<string>();
  for (const chunk of chunksOf(fresh, CHUNK)) {
    const unique = await withoutTaken(ports, chunk, { claimed, reportBuilder });
    const faults = await recordEach(
      ports,
      actor,
      unique.map(({ line }) => line),
    );
    for (const [index, { row }] of unique.entries()) {
      const found = faults[index] ?? [];
      if (found.length > 0) reportBuilder.fail(row, found);
      else reportBuilder.count('created');
    }
    reportBuilder.recorded(faults.filter((found) => found.length === 0).length);
    onProgress?.({ stage: 'writing', rows: reportBuilder.done, total: gathered.total });
  }
}

/** Locks the stock of all affected items in the global lock order (by id); rows come in another order. */
async function holdAll({ imports }: InventoryPorts, lines: readonly Placed<KeyedRequest>[]): Promise<void> {
  const ids = new Set<number>();
  const skus = new Set<string>();
  for (const { line } of lines) {
    const { item } = line.request;
    if ('id' in item) ids.add(item.id);
    else skus.add(item.sku);
  }
  for (const chunk of chunksOf([...skus], LOOKUP))
    for (const id of await imports.idsOf(chunk)) if (id !== undefined) ids.add(id);
  for (const chunk of chunksOf(
    [...ids].sort((a, b) => a - b),
    LOOKUP,
  ))
    await imports.holdStock(chunk);
}

async function makeLocations(ports: InventoryPorts, lines: readonly Placed<KeyedRequest>[]): Promise<void> {
  const codes = new Set<string>();
  for (const { line } of lines)
    for (const ref of [line.request.location, line.request.toLocation]) if (ref && !('id' in ref)) codes.add(ref.code);
  const references = new References(ports, true);
  await references.readLocations([...codes].map((code) => ({ code })));
  await references.makeLocations(codes);
}
