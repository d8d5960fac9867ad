import { Migration } from '@mikro-orm/migrations';

/** Reports add up with it too, many columns in one statement. */
export class Total extends Migration {
  override up(): void {
    this.addSql('alter aggregate bigint_total(bigint) rename to total');
  }
}
