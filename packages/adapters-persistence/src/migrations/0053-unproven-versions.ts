import { Migration } from '@mikro-orm/migrations';

/** Versions of extensions that have replaced others and have not been loaded so far. */
export class UnprovenVersions extends Migration {
  override up(): void {
    this.addSql('alter table extension add column is_unproven boolean not null default false');
  }
}
