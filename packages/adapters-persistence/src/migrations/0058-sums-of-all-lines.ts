import { Migration } from '@mikro-orm/migrations';

const sums = [
  ...['entries', 'new_entries', 'completed_entries', 'quantity', 'net', 'gross', 'coupon', 'tax', 'shipping', 'back'],
];

/** Sums of all lines, those of variations apart, made of those by variation; pending rows are not in either. */
export class SumsOfAllLines extends Migration {
  override up(): void {
    this.addSql(`
      create table line_level (date_type smallint, level smallint, start date, has_variation boolean,
        ${sums.map((sum) => `${sum} bigint not null`).join(', ')},
        primary key (date_type, level, start, has_variation)) with (fillfactor = 50)`);
    this.addSql(`
      insert into line_level (date_type, level, start, has_variation, ${sums.join(', ')})
      select date_type, level, start, variation_id <> 0, ${sums.map((sum) => `sum(${sum})`).join(', ')}
      from variation_level group by 1, 2, 3, 4`);
    this.addSql('alter table line_pending add column has_variation boolean');
    this.addSql('update line_pending set has_variation = variation_id <> 0');
    this.addSql('alter table line_pending alter column has_variation set not null');
  }
}
