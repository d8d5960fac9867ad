import { defineEntity, p } from '@mikro-orm/core';

const money = () => p.bigint('number');
const localTime = () => p.string().columnType('timestamp(0)');

/** Sorted as lists of customers are, so that a page of one is read from the index. */
const listedBy = (name: string, column: string) => ({
  name: `customer_fact_${name}_index`,
  expression: `create index customer_fact_${name}_index on customer_fact (${column} desc, customer_id) where is_listed`,
});

/** What a customer's counted rows come to. */
export const CustomerFactRow = defineEntity({
  name: 'CustomerFact',
  tableName: 'customer_fact',
  properties: {
    customerId: p.integer().primary().autoincrement(false),
    ordersCount: p.integer(),
    totalSpend: money(),
    averageValue: money(),
    lastOrderAt: localTime().nullable(),
    firstDay: p.date().nullable(),
    lastDay: p.date().nullable(),
    isListed: p.boolean().default(false),
  },
  indexes: [
    listedBy('spend', 'total_spend'),
    listedBy('orders', 'orders_count'),
    listedBy('average', 'average_value'),
    {
      name: 'customer_fact_unlisted_index',
      expression: 'create index customer_fact_unlisted_index on customer_fact (customer_id) where not is_listed',
    },
    { name: 'customer_fact_last_order_index', properties: ['lastOrderAt', 'customerId'] },
    { name: 'customer_fact_last_day_index', properties: ['lastDay'] },
  ],
});

/** What a customer's counted rows of a year come to, by the clock of the shop. */
export const CustomerYearRow = defineEntity({
  name: 'CustomerYear',
  tableName: 'customer_year',
  properties: {
    customerId: p.integer().primary(),
    year: p.integer().primary(),
    orders: p.integer(),
    spend: money(),
    lastOrderAt: localTime(),
  },
  indexes: [
    {
      name: 'customer_year_spend_index',
      expression: 'create index customer_year_spend_index on customer_year (year, spend desc, customer_id)',
    },
  ],
});

/** How many customers there are, added up. */
export const CustomerTallyRow = defineEntity({
  name: 'CustomerTally',
  tableName: 'customer_tally',
  properties: {
    id: p.bigint('number').primary().autoincrement().generated('by default as identity'),
    customers: p.integer(),
  },
});
