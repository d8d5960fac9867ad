import { Migration } from '@mikro-orm/migrations';

/** Pieces of the item behind a link, rounded down; null without an item. */
const pieces = (amount: string, link: string): string =>
  `floor((${amount}) / coalesce(${link}.units_per_sale, 1))::bigint`;
const own = pieces('s.quantity - s.reserved', 'l');
const parents = pieces('qs.quantity - qs.reserved', 'ql');
/** A variation without an item of its own takes that of its product, unless it manages its stock. */
const inherits = 'l.item_id is null and i.id is null and not p.manage_stock';

/** Products with their stock as a function that is inlined, and an index of those that are low by their own amount. */
export class StockedProducts extends Migration {
  override up(): void {
    this.#itemKey();
    this.#stocked();
    this.addSql('drop index product_own_low_stock_index');
    this.addSql(`
      create index product_own_low_stock_index on product (stock_quantity)
        where low_stock_amount is not null and stock_quantity <= low_stock_amount`);
  }

  /** The key of the item that a sku stands for. Normalizing is slow, and leaves ASCII as it is. */
  #itemKey(): void {
    this.addSql(`
      create function item_key(p_key text) returns text language sql immutable parallel safe as $$
        select case when octet_length(p_key) = char_length(p_key) then p_key else normalize(p_key, nfkc) end $$`);
  }

  /** Only joins of at most one row, so that conditions and limits reach the products, and each of them is read once. */
  #stocked(): void {
    this.addSql(`
      create function stocked_products(p_by_sku boolean) returns table (id int, parent_id int, name text, name_key text,
        sku text, status text, created_utc timestamptz, manages_stock boolean, uses_parent_stock boolean, quantity bigint,
        shown_quantity bigint, stock_status text, low_stock_amount bigint) language sql stable parallel safe as $$
        select p.id, coalesce(p.parent_id, 0), p.name, p.name_key, coalesce(p.sku, q.sku, ''), p.status::text,
          p.created_at::timestamptz, own.manages, not own.manages and own.parent_manages, own.quantity,
          coalesce(own.quantity, 0),
          case when item.pieces is null then p.stock_status::text
            when item.pieces > (select coalesce((document ->> 'noStockAmount')::numeric, 0) from shop_setting) then 'instock'
            when item.allow_negative then 'onbackorder' else 'outofstock' end,
          coalesce(item.low_pieces * 10000, p.low_stock_amount)
        from product p left join product_link l on l.product_id = p.id
          left join item i on p_by_sku and i.sku_key = item_key(p.sku_key) and not i.archived
          left join item_stock s on s.item_id = coalesce(l.item_id, i.id)
          left join product q on q.id = p.parent_id
          left join product_link ql on ql.product_id = q.id
          left join item qi on p_by_sku and qi.sku_key = item_key(q.sku_key) and not qi.archived
          left join item_stock qs on qs.item_id = coalesce(ql.item_id, qi.id)
          cross join lateral (select p.manage_stock or s.item_id is not null as manages,
            coalesce(q.manage_stock, false) or qs.item_id is not null as parent_manages,
            case when s.item_id is not null then ${own} * 10000 when p.manage_stock then p.stock_quantity
              when qs.item_id is not null then ${parents} * 10000 when q.manage_stock then q.stock_quantity end as quantity) own
          cross join lateral (select case when s.item_id is not null then ${own} when ${inherits} then ${parents} end as pieces,
            case when s.item_id is not null then ${pieces('s.reorder_level', 'l')}
              when ${inherits} then ${pieces('qs.reorder_level', 'ql')} end as low_pieces,
            case when s.item_id is not null then s.allow_negative else qs.allow_negative end as allow_negative) item
        $$`);
  }
}
