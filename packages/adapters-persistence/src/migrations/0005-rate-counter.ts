import { Migration } from '@mikro-orm/migrations';

/** Counters of rate limits, shared by all processes. */
export class RateCounter extends Migration {
  override up(): void {
    this.addSql(`
      create table rate_counter (
        key text primary key,
        points int not null,
        ends_at timestamptz(3) not null
      ) with (fillfactor = 70)`);
    this.addSql('create index rate_counter_ends_at_index on rate_counter (ends_at)');
  }
}
