import { Migration } from '@mikro-orm/migrations';

/** Background jobs: input, progress, lease and result. */
export class Jobs extends Migration {
  override up(): void {
    this.addSql(`
      create table job (
        id varchar(36) primary key,
        kind varchar(64) collate "C" not null,
        key varchar(200) collate "C",
        user_id int,
        input jsonb not null,
        state varchar(9) not null,
        place jsonb,
        done bigint not null,
        total bigint,
        result jsonb,
        failures int not null,
        error jsonb,
        priority int not null,
        not_before timestamptz(3),
        created_at timestamptz(3) not null,
        started_at timestamptz(3),
        ended_at timestamptz(3),
        run int not null,
        is_settled boolean not null,
        lease_until timestamptz(3),
        sent_at timestamptz(3),
        constraint job_state_check check (state in ('waiting', 'running', 'done', 'failed', 'cancelled'))
      )`);
    this.addSql(`
      create unique index job_live_key on job (kind, key)
        where key is not null and state in ('waiting', 'running')`);
    this.addSql('create index job_kind_key_index on job (kind, key, created_at)');
    this.addSql('create index job_created_at_index on job (created_at, id)');
    this.addSql('create index job_open_index on job (priority, created_at) where not is_settled');
    this.addSql('create index job_ended_at_index on job (ended_at) where is_settled');
  }
}
