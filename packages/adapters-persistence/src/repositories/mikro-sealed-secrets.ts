import type { SealedSecret, SealedSecretStore } from '@backroom/core/identity';
import { MAIL_BODY, PUSH_KEY } from '@backroom/core/notifications';
import { LockMode } from '@mikro-orm/core';
import type { Database } from '../database.ts';
import { MailRecordEntity } from '../entities/mail-record.ts';
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
    return [
      ...pairings.map(({ sealedPushKey }) => ({ purpose: PUSH_KEY, sealed: sealedPushKey ?? '' })),
      ...mails.map(({ sealedBody }) => ({ purpose: MAIL_BODY, sealed: sealedBody ?? '' })),
    ];
  }

  async replace({ purpose, sealed }: SealedSecret, fresh: string): Promise<void> {
    const session = this.#database.session();
    if (purpose === PUSH_KEY)
      await session.nativeUpdate(PhonePairingEntity, { sealedPushKey: sealed }, { sealedPushKey: fresh });
    else await session.nativeUpdate(MailRecordEntity, { sealedBody: sealed }, { sealedBody: fresh });
  }
}
