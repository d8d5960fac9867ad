import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { addPending, type Contributing, type SumFamily } from './contributions.ts';
import { couponFamily } from './coupon-sums.ts';
import { orderFamily } from './order-sums.ts';
import { taxFamily } from './tax-sums.ts';

/** All sums to which orders contribute. */
export const sumFamilies: readonly SumFamily[] = [orderFamily, taxFamily, couponFamily];

/** CTEs that insert what orders with a `sign` add to all sums. */
export const addAllPending = (contributing: Contributing): RawBuilder<unknown> =>
  sql.join(
    sumFamilies.map((family) => sql`${sql.raw(`to_${family.pending}`)} as (${addPending(family, contributing)})`),
  );
