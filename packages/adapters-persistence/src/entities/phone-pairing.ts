import type { PhonePairing } from '@backroom/core/notifications';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** The pairing of the installation: one row, made by its migration. */
export const PhonePairingEntity = defineEntity({
  name: 'PhonePairing',
  tableName: 'phone_pairing',
  properties: {
    id: p.integer().primary().autoincrement(false),
    codeLookup: p.string().length(20).nullable(),
    codeDigest: p.string().length(200).nullable(),
    codeExpiresAt: p.datetime(3).nullable(),
    codeTriesLeft: p.integer().nullable(),
    codeUserId: p.integer().nullable(),
    tokenDigest: p.string().length(200).nullable(),
    device: p.string().length(100).nullable(),
    pushUrl: p.string().length(500).nullable(),
    sealedPushKey: p.text().nullable(),
    pushedAt: p.datetime(3).nullable(),
    pushFault: p.string().length(100).nullable(),
    pairedAt: p.datetime(3).nullable(),
    pairedBy: p.integer().nullable(),
  },
  checks: [{ name: 'phone_pairing_id_check', expression: 'id = 1' }],
});

type PairingRow = InferEntity<typeof PhonePairingEntity>;

export const pairingColumns = ({ code, phone }: PhonePairing) => ({
  codeLookup: code?.lookup ?? null,
  codeDigest: code?.digest ?? null,
  codeExpiresAt: code?.expiresAt ?? null,
  codeTriesLeft: code?.triesLeft ?? null,
  codeUserId: code?.userId ?? null,
  tokenDigest: phone?.tokenDigest ?? null,
  device: phone?.device ?? null,
  pushUrl: phone?.pushUrl ?? null,
  sealedPushKey: phone?.sealedPushKey ?? null,
  pushedAt: phone?.lastPush?.at ?? null,
  pushFault: phone?.lastPush?.fault ?? null,
  pairedAt: phone?.pairedAt ?? null,
  pairedBy: phone?.pairedBy ?? null,
});

/** The pairing of a row. */
export function toPhonePairing(row: PairingRow): PhonePairing {
  const { codeLookup: lookup, codeDigest, codeExpiresAt: expiresAt, codeTriesLeft: triesLeft } = row;
  const { tokenDigest, device, pairedAt } = row;
  const hasCode = lookup != null && codeDigest != null && expiresAt != null && triesLeft != null;
  return {
    code: hasCode ? { lookup, digest: codeDigest, expiresAt, triesLeft, userId: row.codeUserId ?? null } : null,
    phone:
      tokenDigest == null || device == null || pairedAt == null
        ? null
        : {
            tokenDigest,
            device,
            pairedAt,
            pushUrl: row.pushUrl ?? null,
            sealedPushKey: row.sealedPushKey ?? null,
            lastPush: row.pushedAt == null ? null : { at: row.pushedAt, fault: row.pushFault ?? null },
            pairedBy: row.pairedBy ?? null,
          },
  };
}
