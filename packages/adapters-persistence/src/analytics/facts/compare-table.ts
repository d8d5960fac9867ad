import type { FactDifference } from '@backroom/core/analytics';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../tables.ts';
import type { Comparison } from '../roll-ups/compared-sums.ts';

type ComparedRow = Readonly<Record<string, unknown>>;

/** Compares stored and computed rows in one statement, at most this number of differences; without it all. */
export async function compareTable(
  db: Kysely<Tables>,
  compared: Comparison,
  most: number | null = null,
): Promise<readonly FactDifference[]> {
  const { table, keys, sums, computed, where, stored = sql.raw(table) } = compared;
  const names = (of: readonly string[], make: (name: string) => string = (name) => name) =>
    sql.raw(of.map(make).join(', '));
  const object = (source: string) =>
    sql.raw(`jsonb_build_object(${sums.map((sum) => `'${sum}', ${source}.${sum}`).join(', ')})`);
  const first = sql.raw(keys[0] ?? '');
  const { rows } = await sql<ComparedRow & { stored: ComparedRow | null; computed: ComparedRow | null }>`
    with computed as (${computed})
    select ${names(keys)},
      case when stored.${first} is not null then ${object('stored')} end as stored,
      case when computed.${first} is not null then ${object('computed')} end as computed
    from ${stored} stored full join computed using (${names(keys)})
    where (${names(sums, (sum) => `stored.${sum}`)}) is distinct from (${names(sums, (sum) => `computed.${sum}`)}) and ${where}
    order by ${names(keys)} limit ${most}`.execute(db);
  return rows.map((row) => ({
    table,
    key: keys.map((key) => `${key}=${row[key]}`).join(' '),
    stored: row.stored ?? undefined,
    computed: row.computed ?? undefined,
  }));
}
