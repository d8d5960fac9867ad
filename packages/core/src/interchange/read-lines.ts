import type { FieldProblem } from '../kernel/errors.ts';
import type { SentRecord } from '../kernel/records/collection.ts';
import { readRecord } from '../kernel/records/read-record.ts';
import { isObject } from '../kernel/records/shapes.ts';
import { codecOf, groupOf, type RecordKind, type RecordOf, recordIn } from './kinds.ts';
import { RecordsTally } from './report.ts';

/** A line without its end, or why it cannot be read as text. */
export type SourceLine =
  | string
  | { readonly fault: 'invalid_format' | 'too_long' | 'invalid_file'; readonly message: string };

/** A record of a file, and where it stood. */
export type Entry = {
  [K in RecordKind]: {
    readonly line: number;
    readonly kind: K;
    readonly value: RecordOf<K>;
    /** As it was sent, where it makes a difference what was left out. */
    readonly sent: SentRecord | undefined;
  };
}[RecordKind];

/** Records of one group that are stored together. */
export interface Batch {
  readonly entries: readonly Entry[];
  /** The lines that were read for it, the number of the last of them, and of how many characters they are in all. */
  readonly lines: readonly SourceLine[];
  readonly line: number;
  readonly length: number;
  /** What was wrong with the lines that were read for it. */
  readonly tally: RecordsTally;
  /** Whether reading ended at a bad line, so that nothing of it counts. */
  readonly isBroken: boolean;
}

/** A batch ends after so many characters, however few records they are: it is in memory as a whole. */
const LONGEST = 4 * 1024 * 1024;

/** How lines are put together. */
export interface Batching {
  readonly most: number;
  /** Whether a bad line ends it. */
  readonly stops: boolean;
  /** So many lines come before the first one, or are passed over. */
  readonly before: number;
  readonly isPassed?: boolean;
}

/** Reads lines and puts those together that can be stored together: of one group, each record once. */
export async function* batchesOf(
  lines: AsyncIterable<SourceLine> | Iterable<SourceLine>,
  { most, stops, before, isPassed = false }: Batching,
): AsyncGenerator<Batch, void, undefined> {
  let growing = new GrowingBatch(before);
  let line = isPassed ? 0 : before;
  for await (const text of lines) {
    line += 1;
    if (line <= before) continue;
    const found = readLine(text, line);
    if (!growing.takes(found?.entry, most)) {
      yield growing.ended(false);
      growing = new GrowingBatch(line - 1);
    }
    growing.add(text, found);
    if (stops && found?.problems) return yield growing.ended(true);
  }
  if (!growing.isEmpty) yield growing.ended(false);
}

/** What a line says, or what is wrong with it. */
interface LineRead {
  readonly entry?: Entry;
  readonly kind?: RecordKind;
  readonly problems?: readonly FieldProblem[];
  readonly strangers?: readonly string[];
}

/** A batch to which lines are still added. */
class GrowingBatch {
  readonly #entries: Entry[] = [];
  readonly #lines: SourceLine[] = [];
  readonly #seen = new Set<string>();
  readonly #tally = new RecordsTally();
  #line: number;
  #length = 0;

  constructor(line: number) {
    this.#line = line;
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0 && this.#tally.failed === 0;
  }

  /** Whether a line, and the record that it may be, can go with those that are there. */
  takes(entry: Entry | undefined, most: number): boolean {
    if (this.#length >= LONGEST) return false;
    const [first] = this.#entries;
    if (!first || !entry) return true;
    return this.#entries.length < most && groupOf(first.kind) === groupOf(entry.kind) && !this.#seen.has(keyOf(entry));
  }

  add(text: SourceLine, found: LineRead | undefined): void {
    this.#line += 1;
    this.#length += typeof text === 'string' ? text.length + 1 : 1;
    this.#lines.push(text);
    if (!found) return;
    const { entry, kind = null, problems, strangers = [] } = found;
    for (const name of strangers) this.#tally.notice(name);
    if (problems) this.#tally.fail(this.#line, kind, problems);
    if (!entry) return;
    this.#entries.push(entry);
    this.#seen.add(keyOf(entry));
  }

  ended(isBroken: boolean): Batch {
    const [entries, lines, line, length, tally] = [this.#entries, this.#lines, this.#line, this.#length, this.#tally];
    return { entries, lines, line, length, tally, isBroken };
  }
}

const keyOf = ({ kind, value }: Entry): string => `${kind} ${'id' in value ? value.id : ''}`;

/** Reads one line; undefined for a blank one. */
function readLine(text: SourceLine, line: number): LineRead | undefined {
  if (typeof text !== 'string') return { problems: [{ path: [], code: text.fault, message: text.message }] };
  if (/^\s*$/.test(text)) return undefined;
  const sent = parsed(line === 1 ? text.replace(/^\uFEFF/, '') : text);
  if (!isObject(sent)) return { problems: [notAnObject] };
  const found = recordIn(sent);
  if (!found) return { problems: [unknownKind] };
  const { kind, record } = found;
  const read = readRecord(codecOf(kind), record);
  if ('problems' in read) return { kind, ...read };
  const entry = { line, kind, value: read.value, sent: kind === 'settings' ? record : undefined } as Entry;
  return { entry, strangers: read.strangers };
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
