import { Migration } from '@mikro-orm/migrations';

/** Jobs and mails are counted by state from an index of it; the mails of a state are listed from it. */
export class TotalsByStatus extends Migration {
  override up(): void {
    this.addSql('create index job_state_index on job (state)');
    this.addSql('create index mail_record_status_index on mail_record (status)');
  }
}
