import { CONNECTOR_KEY } from '@backroom/core/connector';
import type { SealedSecret, SealedSecretStore } from '@backroom/core/identity';
import { MARKET_TOKEN } from '@backroom/core/marketplace';
import { MAIL_BODY, PUSH_KEY } from '@backroom/core/notifications';
import { LockMode } from '@mikro-orm/core';
import type { Database } from '../database.ts';
import { ConnectorPairingEntity } from '../entities/connector-pairing.ts';
import { MailRecordEntity } from '../entities/mail-record.ts';
import { MarketConnectionEntity } from '../entities/market-connection.ts';
import { PhonePairingEntity } from '../entities/phone-pairing.ts';

const lockMode = LockMode.PESSIMISTIC_WRITE;

/** Secrets of entities, which are sealed again when the key changes. */
export class MikroSealedSecrets implements SealedSecretStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async hold(): Promise<readonly SealedSecret[]> {
    const session = this.#database.session();
    const options = { lockMode, refresh: true } as const;
    const pairings = await session.find(PhonePairingEntity, { sealedPushKey: { $ne: null } }, options);
    const mails = await session.find(MailRecordEntity, { sealedBody: { $ne: null } }, options);
    const markets = await session.find(MarketConnectionEntity, { sealedToken: { $ne: null } }, options);
    const connectors = await session.find(ConnectorPairingEntity, { sealedKey: { $ne: null } }, options);
    return [
      ...connectors.map(({ sealedKey }) => ({ purpose: CONNECTOR_KEY, sealed: sealedKey ?? '' })),
      ...markets.map(({ sealedToken }) => ({ purpose: MARKET_TOKEN, sealed: sealedToken ?? '' })),
      ...pairings.map(({ sealedPushKey }) => ({ purpose: PUSH_KEY, sealed: sealedPushKey ?? '' })),
      ...mails.map(({ sealedBody }) => ({ purpose: MAIL_BODY, sealed: sealedBody ?? '' })),
    ];
  }

  async replace({ purpose, sealed }: SealedSecret, fresh: string): Promise<void> {
    const session = this.#database.session();
    if (purpose === PUSH_KEY)
      await session.nativeUpdate(PhonePairingEntity, { sealedPushKey: sealed }, { sealedPushKey: fresh });
    else if (purpose === MARKET_TOKEN)
      await session.nativeUpdate(MarketConnectionEntity, { sealedToken: sealed }, { sealedToken: fresh });
    else if (purpose === CONNECTOR_KEY)
      await session.nativeUpdate(ConnectorPairingEntity, { sealedKey: sealed }, { sealedKey: fresh });
    else await session.nativeUpdate(MailRecordEntity, { sealedBody: sealed }, { sealedBody: fresh });
  }
}
