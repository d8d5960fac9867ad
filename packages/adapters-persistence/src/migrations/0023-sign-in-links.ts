import { Migration } from '@mikro-orm/migrations';

/** One-time sign-in links, by the digests of their secrets. */
export class SignInLinks extends Migration {
  override up(): void {
    this.addSql(`
      create table sign_in_link (
        digest varchar(64) primary key,
        user_id int not null,
        token_version int not null,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        used_at timestamptz(3),
        constraint sign_in_link_user_id_fkey foreign key (user_id) references app_user (user_id) on delete cascade
      )`);
    this.addSql('create index sign_in_link_expires_at_index on sign_in_link (expires_at)');
  }
}
