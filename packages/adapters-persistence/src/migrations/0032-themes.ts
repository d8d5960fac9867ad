import { Migration } from '@mikro-orm/migrations';

/** Installed themes. */
export class Themes extends Migration {
  override up(): void {
    this.addSql(`
      create table theme (
        slug varchar(64) primary key,
        name varchar(200) not null,
        version varchar(100) not null,
        style jsonb not null,
        source varchar(9) not null,
        sha256 varchar(64) not null,
        is_active boolean not null,
        installed_at timestamptz(3) not null,
        activated_at timestamptz(3),
        constraint theme_source_check check (source in ('upload', 'catalogue'))
      )`);
    this.addSql('create unique index theme_active_key on theme (is_active) where is_active');
  }
}
