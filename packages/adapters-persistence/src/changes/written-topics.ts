import { topicsByTable } from './topics-of-tables.ts';

/** Tables after the words that change them; neither `for update` nor `do update set`. */
const changing =
  /(?:\binsert\s+into|(?<!\b(?:for|key)\s+)\bupdate(?!\s+set\b)|\bdelete\s+from|\bmerge\s+into|\btruncate(?:\s+table)?)\s+(?:only\s+)?(?:"?\w+"?\.)?"?(\w+)"?/gi;

interface Writes {
  readonly topics: readonly string[];
  /** Whether the number of rows of the result is that of the only table. */
  readonly isSimple: boolean;
}

/** Limits of the cache: texts, and the length of one. */
const mostTexts = 2_000;
const longestText = 20_000;
const cache = new Map<string, Writes>();

function writesOf(text: string): Writes {
  const known = cache.get(text);
  if (known) return known;
  const tables = [...text.matchAll(changing)].map(([, table = '']) => table.toLowerCase());
  const topics = [...new Set(tables.flatMap((table) => topicsByTable.get(table) ?? []))];
  const writes = { topics, isSimple: tables.length === 1 && !/^\s*(with|select)\b/i.test(text) };
  if (cache.size >= mostTexts) cache.clear();
  if (text.length <= longestText) cache.set(text, writes);
  return writes;
}

/** The topics of the tables that a statement changes, by its text. */
export const topicsWrittenBy = (text: string): readonly string[] => writesOf(text).topics;

/** Collects the topics that one connection writes, and passes them on once they are committed. */
export class WrittenTopics {
  readonly #onCommitted: (topics: Iterable<string>) => void;
  readonly #uncommitted = new Set<string>();

  constructor(onCommitted: (topics: Iterable<string>) => void) {
    this.#onCommitted = onCommitted;
  }

  /** Notes a statement that has succeeded; outside of a transaction it is committed. */
  note(text: string, rowCount: number | null | undefined, isInTransaction: boolean): void {
    const { topics, isSimple } = writesOf(text);
    if (topics.length === 0 || (isSimple && rowCount === 0)) return;
    if (!isInTransaction) this.#onCommitted(topics);
    else for (const topic of topics) this.#uncommitted.add(topic);
  }

  /** Ends the transaction; where its outcome is unknown it counts as committed. */
  end(isCommitted: boolean): void {
    if (this.#uncommitted.size === 0) return;
    if (isCommitted) this.#onCommitted([...this.#uncommitted]);
    this.#uncommitted.clear();
  }
}
