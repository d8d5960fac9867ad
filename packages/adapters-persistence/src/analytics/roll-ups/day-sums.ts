import { type RawBuilder, sql } from 'kysely';
import type { FactDate } from '../facts/chains.ts';

/** The day column of facts for this date type. */
export const dayColumn = (date: FactDate): RawBuilder<unknown> => sql.raw(`${date}_day`);

/** Predicate: the status of a row counts. */
export const isCounted = sql.raw('status <> all (array(select unnest(excluded_statuses) from fact_rules))');
