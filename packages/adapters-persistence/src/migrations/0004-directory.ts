import { Migration } from '@mikro-orm/migrations';

/** Directory settings, and the link of accounts to directory entries. */
export class Directory extends Migration {
  override up(): void {
    // The row remains when the settings are deleted: it is the lock of all writers, and its version is never reused.
    this.addSql(`
      create table ldap_config (
        id int primary key default 1,
        settings jsonb,
        sealed_password text,
        version int not null default 0,
        updated_at timestamptz(3),
        updated_by int references app_user (user_id) on delete set null,
        sync_started_at timestamptz(3),
        sync_until timestamptz(3),
        constraint ldap_config_single_check check (id = 1)
      )`);
    this.addSql('insert into ldap_config (id) values (1)');
    this.addSql(`create unique index app_user_external_id_key on app_user (external_id)
      where source = 'ldap' and deleted_at is null`);
    this.addSql('create index app_user_external_id_index on app_user (external_id) where external_id is not null');
    this.addSql(`create index app_user_unlinked_index on app_user (username_key)
      where source = 'ldap' and external_id is null`);
  }
}
