import { sql } from 'kysely';
import type { Piece } from './report-scope.ts';

/** Nearly all orders are in it, whatever the shop. */
const usual = 'completed';

/**
 * That a status is none of these, as another piece says it: of most rows one comparison tells so. Comparing each of them with
 * every status that is left out took longer than reading them.
 */
export const noneOf = (status: Piece, statuses: readonly unknown[], isNone: Piece): Piece =>
  statuses.length < 2 || statuses.includes(usual) ? isNone : sql`(${status} = ${sql.lit(usual)} or ${isNone})`;
