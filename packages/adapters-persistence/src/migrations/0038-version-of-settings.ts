import { Migration } from '@mikro-orm/migrations';

/** Changes of the settings of the shop are refused where they are based on an earlier version. */
export class VersionOfSettings extends Migration {
  override up(): void {
    this.addSql('alter table shop_setting add column version int not null default 1');
  }
}
