import { Migration } from '@mikro-orm/migrations';

/** Tables by the topic that their changes are announced under, on the channel `backroom_changed`. */
const tables: Readonly<Record<string, readonly string[]>> = {
  orders: ['shop_order', 'shop_refund', 'coupon', 'tax_rate', 'download', 'failed_order'],
  stock: ['item', 'item_stock', 'stock_level', 'operation', 'location', 'category', 'reservation', 'product_link'],
  catalog: ['product', 'product_category', 'product_attribute', 'product_attribute_term', 'page'],
  customers: ['customer'],
  settings: ['shop_setting', 'shop_option', 'theme', 'extension'],
  jobs: ['job', 'fact_import'],
  people: ['app_user', 'application_password', 'ldap_config'],
  sessions: ['revoked_token'],
};

/**
 * Announces changes in the transaction that makes them. The server removes repetitions within a transaction, and delivers after the
 * commit.
 */
export class NoticesOfChanges extends Migration {
  override up(): void {
    this.addSql(`
      create function announce_change() returns trigger language plpgsql as $$
      begin
        perform pg_notify('backroom_changed', tg_argv[0]);
        return null;
      end $$`);
    for (const [topic, names] of Object.entries(tables)) {
      for (const name of names)
        this.addSql(`
          create trigger ${name}_is_announced after insert or update or delete on ${name}
          for each statement execute function announce_change('${topic}')`);
    }
  }
}
