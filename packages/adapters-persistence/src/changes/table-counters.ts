import { topicsByTable } from './topics-of-tables.ts';

/** Executes one statement outside of any unit of work. */
export type ExecuteSql = (text: string, values: readonly unknown[]) => Promise<{ rows: unknown[] }>;

const counting = `select pg_stat_get_tuples_inserted(oid) + pg_stat_get_tuples_updated(oid) + pg_stat_get_tuples_deleted(oid) as changes,
  name from unnest($1::text[]) as name, cast(to_regclass(name) as oid) as oid where oid is not null`;

/**
 * The counters of changed rows that PostgreSQL keeps for each table. A backend adds to them within a second of a commit or when its
 * client is gone, and within ten seconds when it idles; they also count rolled-back changes.
 */
export class TableCounters {
  readonly #execute: ExecuteSql;
  #last: ReadonlyMap<string, string> | undefined;

  constructor(execute: ExecuteSql) {
    this.#execute = execute;
  }

  /** The topics of the tables whose counter is not that of the previous call; none at the first call. */
  async changedTopics(): Promise<ReadonlySet<string>> {
    const { rows } = await this.#execute(counting, [[...topicsByTable.keys()]]);
    const last = this.#last;
    const counts = new Map((rows as readonly Counter[]).map(({ name, changes }) => [name, String(changes)]));
    this.#last = counts;
    const changed = last ? [...counts].filter(([name, count]) => last.get(name) !== count) : [];
    return new Set(changed.flatMap(([name]) => topicsByTable.get(name) ?? []));
  }
}

interface Counter {
  readonly name: string;
  readonly changes: unknown;
}
