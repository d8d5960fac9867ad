import { Migration } from '@mikro-orm/migrations';

/** Installed extensions. */
export class Extensions extends Migration {
  override up(): void {
    this.addSql(`
      create table extension (
        slug varchar(64) primary key,
        title varchar(200) not null,
        version varchar(100) not null,
        api int not null,
        is_active boolean not null,
        state varchar(8) not null,
        failure text,
        rights text[] not null,
        folder varchar(200) not null,
        sha256 varchar(64) not null,
        signed_by varchar(32),
        previous_version varchar(100),
        previous_folder varchar(200),
        installed_at timestamptz(3) not null,
        activated_at timestamptz(3),
        revision int not null,
        constraint extension_state_check check (state in ('inactive', 'starting', 'running', 'failed')),
        constraint extension_active_check check (is_active or state <> 'running')
      )`);
  }
}
