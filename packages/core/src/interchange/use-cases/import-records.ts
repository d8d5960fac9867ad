import type { Actor } from '../../kernel/actor.ts';
import { Pipeline } from '../../kernel/concurrency/pipeline.ts';
import type { ProgressListener } from '../../kernel/progress.ts';
import { useCase } from '../../kernel/use-case.ts';
import { recomputeFor, type SavedSettings } from '../../settings/index.ts';
import { BatchSource } from '../batch-source.ts';
import type { ImportPorts } from '../ports.ts';
import type { RecordBatch, SourceLine } from '../read-lines.ts';
import { type RecordsReport, RecordsReportBuilder } from '../report.ts';
import { hasOrders, writeBatch } from '../write-batch.ts';

/** A file of records, and the options of its import. */
export interface ImportRecordsInput {
  /**
   * Opens the file at its beginning. Called again only if a part of more than 16 Mi characters is retried after a collision.
   */
  readonly open: () => AsyncIterable<SourceLine>;
  /** `stop` ends at the first invalid line and rolls back the current part; `skip` stores the valid lines. */
  readonly onError: 'stop' | 'skip';
  /** Validates everything and stores nothing. */
  readonly dryRun?: boolean;
  /** Records per unit of work; without it, one unit for the whole file. */
  readonly chunk?: number;
  /** False stores records without analytics facts, which a rebuild computes. */
  readonly facts?: boolean;
  /** Whether orders move stock; false for past orders, whose stock movements are elsewhere. */
  readonly moveStock?: boolean;
  readonly onProgress?: ProgressListener;
}

/** Maximum records per batch: records, facts and statements of a batch are in memory together. */
const BATCH = 500;

/** Thrown to roll back a unit of work. */
class RolledBack extends Error {}

/** Imports records line by line, in constant memory. Idempotent: importing the same file again changes nothing. */
export const importRecords = useCase(
  { access: 'manage_store', effect: 'write', transaction: 'own', audit: 'records.import', runsLong: true },
  (ports: ImportPorts) =>
    async (actor, input: ImportRecordsInput, { note }): Promise<RecordsReport> => {
      const importing = new ImportRun(ports, actor, input);
      const kept = await importing.run();
      const report = importing.reportBuilder.build(kept);
      note({
        target: { type: 'records', id: 'import' },
        changes: { stored: { from: 0, to: kept ? report.stored : 0 }, failed: { from: 0, to: report.failed } },
      });
      if (kept) await importing.refreshRollUps();
      return report;
    },
);

/** The results of one unit of work. */
interface UnitResult {
  readonly reportBuilder: RecordsReportBuilder;
  readonly decided: SavedSettings[];
}

/** A running import. */
class ImportRun {
  reportBuilder = new RecordsReportBuilder();
  readonly #ports: ImportPorts;
  readonly #actor: Actor;
  readonly #input: ImportRecordsInput;
  readonly #source: BatchSource;
  readonly #decided: SavedSettings[] = [];
  /** The last line that was written. */
  #line = 0;
  /** Whether an order has been read. */
  #hasOrders = false;
  /** The move of pending rows of earlier parts. */
  #moving: Promise<void> | undefined;

  constructor(ports: ImportPorts, actor: Actor, input: ImportRecordsInput) {
    this.#ports = ports;
    this.#actor = actor;
    this.#input = input;
    const { open, chunk = BATCH, moveStock = false, onError } = input;
    this.#source = new BatchSource({
      open,
      most: moveStock ? 1 : Math.min(chunk, BATCH),
      stops: onError === 'stop',
    });
  }

  /** Stores the file, in one unit of work or in parts; returns whether the stored records were committed. */
  async run(): Promise<boolean> {
    const { chunk, dryRun = false } = this.#input;
    try {
      if (chunk === undefined || dryRun) return await this.#inOneUnit();
      while (await this.#source.hasMore(chunk)) {
        const hadOrders = this.#hasOrders;
        if (!(await this.#inOneUnit(chunk))) break;
        await this.#sumUp(hadOrders);
      }
      return true;
    } finally {
      await this.#moving;
      await this.#source.close();
    }
  }

  /**
   * Sums up the products of a part under their categories unless orders preceded it, whose lines would have to be read again,
   * and begins to move what the parts so far added to roll-ups, unless a move is running.
   */
  async #sumUp(hadOrders: boolean): Promise<void> {
    const { facts = true } = this.#input;
    if (!facts) return;
    if (!hadOrders) await this.#ports.facts.placeProducts();
    if (this.#moving) return;
    const end = () => {
      this.#moving = undefined;
    };
    // After a failure the rows are pending as before, and are moved at the end.
    this.#moving = this.#ports.facts.refreshBeside().then(end, end);
  }

  /** Stores `size` records, or all, in one unit of work, prefetching the next batch; returns whether it was committed. */
  async #inOneUnit(size?: number): Promise<boolean> {
    let unit: UnitResult = { reportBuilder: new RecordsReportBuilder(), decided: [] };
    const isKept = await this.#ports.unitOfWork
      .run(async () => {
        unit = { reportBuilder: new RecordsReportBuilder(), decided: [] };
        await this.#writePart(unit, size);
        if (this.#input.dryRun) throw new RolledBack();
      })
      .then(() => true, falseIfRolledBack);
    // Reports the faults of a rolled-back part, but not its records.
    this.reportBuilder.absorb(isKept || size === undefined ? unit.reportBuilder : unit.reportBuilder.withoutStored());
    if (!isKept) return false;
    this.#decided.push(...unit.decided);
    this.#source.settle();
    return true;
  }

  async #writePart(unit: UnitResult, size?: number): Promise<void> {
    const pipeline = new Pipeline(() => this.#source.prefetch());
    try {
      await this.#writeBatches(unit, pipeline, size);
      await pipeline.end();
      this.#input.onProgress?.({ stage: 'committing', rows: this.#line });
    } catch (error) {
      // The first error is the cause; later ones in the same transaction only report that it is aborted.
      throw await pipeline.abort(error);
    }
  }

  async #writeBatches(unit: UnitResult, pipeline: Pipeline, size = Number.POSITIVE_INFINITY): Promise<void> {
    let records = 0;
    for await (const batch of this.#source.part()) {
      unit.reportBuilder.absorb(batch.reportBuilder);
      if (batch.isBroken) throw new RolledBack();
      // Orders prefetch later, while their facts are being written.
      if (hasOrders(batch.entries)) this.#hasOrders = true;
      else this.#source.prefetch();
      if (batch.entries.length > 0) await this.#write(batch, unit, pipeline);
      records += batch.entries.length;
      if (records >= size) return;
    }
  }

  async #write(batch: RecordBatch, { reportBuilder, decided }: UnitResult, pipeline: Pipeline): Promise<void> {
    const { dryRun = false, facts = true, moveStock = false, onError, onProgress } = this.#input;
    const refused = new Set<number>();
    await writeBatch(
      {
        ports: this.#ports,
        actor: this.#actor,
        writesFacts: facts && !dryRun,
        movesStock: moveStock,
        pipeline,
        decided: (saved) => decided.push(saved),
        refuse: (entry, problems) => {
          refused.add(entry.line);
          reportBuilder.fail(entry.line, entry.kind, problems);
          if (onError === 'stop') throw new RolledBack();
        },
      },
      batch,
    );
    for (const { line, kind } of batch.entries) if (!refused.has(line)) reportBuilder.count(kind);
    this.#line = batch.line;
    onProgress?.({ stage: 'writing', rows: batch.line });
  }

  /** Recomputes the facts and roll-ups that changed settings require, and refreshes the daily roll-ups. */
  async refreshRollUps(): Promise<void> {
    const { facts = true, onProgress } = this.#input;
    if (!facts) return;
    const needsFacts = this.#decided.some((saved) => saved.needsFacts);
    const needsRollUps = this.#decided.some((saved) => saved.needsRollUps);
    await recomputeFor(this.#ports, { needsFacts, needsRollUps }, onProgress);
    await this.#ports.facts.refresh();
  }
}

function falseIfRolledBack(error: unknown): false {
  if (error instanceof RolledBack) return false;
  throw error;
}
