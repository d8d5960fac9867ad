import type { CatalogueState } from '@backroom/core/marketplace';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** The catalogue of the installation: one row, made by its migration. */
export const CatalogueCopyEntity = defineEntity({
  name: 'CatalogueCopy',
  tableName: 'extension_catalogue',
  properties: {
    id: p.integer().primary().autoincrement(false),
    revision: p.integer(),
    address: p.string().length(2_000).nullable(),
    etag: p.string().length(200).nullable(),
    version: p.integer().nullable(),
    keyId: p.string().length(32).nullable(),
    document: p.text().nullable().lazy(),
    acceptedAt: p.datetime(3).nullable(),
    checkedAt: p.datetime(3).nullable(),
    faultCode: p.string().length(100).nullable(),
    faultMessage: p.string().length(1_000).nullable(),
    revokedKeys: p.array(),
  },
  checks: [{ name: 'extension_catalogue_id_check', expression: 'id = 1' }],
});

type CatalogueRow = Omit<InferEntity<typeof CatalogueCopyEntity>, 'document'>;

const MOST_MESSAGE = 1_000;

export const catalogueColumns = ({ fault, ...state }: CatalogueState) => ({
  ...state,
  revokedKeys: [...state.revokedKeys],
  faultCode: fault?.code ?? null,
  faultMessage: fault?.message.slice(0, MOST_MESSAGE) ?? null,
});

/** The state of a row. */
export const toCatalogueState = (row: CatalogueRow): CatalogueState => ({
  revision: row.revision,
  address: row.address ?? null,
  etag: row.etag ?? null,
  version: row.version ?? null,
  keyId: row.keyId ?? null,
  acceptedAt: row.acceptedAt ?? null,
  checkedAt: row.checkedAt ?? null,
  fault: row.faultCode == null ? null : { code: row.faultCode, message: row.faultMessage ?? '' },
  revokedKeys: row.revokedKeys,
});
