import type { ConnectorError } from '@backroom/core/connector';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** Nonces of signed requests. */
export const ConnectorNonceEntity = defineEntity({
  name: 'ConnectorNonce',
  tableName: 'connector_nonce',
  properties: {
    nonce: p.string().length(64).primary(),
    direction: p.string().$type<'sent' | 'received'>().length(8).primary(),
    expiresAt: p.datetime(3),
  },
  indexes: [{ name: 'connector_nonce_expires_at_index', properties: ['expiresAt'] }],
  checks: [{ name: 'connector_nonce_direction_check', expression: "direction in ('sent', 'received')" }],
});

/** Errors of requests of the other site, one unverified and one verified for each code and user. */
export const ConnectorErrorEntity = defineEntity({
  name: 'ConnectorError',
  tableName: 'connector_error',
  properties: {
    errorCode: p.string().length(100).primary(),
    userId: p.integer().primary().autoincrement(false),
    isVerified: p.boolean().primary(),
    errorMessage: p.text(),
    errorData: p.json<Readonly<Record<string, string>>>(),
    errorType: p.string().length(100),
    timestamp: p.datetime(3),
    requestNonce: p.string().length(64).nullable(),
    nonceDigest: p.string().length(200).nullable(),
    expiresAt: p.datetime(3).nullable(),
  },
  checks: [{ name: 'connector_error_verified_check', expression: 'is_verified = (expires_at is null)' }],
});

/** The error of a row. */
export const toConnectorError = (row: InferEntity<typeof ConnectorErrorEntity>): ConnectorError => ({
  errorCode: row.errorCode,
  userId: row.userId,
  errorMessage: row.errorMessage,
  errorData: row.errorData,
  errorType: row.errorType,
  timestamp: row.timestamp,
});
