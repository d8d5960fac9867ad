import { Migration } from '@mikro-orm/migrations';

/** Events that wait for extensions, and who delivers them. */
export class ExtensionEvents extends Migration {
  override up(): void {
    this.addSql(`
      create table extension_listener (
        slug varchar(64) primary key,
        types text[] not null,
        last_id bigint not null,
        delivered_id bigint not null,
        is_overrun boolean not null,
        holder varchar(36),
        held_until timestamptz(3)
      )`);
    this.addSql(`
      create table extension_event (
        slug varchar(64) not null,
        id bigint not null,
        type varchar(100) not null,
        at timestamptz(3) not null,
        data text not null,
        primary key (slug, id)
      )`);
  }
}
