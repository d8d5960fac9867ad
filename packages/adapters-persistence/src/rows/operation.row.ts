import { defineEntity, p } from '@mikro-orm/core';
import { accountKey } from './account-key.ts';
import { ItemRow } from './item.row.ts';
import { LocationRow } from './location.row.ts';

const quantity = () => p.decimal('string').precision(15).scale(4);

/** An entry of the stock ledger. */
export const OperationRow = defineEntity({
  name: 'Operation',
  tableName: 'operation',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    type: p.string().length(16),
    item: () =>
      p.manyToOne(ItemRow).deleteRule('no action').updateRule('no action').foreignKeyName('operation_item_id_fkey'),
    sku: p.string().length(64),
    itemName: p.string().length(200),
    quantity: quantity(),
    delta: quantity(),
    place: () =>
      p
        .manyToOne(LocationRow)
        .fieldName('location_id')
        .deleteRule('no action')
        .updateRule('no action')
        .foreignKeyName('operation_location_id_fkey'),
    location: p.string().length(64),
    balanceBefore: quantity(),
    balanceAfter: quantity(),
    toPlace: () =>
      p
        .manyToOne(LocationRow)
        .nullable()
        .fieldName('to_location_id')
        .deleteRule('no action')
        .updateRule('no action')
        .foreignKeyName('operation_to_location_id_fkey'),
    toLocation: p.string().length(64).nullable(),
    toBalanceAfter: quantity().nullable(),
    itemBalanceAfter: quantity(),
    user: () => accountKey('operation', 'user_id', 'no action'),
    username: p.string().length(150),
    unitCost: quantity().nullable(),
    reason: p.string().length(64).nullable(),
    note: p.string().length(2000).nullable(),
    searchText: p.text().nullable(),
    refType: p.string().length(32).nullable(),
    refId: p.string().length(128).nullable(),
    refLine: p.string().length(64).nullable(),
    uniqueReference: p.boolean().default(false),
    occurredAt: p.datetime(3),
    recordedAt: p.datetime(3),
    reverses: () =>
      p
        .manyToOne(OperationRow)
        .nullable()
        .deleteRule('no action')
        .updateRule('no action')
        .foreignKeyName('operation_reverses_id_fkey'),
    groupId: p.uuid().nullable(),
    source: p.string().length(16),
    idempotencyKey: p.string().length(255).nullable(),
    onceRoute: p.string().length(200).nullable(),
    onceFingerprint: p.string().length(64).nullable(),
    lineNo: p.smallint().default(0),
  },
  indexes: [
    { name: 'operation_item_id_index', properties: ['item', 'id'] },
    { name: 'operation_location_id_index', properties: ['place', 'id'] },
    { name: 'operation_to_location_id_index', properties: ['toPlace', 'id'], where: 'to_location_id is not null' },
    { name: 'operation_user_id_index', properties: ['user', 'id'] },
    { name: 'operation_type_index', properties: ['type', 'id'] },
    { name: 'operation_recorded_at_index', properties: ['recordedAt'] },
    { name: 'operation_occurred_at_index', properties: ['occurredAt', 'id'] },
    { name: 'operation_reference_index', properties: ['refType', 'refId'], where: 'ref_type is not null' },
    { name: 'operation_group_id_index', properties: ['groupId'], where: 'group_id is not null' },
  ],
  uniques: [
    { name: 'operation_reverses_id_key', properties: ['reverses'], where: 'reverses_id is not null' },
    {
      name: 'operation_once_key',
      properties: ['user', 'onceRoute', 'idempotencyKey', 'lineNo'],
      where: 'idempotency_key is not null',
    },
    {
      name: 'operation_reference_key',
      expression: `create unique index operation_reference_key on operation (ref_type, ref_id, coalesce(ref_line, ''), type) where unique_reference`,
    },
  ],
  checks: [{ name: 'operation_balance_check', expression: 'balance_after = balance_before + delta' }],
});

/** The last verification of the balances: a single row that always exists. */
export const StockVerificationRow = defineEntity({
  name: 'StockVerification',
  tableName: 'stock_verification',
  properties: {
    id: p.smallint().primary().autoincrement(false).default(1),
    /** Null before the first. */
    verifiedAt: p.datetime(3).nullable(),
    differing: p.integer().default(0),
  },
  checks: [{ name: 'stock_verification_single_check', expression: 'id = 1' }],
});
