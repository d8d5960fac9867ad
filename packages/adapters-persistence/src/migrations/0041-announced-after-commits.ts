import { Migration } from '@mikro-orm/migrations';

/**
 * Processes announce changes after their commits. A transaction with a notice holds a lock of the whole database until its commit is
 * durable, so that commits were serialised.
 */
export class AnnouncedAfterCommits extends Migration {
  override up(): void {
    this.addSql('drop function announce_change() cascade');
  }
}
