import type { FieldProblem } from '../kernel/errors.ts';
import { isObject } from '../kernel/reading/storable.ts';
import type { SentRecord } from '../kernel/records/collection.ts';
import { readRecord, unknownMembers } from '../kernel/records/read-record.ts';
import { groupOf, type RecordKind, type RecordOf, recordIn, schemaOf } from './kinds.ts';
import { RecordsReportBuilder } from './report.ts';

/** A line without its terminator, or why it cannot be decoded. */
export type SourceLine =
  | string
  | { readonly fault: 'invalid_format' | 'too_long' | 'invalid_file'; readonly message: string };

/** A record of a file, with its line number. */
export type ImportEntry = {
  [K in RecordKind]: {
    readonly line: number;
    readonly kind: K;
    readonly value: RecordOf<K>;
    /** The raw record, for kinds in which absent members matter. */
    readonly sent: SentRecord | undefined;
  };
}[RecordKind];

/** Records of one group, stored together. */
export interface RecordBatch {
  readonly entries: readonly ImportEntry[];
  /** The lines read for it, the number of the last one, and their total length in characters. */
  readonly lines: readonly SourceLine[];
  readonly line: number;
  readonly length: number;
  /** The faults of these lines. */
  readonly reportBuilder: RecordsReportBuilder;
  /** Whether reading stopped at an invalid line; the batch is discarded then. */
  readonly isBroken: boolean;
}

/** Maximum characters of a batch, which is held in memory. */
const MAX_BATCH_LENGTH = 4 * 1024 * 1024;

export interface BatchOptions {
  readonly most: number;
  /** Whether an invalid line ends it. */
  readonly stops: boolean;
  /** Number of lines before the first one; skipped if `isPassed`. */
  readonly before: number;
  readonly isPassed?: boolean;
}

/** Parses lines into batches: records of one group, each record at most once. */
export async function* batchesOf(
  lines: AsyncIterable<SourceLine> | Iterable<SourceLine>,
  { most, stops, before, isPassed = false }: BatchOptions,
): AsyncGenerator<RecordBatch, void, undefined> {
  let builder = new BatchBuilder(before);
  let line = isPassed ? 0 : before;
  for await (const text of lines) {
    line += 1;
    if (line <= before) continue;
    const found = readLine(text, line);
    if (!builder.accepts(found?.entry, most)) {
      yield builder.build(false);
      builder = new BatchBuilder(line - 1);
    }
    builder.add(text, found);
    if (stops && found?.problems) return yield builder.build(true);
  }
  if (!builder.isEmpty) yield builder.build(false);
}

/** A parsed line: its record, or its faults. */
interface ParsedLine {
  readonly entry?: ImportEntry;
  readonly kind?: RecordKind;
  readonly problems?: readonly FieldProblem[];
  readonly unknownMembers?: readonly string[];
}

/** A batch under construction. */
class BatchBuilder {
  readonly #entries: ImportEntry[] = [];
  readonly #lines: SourceLine[] = [];
  readonly #seen = new Set<string>();
  readonly #reportBuilder = new RecordsReportBuilder();
  #line: number;
  #length = 0;

  constructor(line: number) {
    this.#line = line;
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0 && this.#reportBuilder.failed === 0;
  }

  /** Whether a line, and its record if it has one, can be added. */
  accepts(entry: ImportEntry | undefined, most: number): boolean {
    if (this.#length >= MAX_BATCH_LENGTH) return false;
    const [first] = this.#entries;
    if (!first || !entry) return true;
    return this.#entries.length < most && groupOf(first.kind) === groupOf(entry.kind) && !this.#seen.has(keyOf(entry));
  }

  add(text: SourceLine, found: ParsedLine | undefined): void {
    this.#line += 1;
    this.#length += typeof text === 'string' ? text.length + 1 : 1;
    this.#lines.push(text);
    if (!found) return;
    const { entry, kind = null, problems, unknownMembers = [] } = found;
    for (const name of unknownMembers) this.#reportBuilder.countUnknownMember(name);
    if (problems) this.#reportBuilder.fail(this.#line, kind, problems);
    if (!entry) return;
    this.#entries.push(entry);
    this.#seen.add(keyOf(entry));
  }

  build(isBroken: boolean): RecordBatch {
    return {
      entries: this.#entries,
      lines: this.#lines,
      line: this.#line,
      length: this.#length,
      reportBuilder: this.#reportBuilder,
      isBroken,
    };
  }
}

const keyOf = ({ kind, value }: ImportEntry): string => `${kind} ${'id' in value ? value.id : ''}`;

/** Reads one line; undefined for a blank one. */
function readLine(text: SourceLine, line: number): ParsedLine | undefined {
  if (typeof text !== 'string') return { problems: [{ path: [], code: text.fault, message: text.message }] };
  if (/^\s*$/.test(text)) return undefined;
  const sent = parsed(line === 1 ? text.replace(/^\uFEFF/, '') : text);
  if (!isObject(sent)) return { problems: [notAnObject] };
  const found = recordIn(sent);
  if (!found) return { problems: [unknownKind] };
  const { kind, record } = found;
  const schema = schemaOf(kind);
  const read = readRecord(schema, record);
  if ('problems' in read) return { kind, ...read };
  const entry = { line, kind, value: read.value, sent: kind === 'settings' ? record : undefined } as ImportEntry;
  return { entry, unknownMembers: unknownMembers(schema, record) };
}

const notAnObject: FieldProblem = { path: [], code: 'malformed_json', message: 'The line is not a JSON object.' };
const unknownKind: FieldProblem = { path: ['kind'], code: 'unknown_kind', message: 'There is no such kind of record.' };

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
