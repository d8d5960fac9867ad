import { Migration } from '@mikro-orm/migrations';

/** The first and the last day may be partial; an earlier row of a partial first day may lie before the range. */
const partialDays = `with edge as materialized (
    select customer_id, counted_day, previous_day from order_fact
    where counted_day in ($1::date, $2::date) and (case (select date_type from fact_rules)
      when 1 then created_at when 2 then paid_at else completed_at end) between $1 and $2
  ), begun as materialized (select distinct customer_id from edge where counted_day = $1::date)
  select (select count(*) from begun)
    + (select count(*) from order_fact where counted_day > $1::date and counted_day < $2::date
      and (previous_day is null or previous_day < $1::date))
    + (select count(*) from edge where counted_day > $1::date and (previous_day is null or previous_day < $1::date))
    + (select count(*) from (
      select customer_id from order_fact
      where counted_day > $1::date and counted_day < $2::date and previous_day = $1::date
      union all select customer_id from edge where counted_day > $1::date and previous_day = $1::date
    ) again where customer_id not in (select customer_id from begun))`;

/** What several reports ask of the facts, as functions, so that it is planned only where it is needed. */
export class ReportFunctions extends Migration {
  override up(): void {
    this.#since();
    this.#between();
    this.#products();
  }

  /**
   * Customers with counted rows since a day. If it is in the first half of the history, nearly all have: then the complement is
   * counted. Dynamic statements, because a kept plan would be one for any range.
   */
  #since(): void {
    this.addSql(`
      create function customers_since(p_first date) returns bigint language plpgsql stable parallel restricted as $$
      declare
        v_count bigint;
      begin
        if p_first - (select min(last_day) from customer_fact) < (select max(last_day) from customer_fact) - p_first then
          execute 'select (select coalesce(sum(customers), 0) from customer_tally)
            + (select count(*) from customer_fact where not is_listed)
            - (select count(*) from customer_fact where last_day < $1)
            - (select count(*) from customer_fact where last_day is null)' into v_count using p_first;
        else
          execute 'select count(*) from customer_fact where last_day >= $1' into v_count using p_first;
        end if;
        return v_count;
      end $$`);
  }

  /**
   * Customers with counted rows in a range of the configured date. A row without an earlier one in the range is the first of its
   * customer. Where less is after the last day than in the range, all since the first day are counted, less those that came later.
   */
  #between(): void {
    this.addSql(`
      create function customers_between(p_after timestamp, p_before timestamp) returns bigint
      language plpgsql stable parallel restricted as $$
      declare
        v_first date := p_after;
        v_last date := p_before;
        v_begins_whole boolean := p_after = p_after::date;
        v_ends_whole boolean := p_before + interval '1 second' = p_before::date + 1;
        v_newest date := (select max(counted_day) from order_fact);
        v_later bigint;
        v_count bigint;
      begin
        if p_after > p_before or v_newest is null then
          return 0;
        end if;
        if v_begins_whole and v_newest - v_last <= (case when v_ends_whole then v_last - v_first else -1 end) then
          execute 'select count(*) from order_fact
            where counted_day > $2 and (previous_day is null or previous_day < $1)' into v_later using v_first, v_last;
          return customers_since(v_first) - v_later;
        end if;
        if v_begins_whole and v_ends_whole then
          execute 'select count(*) from order_fact
            where counted_day between $1 and $2 and (previous_day is null or previous_day < $1)'
            into v_count using v_first, v_last;
        else
          execute '${partialDays}' into v_count using p_after, p_before;
        end if;
        return v_count;
      end $$`);
  }

  /**
   * Products with lines: those in the roll-up of these years, and every other one of the index between two of them, so that the
   * result does not depend on the roll-up. A skip scan of the index alone took several times as long.
   */
  #products(): void {
    this.addSql(`
      create function products_with_lines(p_first date, p_last date) returns table (id bigint)
      language sql stable parallel restricted as $$
        with recursive one as (
          select known.id, lead(known.id, 1, 2147483648) over (order by known.id) as next
          from (
            select -2147483649 as id union
            select product_id from product_level where date_type = 1 and level = 4
              and start between date_trunc('year', p_first::timestamp)::date and p_last
          ) known
          union all
          select met.id, one.next from one cross join lateral (
            select product_id::bigint as id from line_fact where product_id > one.id and product_id < one.next
            order by product_id limit 1
          ) met
          where one.next > one.id + 1
        )
        select one.id from one where one.id > -2147483649
      $$`);
  }
}
