import { Migration } from '@mikro-orm/migrations';

/** Search over orders, customers, products and items by beginnings and words. */
export class Search extends Migration {
  override up(): void {
    const separators = '/.-_@:+,&()"#!;<>=*~|%[]';
    const words = (column: string) =>
      `to_tsvector('simple', translate(${column}, '${separators}', '${' '.repeat(separators.length)}'))`;
    const line = (number: number) => `split_part(search_text, chr(10), ${number}) collate "C"`;
    this.addSql(`create index shop_order_number_key_index on shop_order ((${line(1)}))`);
    this.addSql(`create index shop_order_email_key_index on shop_order ((${line(3)}), created_at desc, id desc)`);
    this.addSql('create index customer_name_key_index on customer (name_key)');
    this.addSql("create index customer_last_name_index on customer ((substr(name_key, strpos(name_key, ' ') + 1)))");
    this.addSql('create index customer_username_key_index on customer (username_key) where username_key is not null');
    this.addSql(
      `create index product_words_index on product using gin ((${words('search_text')})) where parent_id is null`,
    );
    this.addSql(`create index item_words_index on item using gin ((${words('name_key')}))`);
  }
}
