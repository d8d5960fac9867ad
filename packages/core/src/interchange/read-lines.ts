import type { FieldProblem } from '../kernel/errors.ts';
import { readRecord } from '../kernel/records/read-record.ts';
import { isObject } from '../kernel/records/shapes.ts';
import { codecOf, groupOf, type RecordKind, type RecordOf, recordIn } from './kinds.ts';
import type { RecordsTally } from './report.ts';

/** A line without its end, or why it cannot be read as text. */
export type SourceLine = string | { readonly fault: 'invalid_format' | 'too_long'; readonly message: string };

/** A record of a file, and where it stood. */
export type Entry = {
  [K in RecordKind]: { readonly line: number; readonly kind: K; readonly value: RecordOf<K>; readonly sent: object };
}[RecordKind];

/** Records of one group that are stored together. */
export interface Batch {
  readonly group: RecordKind;
  readonly entries: readonly Entry[];
  /** The last line that was read for it. */
  readonly line: number;
}

/** How lines are put together. */
export interface Batching {
  readonly most: number;
  readonly tally: RecordsTally;
  /** Hears of each bad line. */
  readonly failed: () => void;
}

/** Reads lines and puts those together that can be stored together: of one group, each record once. */
export async function* batchesOf(
  lines: AsyncIterable<SourceLine> | Iterable<SourceLine>,
  { most, tally, failed }: Batching,
): AsyncGenerator<Batch, void, undefined> {
  let entries: Entry[] = [];
  let seen = new Set<string>();
  let line = 0;
  for await (const text of lines) {
    line += 1;
    const entry = entryOf(text, line, tally);
    if (entry === undefined) continue;
    if (entry === 'failed') {
      failed();
      continue;
    }
    const first = entries[0];
    const key = `${entry.kind} ${'id' in entry.value ? entry.value.id : ''}`;
    if (first && (entries.length >= most || groupOf(first.kind) !== groupOf(entry.kind) || seen.has(key))) {
      yield { group: groupOf(first.kind), entries, line };
      entries = [];
      seen = new Set();
    }
    entries.push(entry);
    seen.add(key);
  }
  const [first] = entries;
  if (first) yield { group: groupOf(first.kind), entries, line };
}

/** Reads one line; undefined for a blank one. What is wrong with it is told. */
function entryOf(text: SourceLine, line: number, tally: RecordsTally): Entry | 'failed' | undefined {
  const refuse = (kind: RecordKind | null, problems: readonly FieldProblem[]) => {
    tally.fail(line, kind, problems);
    return 'failed' as const;
  };
  if (typeof text !== 'string') return refuse(null, [{ path: [], code: text.fault, message: text.message }]);
  if (/^\s*$/.test(text)) return undefined;
  const sent = parsed(line === 1 ? text.replace(/^\uFEFF/, '') : text);
  if (!isObject(sent)) return refuse(null, [notAnObject]);
  const found = recordIn(sent);
  if (!found) return refuse(null, [unknownKind]);
  const { kind, record } = found;
  const read = readRecord(codecOf(kind), record);
  for (const name of read.strangers) tally.notice(name);
  if ('problems' in read) return refuse(kind, read.problems);
  return { line, kind, value: read.value, sent: record } as Entry;
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
