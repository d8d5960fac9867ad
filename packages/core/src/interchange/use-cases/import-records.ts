import type { Actor } from '../../kernel/actor.ts';
import type { Progress } from '../../kernel/progress.ts';
import { procedure } from '../../kernel/use-case.ts';
import { makeAnew, type SavedSettings } from '../../settings/index.ts';
import type { ImportPorts } from '../ports.ts';
import { readAhead } from '../read-ahead.ts';
import { type Batch, batchesOf, type SourceLine } from '../read-lines.ts';
import { type RecordsReport, RecordsTally } from '../report.ts';
import { writeBatch } from '../write-batch.ts';

/** A file of records, and how its import is meant. */
export interface ImportRecordsInput {
  /** Opens the file at its beginning; asked again when the work collided with other work and has to be done again. */
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
const BATCH = 500;
/** So many days are summed up at a time. */
const DAYS = 100;

/** Ends a unit of work that is not to have any effect. */
class Undone extends Error {}

/** Imports records line by line; the memory it takes does not grow with the file. The same file again changes nothing. */
export const importRecords = procedure(
  'manage_store',
  (ports: ImportPorts) =>
    async (actor, input: ImportRecordsInput, note): Promise<RecordsReport> => {
      const importing = new Importing(ports, actor, input);
      const kept =
        input.chunk === undefined || input.dryRun ? await importing.atOnce() : await importing.inChunks(input.chunk);
      const report = importing.tally.report(kept);
      note({
        target: { type: 'records', id: 'import' },
        changes: { stored: { from: 0, to: kept ? report.stored : 0 }, failed: { from: 0, to: report.failed } },
      });
      if (kept) await importing.sumUp();
      return report;
    },
  { audit: 'records.import' },
);

/** One import under way. */
class Importing {
  tally = new RecordsTally();
  readonly #ports: ImportPorts;
  readonly #actor: Actor;
  readonly #input: ImportRecordsInput;
  #decided: SavedSettings[] = [];

  constructor(ports: ImportPorts, actor: Actor, input: ImportRecordsInput) {
    this.#ports = ports;
    this.#actor = actor;
    this.#input = input;
  }

  /** Everything in one unit of work; tells whether it was kept. */
  async atOnce(): Promise<boolean> {
    const work = async () => {
      this.tally = new RecordsTally();
      this.#decided = [];
      for await (const batch of this.#batches(this.tally)) await this.#write(batch, this.tally);
      if (this.#input.dryRun) throw new Undone();
    };
    return this.#ports.unitOfWork.run(work).then(() => true, isUndone);
  }

  /** So many records in one unit of work after another; what was finished stays. */
  async inChunks(size: number): Promise<boolean> {
    let waiting: Batch[] = [];
    const finish = async () => {
      const part = await this.#writeChunk(waiting);
      waiting = [];
      this.tally.absorb(part);
    };
    try {
      for await (const batch of this.#batches(this.tally, Math.min(size, BATCH))) {
        waiting.push(batch);
        if (waiting.reduce((sum, { entries }) => sum + entries.length, 0) >= size) await finish();
      }
      if (waiting.length > 0) await finish();
    } catch (error) {
      isUndone(error);
    }
    return true;
  }

  async #writeChunk(batches: readonly Batch[]): Promise<RecordsTally> {
    const decided = this.#decided;
    let part = new RecordsTally();
    try {
      await this.#ports.unitOfWork.run(async () => {
        part = new RecordsTally();
        this.#decided = [...decided];
        for (const batch of batches) await this.#write(batch, part);
      });
    } catch (error) {
      isUndone(error);
      // What was wrong is told, and what was undone is not counted.
      this.tally.absorb(part.withoutStored());
      throw error;
    }
    return part;
  }

  #batches(tally: RecordsTally, most = BATCH): AsyncIterable<Batch> {
    const { open, moveStock } = this.#input;
    return readAhead(batchesOf(open(), { most: moveStock ? 1 : most, tally, failed: () => this.#failed() }));
  }

  #failed(): void {
    if (this.#input.onError === 'stop') throw new Undone();
  }

  async #write(batch: Batch, tally: RecordsTally): Promise<void> {
    const { dryRun = false, facts = true, moveStock = false, tell } = this.#input;
    const refused = new Set<number>();
    await writeBatch(
      {
        ports: this.#ports,
        actor: this.#actor,
        writesFacts: facts && !dryRun,
        movesStock: moveStock,
        decided: (saved) => this.#decided.push(saved),
        refuse: (entry, problems) => {
          refused.add(entry.line);
          tally.fail(entry.line, entry.kind, problems);
          this.#failed();
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
    const last = this.#decided.at(-1);
    if (!facts) return;
    if (last) {
      const asksForFacts = this.#decided.some((saved) => saved.asksForFacts);
      const asksForSums = this.#decided.some((saved) => saved.asksForSums);
      await makeAnew(this.#ports, { settings: last.settings, asksForFacts, asksForSums }, tell);
    }
    while ((await this.#ports.facts.refresh(DAYS)) > 0);
  }
}

function isUndone(error: unknown): false {
  if (error instanceof Undone) return false;
  throw error;
}
