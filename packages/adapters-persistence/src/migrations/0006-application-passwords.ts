import { Migration } from '@mikro-orm/migrations';

/** Application passwords, and the index of accounts by e-mail address. */
export class ApplicationPasswords extends Migration {
  override up(): void {
    this.addSql(`
      create table application_password (
        uuid varchar(36) primary key,
        user_id int not null,
        app_id varchar(36) not null,
        name varchar(200) not null,
        lookup varchar(8) not null,
        hash varchar(64) not null,
        scopes jsonb,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3),
        last_used_at timestamptz(3),
        last_ip varchar(64),
        constraint application_password_user_id_fkey foreign key (user_id) references app_user (user_id) on delete cascade
      )`);
    this.addSql('create index application_password_lookup_index on application_password (user_id, lookup)');
    this.addSql('create index app_user_email_index on app_user (lower(email)) where deleted_at is null');
  }
}
