import { defineEntity, p } from '@mikro-orm/core';
import { searchIndexes } from '../stores/overview/search-indexes.ts';
import { accountKey } from './account-key.ts';
import { ItemRow } from './item.row.ts';

const identity = () => p.integer().primary().autoincrement().generated('by default as identity');
const document = () => p.json<unknown>().columnType('json');

/** A tax rate; `percent` in millionths. */
export const TaxRateRow = defineEntity({
  name: 'TaxRate',
  tableName: 'tax_rate',
  properties: {
    id: identity(),
    country: p.text(),
    state: p.text(),
    percent: p.bigint('number'),
    name: p.text(),
    priority: p.integer(),
    compound: p.boolean(),
    shipping: p.boolean(),
    searchText: p.text(),
    createdAt: p.datetime(3),
    modifiedAt: p.datetime(3),
  },
});

/** A coupon; `amount` in millionths. */
export const CouponRow = defineEntity({
  name: 'Coupon',
  tableName: 'coupon',
  properties: {
    id: identity(),
    code: p.text(),
    codeKey: p.text().collation('C'),
    discountType: p.string().length(16),
    amount: p.bigint('number'),
    expiresAt: p.datetime(3).nullable(),
    searchText: p.text(),
    createdAt: p.datetime(3),
    modifiedAt: p.datetime(3),
  },
  indexes: [
    { name: 'coupon_created_at_index', properties: ['createdAt', 'id'] },
    { name: 'coupon_modified_at_index', properties: ['modifiedAt', 'id'] },
  ],
  uniques: [{ name: 'coupon_code_key', properties: ['codeKey'], deferMode: 'immediate' }],
});

export const CustomerRow = defineEntity({
  name: 'Customer',
  tableName: 'customer',
  properties: {
    id: identity(),
    userId: p.integer().nullable(),
    username: p.text().nullable(),
    email: p.text().nullable(),
    emailKey: p.text().nullable().collation('C'),
    usernameKey: p.text().nullable().collation('C'),
    firstName: p.text().nullable(),
    lastName: p.text().nullable(),
    nameKey: p.text().collation('C'),
    country: p.text().nullable(),
    state: p.text().nullable(),
    city: p.text().nullable(),
    postcode: p.text().nullable(),
    registeredAt: p.datetime(3).nullable(),
    lastActiveAt: p.datetime(3).nullable(),
    account: () => accountKey('customer', 'account_id', 'set null').nullable(),
    searchText: p.text(),
    /** Time of registration, else of the first write. */
    createdAt: p.datetime(3),
    modifiedAt: p.datetime(3),
  },
  indexes: [
    { name: 'customer_email_key_index', properties: ['emailKey'], where: 'email_key is not null' },
    { name: 'customer_account_id_index', properties: ['account'], where: 'account_id is not null' },
    { name: 'customer_name_key_index', properties: ['nameKey'] },
    { name: 'customer_last_name_index', expression: searchIndexes.customer_last_name_index },
    { name: 'customer_username_key_index', properties: ['usernameKey'], where: 'username_key is not null' },
    { name: 'customer_created_at_index', properties: ['createdAt', 'id'] },
    { name: 'customer_modified_at_index', properties: ['modifiedAt', 'id'] },
  ],
  uniques: [{ name: 'customer_user_id_key', properties: ['userId'], where: 'user_id is not null' }],
});

/** The common id space of orders and refunds. */
export const ShopOrderIdRow = defineEntity({
  name: 'ShopOrderId',
  tableName: 'shop_order_id',
  properties: { id: identity(), isRefund: p.boolean() },
});

/** An order: columns for what lists filter and sort by, a JSON document for the rest. */
export const ShopOrderRow = defineEntity({
  name: 'ShopOrder',
  tableName: 'shop_order',
  properties: {
    id: p.integer().primary().autoincrement(false),
    number: p.text().nullable(),
    status: p.string().length(16),
    currency: p.string().length(16),
    customer: () =>
      p
        .manyToOne(CustomerRow)
        .nullable()
        .deleteRule('set null')
        .updateRule('no action')
        .foreignKeyName('shop_order_customer_id_fkey'),
    userId: p.integer().nullable(),
    createdAt: p.datetime(3),
    paidAt: p.datetime(3).nullable(),
    completedAt: p.datetime(3).nullable(),
    modifiedAt: p.datetime(3),
    isTest: p.boolean(),
    searchText: p.text(),
    document: document(),
    stock: document().nullable(),
    statusBeforeTrash: p.string().length(16).nullable(),
    version: p.integer(),
  },
  indexes: [
    { name: 'shop_order_number_key_index', expression: searchIndexes.shop_order_number_key_index },
    { name: 'shop_order_email_key_index', expression: searchIndexes.shop_order_email_key_index },
    { name: 'shop_order_search_index', expression: searchIndexes.shop_order_search_index },
    { name: 'shop_order_modified_at_index', properties: ['modifiedAt', 'id'] },
    { name: 'shop_order_status_index', properties: ['status', 'createdAt', 'id'] },
    { name: 'shop_order_customer_id_index', properties: ['customer', 'createdAt', 'id'] },
  ],
});

export const ShopRefundRow = defineEntity({
  name: 'ShopRefund',
  tableName: 'shop_refund',
  properties: {
    id: p.integer().primary().autoincrement(false),
    order: () =>
      p
        .manyToOne(ShopOrderRow)
        .deleteRule('cascade')
        .updateRule('no action')
        .foreignKeyName('shop_refund_order_id_fkey'),
    createdAt: p.datetime(3),
    searchText: p.text(),
    document: document(),
  },
  indexes: [
    { name: 'shop_refund_order_id_index', properties: ['order', 'createdAt', 'id'] },
    { name: 'shop_refund_created_at_index', properties: ['createdAt', 'id'] },
  ],
});

export const DownloadRow = defineEntity({
  name: 'Download',
  tableName: 'download',
  properties: {
    id: identity(),
    permissionId: p.integer(),
    productId: p.integer(),
    orderId: p.integer(),
    userId: p.integer().nullable(),
    fileId: p.text(),
    at: p.datetime(3),
    ipAddress: p.text(),
  },
  indexes: [
    { name: 'download_at_index', properties: ['at', 'id'] },
    { name: 'download_product_id_index', properties: ['productId', 'at'] },
    { name: 'download_order_id_index', properties: ['orderId'] },
    { name: 'download_user_id_index', properties: ['userId', 'at'], where: 'user_id is not null' },
  ],
});

/** Stock of an item that is reserved for an order until payment or expiry. */
export const ReservationRow = defineEntity({
  name: 'Reservation',
  tableName: 'reservation',
  properties: {
    orderId: p.integer().primary(),
    lineId: p.bigint('number').primary(),
    item: () =>
      p.manyToOne(ItemRow).deleteRule('no action').updateRule('no action').foreignKeyName('reservation_item_id_fkey'),
    quantity: p.decimal('string').precision(15).scale(4),
    expiresAt: p.datetime(3),
  },
  indexes: [
    { name: 'reservation_item_id_index', properties: ['item'] },
    { name: 'reservation_expires_at_index', properties: ['expiresAt'] },
  ],
  checks: [{ name: 'reservation_quantity_check', expression: 'quantity > 0' }],
});
