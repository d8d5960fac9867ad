import { Migration } from '@mikro-orm/migrations';

/** The key-value stores of extensions. */
export class ValuesOfExtensions extends Migration {
  override up(): void {
    this.addSql(`
      create table extension_value (
        slug varchar(64) not null,
        key varchar(200) collate "C" not null,
        value text not null,
        primary key (slug, key)
      )`);
  }
}
