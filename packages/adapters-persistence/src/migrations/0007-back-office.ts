import { Migration } from '@mikro-orm/migrations';

/** Options of the shop by name, and dismissed notices. */
export class BackOffice extends Migration {
  override up(): void {
    this.addSql(`
      create table shop_option (
        name varchar(100) primary key,
        value jsonb not null,
        updated_at timestamptz(3) not null
      )`);
    this.addSql(`
      create table dismissed_notice (
        user_id int not null,
        notice_id varchar(100) not null,
        dismissed_at timestamptz(3) not null,
        primary key (user_id, notice_id),
        constraint dismissed_notice_user_id_fkey foreign key (user_id) references app_user (user_id) on delete cascade
      )`);
  }
}
