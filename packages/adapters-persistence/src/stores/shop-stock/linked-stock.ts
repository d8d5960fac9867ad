import { type RawBuilder, sql } from 'kysely';

/** Table aliases of a product, and of the item of its sku. */
interface SkuAliases {
  readonly item: string;
  readonly product: string;
}

/** Join of the unarchived item with the sku of the product; an explicit link takes precedence. Empty unless `usesSkus`. */
const itemOfSku = ({ item, product }: SkuAliases, usesSkus: boolean): RawBuilder<unknown> =>
  usesSkus
    ? sql`left join item ${sql.id(item)} on ${sql.ref(`${item}.sku_key`)} = item_key(${sql.ref(`${product}.sku_key`)})
        and not ${sql.ref(`${item}.archived`)}`
    : sql`left join item ${sql.id(item)} on false`;

/**
 * Products with their linked items: `product_id, item_id, units_per_sale, is_parents`. An explicit link takes precedence over
 * an equal sku. A variation without an item inherits that of its product unless it manages its own stock.
 */
export const linkedItems = (usesSkus: boolean): RawBuilder<unknown> => sql`(
  select p.id as product_id, coalesce(l.item_id, i.id, ql.item_id, qi.id) as item_id,
    case when coalesce(l.item_id, i.id) is null then coalesce(ql.units_per_sale, 1) else coalesce(l.units_per_sale, 1) end as units_per_sale,
    coalesce(l.item_id, i.id) is null as is_parents
  from product p left join product_link l on l.product_id = p.id
    ${itemOfSku({ item: 'i', product: 'p' }, usesSkus)}
    left join product q on q.id = p.parent_id and not p.manage_stock and coalesce(l.item_id, i.id) is null
    left join product_link ql on ql.product_id = q.id
    ${itemOfSku({ item: 'qi', product: 'q' }, usesSkus)}
  where coalesce(l.item_id, i.id, ql.item_id, qi.id) is not null)`;

/**
 * Available stock of every linked product: the columns of `linkedItems` and `available, allow_negative, reorder_level`.
 * Available is the quantity on hand minus reservations. With `now`, expired reservations do not count; without it they count
 * until they are deleted.
 */
export const linkedStock = (usesSkus: boolean, now?: Date): RawBuilder<unknown> => {
  const expired =
    now &&
    sql` + coalesce((select sum(r.quantity) from reservation r where r.item_id = s.item_id and r.expires_at <= ${now}), 0)`;
  return sql`(
    select l.*, s.allow_negative, s.reorder_level, s.quantity - s.reserved${expired ?? sql``} as available
    from ${linkedItems(usesSkus)} l join item_stock s on s.item_id = l.item_id)`;
};

/**
 * Products and variations for reports with their published stock, in ten-thousandths of a piece; for linked ones it is that of
 * the ledger (docs/spec/inventory.md 16.3).
 */
export const stockedProducts = (usesSkus: boolean): RawBuilder<unknown> =>
  sql`select * from stocked_products(${sql.lit(usesSkus)})`;
