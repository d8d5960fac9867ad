import { type RawBuilder, sql } from 'kysely';

/** How the parts of a look at one product are called in a statement. */
interface Names {
  readonly item: string;
  readonly product: string;
  readonly link: string;
}

/** The item of a product's sku, where there is no link; nobody's where skus are no links. */
const itemOfSku = ({ item, product, link }: Names, usesSkus: boolean): RawBuilder<unknown> =>
  usesSkus
    ? sql`left join item ${sql.id(item)} on ${sql.ref(`${link}.product_id`)} is null
        and ${sql.ref(`${item}.sku_key`)} = normalize(${sql.ref(`${product}.sku_key`)}, nfkc)
        and not ${sql.ref(`${item}.archived`)}`
    : sql`left join item ${sql.id(item)} on false`;

/**
 * Products and the items that they are: `product_id, item_id, units_per_sale, is_parents`. A link goes before an equal sku;
 * a variation that is no item and manages no stock of its own is what its product is.
 */
export const links = (usesSkus: boolean): RawBuilder<unknown> => sql`(
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
 * What can be sold of every linked product, by `product_id`: what `links` says and `available, allow_negative, reorder_level`.
 * Available is on hand less what orders hold. What has expired at a moment holds nothing then, even before it is forgotten;
 * without a moment it holds until it is.
 */
export const linkedStock = (usesSkus: boolean, now?: Date): RawBuilder<unknown> => {
  const expired =
    now &&
    sql` + coalesce((select sum(r.quantity) from reservation r where r.item_id = s.item_id and r.expires_at <= ${now}), 0)`;
  return sql`(
    select l.*, s.allow_negative, i.reorder_level, s.quantity - s.reserved${expired ?? sql``} as available
    from ${links(usesSkus)} l join item i on i.id = l.item_id join item_stock s on s.item_id = l.item_id)`;
};

/**
 * Products and variations for reports, with the stock that is published of them: of those that are items what the ledger has
 * (docs/spec/inventory.md 16.3), in ten-thousandths of a piece.
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
