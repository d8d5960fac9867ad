import { type RawBuilder, sql } from 'kysely';

/** Table aliases of a product, its explicit link, and the item of its sku. */
interface LinkAliases {
  readonly item: string;
  readonly product: string;
  readonly link: string;
}

/** Join of the unarchived item with the sku of the product, for products without an explicit link; empty unless `usesSkus`. */
const itemOfSku = ({ item, product, link }: LinkAliases, usesSkus: boolean): RawBuilder<unknown> =>
  usesSkus
    ? sql`left join item ${sql.id(item)} on ${sql.ref(`${link}.product_id`)} is null
        and ${sql.ref(`${item}.sku_key`)} = normalize(${sql.ref(`${product}.sku_key`)}, nfkc)
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
    ${itemOfSku({ item: 'i', product: 'p', link: 'l' }, usesSkus)}
    left join product q on q.id = p.parent_id and not p.manage_stock and coalesce(l.item_id, i.id) is null
    left join product_link ql on ql.product_id = q.id
    ${itemOfSku({ item: 'qi', product: 'q', link: 'ql' }, usesSkus)}
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
    select l.*, s.allow_negative, i.reorder_level, s.quantity - s.reserved${expired ?? sql``} as available
    from ${linkedItems(usesSkus)} l join item i on i.id = l.item_id join item_stock s on s.item_id = l.item_id)`;
};

/**
 * Products and variations for reports with their published stock, in ten-thousandths of a piece; for linked ones it is that of
 * the ledger (docs/spec/inventory.md 16.3).
 */
export const stockedProducts = (usesSkus: boolean): RawBuilder<unknown> => sql`
  select p.id, p.parent_id, p.name, p.name_key, p.sku, p.status, p.created_at,
    p.manage_stock or coalesce(not l.is_parents, false) as manage_stock,
    case when l.product_id is null then p.stock_quantity else l.pieces * 10000 end as stock_quantity,
    case when l.product_id is null then p.stock_status
      when l.pieces > (select coalesce((document ->> 'noStockAmount')::numeric, 0) from shop_setting) then 'instock'
      when l.allow_negative then 'onbackorder' else 'outofstock' end as stock_status,
    coalesce(l.low_pieces * 10000, p.low_stock_amount) as low_stock_amount
  from product p left join (
    select k.*, floor(k.available / k.units_per_sale)::bigint as pieces, floor(k.reorder_level / k.units_per_sale)::bigint as low_pieces
    from ${linkedStock(usesSkus)} k
  ) l on l.product_id = p.id`;
