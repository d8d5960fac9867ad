import { Migration } from '@mikro-orm/migrations';

/** `sum` adds bigints as numeric, in memory of its own for each group. */
export class TotalOfBigints extends Migration {
  override up(): void {
    this.addSql(`create aggregate bigint_total(bigint)
      (sfunc = int8pl, stype = bigint, initcond = '0', combinefunc = int8pl, parallel = safe)`);
  }
}
