import { type RawBuilder, sql } from 'kysely';
import { type FactDate, factRules } from '../facts/chains.ts';

/** The day column of facts for this date type. */
export const dayColumn = (date: FactDate): RawBuilder<unknown> => sql.raw(`${date}_day`);

/** Predicate: the status of a row counts. */
export const isCounted = sql`status <> all (array(select unnest(excluded_statuses) from ${factRules}))`;
