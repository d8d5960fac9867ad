import type { MarketConnection } from '@backroom/core/marketplace';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** The connection with the licence server: one row, made by its migration. */
export const MarketConnectionEntity = defineEntity({
  name: 'MarketConnection',
  tableName: 'market_connection',
  properties: {
    id: p.integer().primary().autoincrement(false),
    requestExpiresAt: p.datetime(3).nullable(),
    sealedToken: p.text().nullable(),
    connectedAt: p.datetime(3).nullable(),
    connectedBy: p.integer().nullable(),
  },
  checks: [{ name: 'market_connection_id_check', expression: 'id = 1' }],
});

/** The connection of a row. */
export const toMarketConnection = (row: InferEntity<typeof MarketConnectionEntity>): MarketConnection => ({
  requestExpiresAt: row.requestExpiresAt ?? null,
  sealedToken: row.sealedToken ?? null,
  connectedAt: row.connectedAt ?? null,
  connectedBy: row.connectedBy ?? null,
});
