import { Migration } from '@mikro-orm/migrations';

/** The time from which a token of a renewed session is revoked; null from the start. */
export class Sessions extends Migration {
  override up(): void {
    this.addSql('alter table revoked_token add column revoked_from timestamptz(3)');
  }
}
