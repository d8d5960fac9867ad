import { defineEntity, p } from '@mikro-orm/core';

const money = () => p.bigint('number');
const localTime = () => p.string().columnType('timestamp(0)');

/** Index in the sort order of customer lists, from which pages are read and those of a range are counted. */
const listIndex = (name: string, order: string) => ({
  name: `customer_fact_${name}_index`,
  expression: `create index customer_fact_${name}_index on customer_fact (${order}, customer_id) where is_listed`,
});

/** Totals of a customer over the orders and refunds in a counted status. */
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
    listIndex('spend', 'total_spend desc'),
    listIndex('orders', 'orders_count desc'),
    listIndex('average', 'average_value desc'),
    {
      name: 'customer_fact_unlisted_index',
      expression: 'create index customer_fact_unlisted_index on customer_fact (customer_id) where not is_listed',
    },
    listIndex('last_order', 'last_order_at'),
    { name: 'customer_fact_last_day_index', properties: ['lastDay'] },
  ],
});

/** Totals of a customer by year, in the time zone of the shop. */
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

/** Additive partial counts of the customers; their sum is the number of customers. */
export const CustomerTallyRow = defineEntity({
  name: 'CustomerTally',
  tableName: 'customer_tally',
  properties: {
    id: p.bigint('number').primary().autoincrement().generated('by default as identity'),
    customers: p.integer(),
  },
});
