import { Migration } from '@mikro-orm/migrations';

/** The extension catalogue: its state and its last good copy, one row. */
export class ExtensionCatalogue extends Migration {
  override up(): void {
    this.addSql(`
      create table extension_catalogue (
        id int primary key,
        revision int not null,
        address varchar(2000),
        etag varchar(200),
        version int,
        key_id varchar(32),
        document text,
        accepted_at timestamptz(3),
        checked_at timestamptz(3),
        fault_code varchar(100),
        fault_message varchar(1000),
        revoked_keys text[] not null,
        constraint extension_catalogue_id_check check (id = 1)
      )`);
    this.addSql("insert into extension_catalogue (id, revision, revoked_keys) values (1, 0, '{}')");
  }
}
