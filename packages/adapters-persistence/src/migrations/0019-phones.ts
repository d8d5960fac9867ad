import { Migration } from '@mikro-orm/migrations';

/** Sign-ins of phones, and the index of application passwords by application. */
export class Phones extends Migration {
  override up(): void {
    this.addSql(`
      create table sign_in_attempt (
        token_hash varchar(64) primary key,
        method varchar(10) not null,
        user_id int not null,
        site_url text not null,
        state varchar(8) not null,
        created_at timestamptz(3) not null,
        state_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        device jsonb,
        numbers jsonb,
        real_number varchar(3),
        session_hash varchar(64),
        grant_salt varchar(64),
        grant_hash varchar(64),
        scan_expires_at timestamptz(3),
        wrong_grants int not null,
        password_uuid varchar(36),
        password_name varchar(200),
        constraint sign_in_attempt_session_key unique (session_hash),
        constraint sign_in_attempt_method_check check (method in ('qr', 'magic_link')),
        constraint sign_in_attempt_state_check
          check (state in ('pending', 'scanned', 'approved', 'rejected', 'consumed')),
        constraint sign_in_attempt_scan_check check ((state = 'pending') = (session_hash is null)),
        constraint sign_in_attempt_password_check check ((state = 'consumed') = (password_uuid is not null)),
        constraint sign_in_attempt_user_id_fkey foreign key (user_id) references app_user (user_id) on delete cascade
      )`);
    this.addSql('create index sign_in_attempt_user_id_index on sign_in_attempt (user_id)');
    this.addSql('create index sign_in_attempt_expires_at_index on sign_in_attempt (expires_at)');
    this.addSql("create index application_password_app_id_index on application_password (app_id) where app_id <> ''");
  }
}
