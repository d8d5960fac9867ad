import type { Heartbeat, Pairing, PairingState, RemoteSite } from '@backroom/core/connector';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** A heartbeat as JSON, with its time as a text. */
type HeartbeatJson = Omit<Heartbeat, 'at'> & { readonly at: string };

/** The pairing with another installation: one row, made by its migration. */
export const ConnectorPairingEntity = defineEntity({
  name: 'ConnectorPairing',
  tableName: 'connector_pairing',
  properties: {
    id: p.integer().primary().autoincrement(false),
    state: p.string().$type<PairingState>().length(9),
    ownUrl: p.text().nullable(),
    siteId: p.string().length(36).nullable(),
    publicKey: p.string().length(44).nullable(),
    sealedKey: p.text().nullable(),
    remote: p.json<RemoteSite>().nullable(),
    expiresAt: p.datetime(3).nullable(),
    pairedAt: p.datetime(3).nullable(),
    pairedBy: p.integer().nullable(),
    sentAt: p.datetime(3).nullable(),
    fault: p.string().length(100).nullable(),
    heard: p.json<HeartbeatJson>().nullable(),
  },
  checks: [
    { name: 'connector_pairing_id_check', expression: 'id = 1' },
    {
      name: 'connector_pairing_state_check',
      expression: "state in ('none', 'requested', 'offered', 'approved', 'paired')",
    },
    {
      name: 'connector_pairing_half_check',
      expression: "(state in ('requested', 'offered')) = (expires_at is not null)",
    },
    { name: 'connector_pairing_token_check', expression: "(state = 'none') = (site_id is null)" },
  ],
});

export const connectorColumns = ({ own, heard, ...pairing }: Pairing) => ({
  ...pairing,
  ownUrl: own?.url ?? null,
  siteId: own?.siteId ?? null,
  publicKey: own?.publicKey ?? null,
  sealedKey: own?.sealedKey ?? null,
  heard: heard && { ...heard, at: heard.at.toISOString() },
});

/** The pairing of a row. */
export function toConnectorPairing(row: InferEntity<typeof ConnectorPairingEntity>): Pairing {
  const { ownUrl: url, siteId, publicKey, sealedKey, heard } = row;
  const hasToken = url != null && siteId != null && publicKey != null && sealedKey != null;
  return {
    state: row.state,
    own: hasToken ? { url, siteId, publicKey, sealedKey } : null,
    remote: row.remote ?? null,
    expiresAt: row.expiresAt ?? null,
    pairedAt: row.pairedAt ?? null,
    pairedBy: row.pairedBy ?? null,
    sentAt: row.sentAt ?? null,
    fault: row.fault ?? null,
    heard: heard ? { ...heard, at: new Date(heard.at) } : null,
  };
}
