import { Migration } from '@mikro-orm/migrations';

/** Lists of the jobs of an account, and of failed jobs. */
export class JobsOfAccounts extends Migration {
  override up(): void {
    this.addSql('create index job_user_id_index on job (user_id, created_at, id) where user_id is not null');
    this.addSql("create index job_failed_index on job (created_at, id) where state = 'failed'");
  }
}
