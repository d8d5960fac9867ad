import { Migration } from '@mikro-orm/migrations';

/**
 * The index of orders by time also has their status and search text: a search reads it in place of the table. An entry of an
 * index has at most 2,704 bytes, so long texts are cut.
 */
export class SearchOfOrders extends Migration {
  override up(): void {
    const line = (number: number) => `left(split_part(search_text, chr(10), ${number}), 200)`;
    this.addSql(`
      update shop_order set search_text = concat_ws(chr(10), ${line(1)}, ${line(2)}, ${line(3)})
      where octet_length(search_text) > 2402`);
    this.addSql('create index shop_order_search_index on shop_order (created_at, id) include (status, search_text)');
    this.addSql('drop index shop_order_created_at_index');
  }
}
