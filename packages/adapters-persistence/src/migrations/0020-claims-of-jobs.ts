import { Migration } from '@mikro-orm/migrations';

/** Workers claim the next job by priority and age; the schema of the earlier queue is not used any more. */
export class ClaimsOfJobs extends Migration {
  override up(): void {
    this.addSql('alter table job drop column sent_at');
    this.addSql('drop index job_open_index');
    this.addSql('create index job_next_index on job (priority desc, created_at) where not is_settled');
    // The role of the workers created it, which may be another one than that of migrations.
    this.addSql(`
      do $$ begin
        drop schema if exists job_queue cascade;
      exception when insufficient_privilege then null;
      end $$`);
  }
}
