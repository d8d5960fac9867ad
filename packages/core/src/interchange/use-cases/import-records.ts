import { refreshAll } from '../../analytics/index.ts';
import type { Actor } from '../../kernel/actor.ts';
import { Meanwhile } from '../../kernel/meanwhile.ts';
import type { Progress } from '../../kernel/progress.ts';
import { useCase } from '../../kernel/use-case.ts';
import { makeAnew, type SavedSettings } from '../../settings/index.ts';
import { BatchSource } from '../batch-source.ts';
import type { ImportPorts } from '../ports.ts';
import type { Batch, SourceLine } from '../read-lines.ts';
import { type RecordsReport, RecordsTally } from '../report.ts';
import { hasOrders, writeBatch } from '../write-batch.ts';

/** A file of records, and how its import is meant. */
export interface ImportRecordsInput {
  /**
   * Opens the file at its beginning; asked again only when a part of more than 16 Mi characters has to be stored again, because
   * it collided with other work.
   */
  readonly open: () => AsyncIterable<SourceLine>;
  /** `stop` ends at the first bad line and keeps nothing of what was not finished; `skip` keeps the good lines. */
  readonly onError: 'stop' | 'skip';
  /** Checks everything and keeps nothing. */
  readonly dryRun?: boolean;
  /** So many records are kept at a time; without it all of them or none. */
  readonly chunk?: number;
  /** False stores records only; a rebuild makes the facts. */
  readonly facts?: boolean;
  /** Whether orders move stock; past ones have moved it elsewhere. */
  readonly moveStock?: boolean;
  readonly tell?: (progress: Progress) => void;
}

/** So many records are stored with one statement each. */
const BATCH = 1_000;

/** Ends a unit of work that is not to have any effect. */
class Undone extends Error {}

/** Imports records line by line; the memory it takes does not grow with the file. The same file again changes nothing. */
export const importRecords = useCase(
  { access: 'manage_store', effect: 'write', transaction: 'own', audit: 'records.import', runsLong: true },
  (ports: ImportPorts) =>
    async (actor, input: ImportRecordsInput, { note }): Promise<RecordsReport> => {
      const importing = new Importing(ports, actor, input);
      const kept = await importing.run();
      const report = importing.tally.report(kept);
      note({
        target: { type: 'records', id: 'import' },
        changes: { stored: { from: 0, to: kept ? report.stored : 0 }, failed: { from: 0, to: report.failed } },
      });
      if (kept) await importing.sumUp();
      return report;
    },
);

/** What one unit of work has done so far. */
interface UnitTally {
  readonly tally: RecordsTally;
  readonly decided: SavedSettings[];
}

/** One import under way. */
class Importing {
  tally = new RecordsTally();
  readonly #ports: ImportPorts;
  readonly #actor: Actor;
  readonly #input: ImportRecordsInput;
  readonly #source: BatchSource;
  readonly #decided: SavedSettings[] = [];

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

  /** Stores what the file says, all at once or in parts; tells whether what is counted as stored is kept. */
  async run(): Promise<boolean> {
    const { chunk, dryRun = false } = this.#input;
    try {
      if (chunk === undefined || dryRun) return await this.#inOneUnit();
      while (await this.#source.hasMore(chunk)) if (!(await this.#inOneUnit(chunk))) break;
      return true;
    } finally {
      await this.#source.close();
    }
  }

  /** So many records, or all, in one unit of work: batch by batch while the next is being read. Tells whether they were kept. */
  async #inOneUnit(size?: number): Promise<boolean> {
    let unit: UnitTally = { tally: new RecordsTally(), decided: [] };
    const isKept = await this.#ports.unitOfWork
      .run(async () => {
        unit = { tally: new RecordsTally(), decided: [] };
        await this.#writePart(unit, size);
        if (this.#input.dryRun) throw new Undone();
      })
      .then(() => true, isUndone);
    // What was wrong with a part is told, and what was undone is not counted among the others.
    this.tally.absorb(isKept || size === undefined ? unit.tally : unit.tally.withoutStored());
    if (!isKept) return false;
    this.#decided.push(...unit.decided);
    this.#source.settle();
    return true;
  }

  async #writePart(unit: UnitTally, size?: number): Promise<void> {
    const meanwhile = new Meanwhile(() => this.#source.readOn());
    try {
      await this.#writeBatches(unit, meanwhile, size);
      await meanwhile.end();
    } catch (error) {
      // What fails first is what is told: all that comes after it in the same transaction only says that it is broken.
      throw await meanwhile.giveUp(error);
    }
  }

  async #writeBatches(unit: UnitTally, meanwhile: Meanwhile, size = Number.POSITIVE_INFINITY): Promise<void> {
    let records = 0;
    for await (const batch of this.#source.part()) {
      unit.tally.absorb(batch.tally);
      if (batch.isBroken) throw new Undone();
      // With orders there is a better time for it, while their facts are being written.
      if (!hasOrders(batch.entries)) this.#source.readOn();
      if (batch.entries.length > 0) await this.#write(batch, unit, meanwhile);
      records += batch.entries.length;
      if (records >= size) return;
    }
  }

  async #write(batch: Batch, { tally, decided }: UnitTally, meanwhile: Meanwhile): Promise<void> {
    const { dryRun = false, facts = true, moveStock = false, onError, tell } = this.#input;
    const refused = new Set<number>();
    await writeBatch(
      {
        ports: this.#ports,
        actor: this.#actor,
        writesFacts: facts && !dryRun,
        movesStock: moveStock,
        meanwhile,
        decided: (saved) => decided.push(saved),
        refuse: (entry, problems) => {
          refused.add(entry.line);
          tally.fail(entry.line, entry.kind, problems);
          if (onError === 'stop') throw new Undone();
        },
      },
      batch,
    );
    for (const { line, kind } of batch.entries) if (!refused.has(line)) tally.count(kind);
    tell?.({ stage: 'writing', rows: batch.line });
  }

  /** Makes anew what other settings ask for, and brings the sums of the days up to date. */
  async sumUp(): Promise<void> {
    const { facts = true, tell } = this.#input;
    if (!facts) return;
    const asksForFacts = this.#decided.some((saved) => saved.asksForFacts);
    const asksForSums = this.#decided.some((saved) => saved.asksForSums);
    await makeAnew(this.#ports, { asksForFacts, asksForSums }, tell);
    await refreshAll(this.#ports.facts);
  }
}

function isUndone(error: unknown): false {
  if (error instanceof Undone) return false;
  throw error;
}
