import type { DocumentState } from '@backroom/core/outbound';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** The documents of the operator: one row each, made by a migration. */
export const DocumentCopyEntity = defineEntity({
  name: 'DocumentCopy',
  tableName: 'document_copy',
  properties: {
    name: p.string().length(40).primary(),
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
});

type DocumentRow = Omit<InferEntity<typeof DocumentCopyEntity>, 'document'>;

const MOST_MESSAGE = 1_000;

export const documentColumns = ({ fault, ...state }: DocumentState) => ({
  ...state,
  revokedKeys: [...state.revokedKeys],
  faultCode: fault?.code ?? null,
  faultMessage: fault?.message.slice(0, MOST_MESSAGE) ?? null,
});

/** The state of a row. */
export const toDocumentState = (row: DocumentRow): DocumentState => ({
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
