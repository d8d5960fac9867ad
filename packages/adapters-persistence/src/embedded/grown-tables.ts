/** Does a statement outside of any transaction. */
type Execute = (text: string) => Promise<{ readonly rows: readonly unknown[] }>;

/**
 * The table that has grown most since it was cleared last, by more than a fifth and 32 pages of 8 KiB. Rows that were
 * changed or removed keep their room until a table is cleared, and the planner learns then how large it is: so a table that
 * does not grow needs nothing.
 */
const grown = `
  select format('%I.%I', nspname, relname) as name
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    cross join lateral (select pg_relation_size(pg_class.oid) / current_setting('block_size')::int as pages) now
  where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema') and pages > relpages * 1.2 + 32
  order by pages / (relpages + 32.0) desc limit 1`;

/**
 * Vacuums the next table; the embedded database has no autovacuum. Gives the
 * name of the table; undefined where none has grown enough. Others wait for as long as it takes.
 */
export async function clearGrownTable(execute: Execute): Promise<string | undefined> {
  const [first] = (await execute(grown)).rows as readonly { readonly name: string }[];
  if (first) await execute(`vacuum (analyze) ${first.name}`);
  return first?.name;
}
