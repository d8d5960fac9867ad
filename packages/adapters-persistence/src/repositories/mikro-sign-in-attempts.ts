import type { NewSignInAttempt, SignInAttempt, SignInAttemptStore } from '@backroom/core/phones';
import type { EntityData, FilterQuery } from '@mikro-orm/core';
import { raw } from '@mikro-orm/sql';
import type { Database } from '../database.ts';
import {
  emptyColumns,
  SignInAttemptEntity,
  type SignInAttemptRecord,
  toSignInAttempt,
} from '../entities/sign-in-attempt.ts';

type Where = FilterQuery<SignInAttemptRecord>;
type Data = EntityData<SignInAttemptRecord>;

/** Sign-ins of phones, through the entity manager; each change is one conditional update. */
export class MikroSignInAttempts implements SignInAttemptStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async insert({ userId, ...attempt }: NewSignInAttempt): Promise<void> {
    await this.#manager.insert(SignInAttemptEntity, {
      ...emptyColumns,
      ...attempt,
      user: userId,
      state: 'pending',
      stateAt: attempt.createdAt,
      wrongGrants: 0,
    });
  }

  find(tokenHash: string): Promise<SignInAttempt | undefined> {
    return this.#one({ tokenHash });
  }

  findBySession(sessionHash: string): Promise<SignInAttempt | undefined> {
    return this.#one({ sessionHash });
  }

  scan(...[tokenHash, scan, { state, at }]: Parameters<SignInAttemptStore['scan']>): Promise<boolean> {
    const { expiresAt: scanExpiresAt, ...columns } = scan;
    return this.#change(
      { tokenHash, state: 'pending', expiresAt: { $gt: at } },
      { ...columns, scanExpiresAt, state, stateAt: at },
    );
  }

  decide(...[tokenHash, { state, at }]: Parameters<SignInAttemptStore['decide']>): Promise<boolean> {
    const isOpen = { expiresAt: { $gt: at }, scanExpiresAt: { $gt: at } };
    return this.#change({ tokenHash, state: 'scanned', ...isOpen }, { state, stateAt: at });
  }

  consume(...[tokenHash, grantHash, issued]: Parameters<SignInAttemptStore['consume']>): Promise<boolean> {
    const { uuid: passwordUuid, name: passwordName, at } = issued;
    return this.#change(
      { tokenHash, grantHash, state: 'approved', expiresAt: { $gt: at } },
      { state: 'consumed', stateAt: at, passwordUuid, passwordName },
    );
  }

  countWrongGrant(tokenHash: string, most: number, at: Date): Promise<boolean> {
    const isLast = 'wrong_grants + 1 >= ?';
    return this.#change(
      { tokenHash, state: 'approved' },
      {
        wrongGrants: raw('wrong_grants + 1'),
        state: raw(`case when ${isLast} then 'rejected' else state end`, [most]),
        stateAt: raw(`case when ${isLast} then ?::timestamptz else state_at end`, [most, at]),
      },
    );
  }

  withdrawLinks(userId: number): Promise<number> {
    return this.#manager.nativeDelete(SignInAttemptEntity, { user: userId, method: 'magic_link', state: 'pending' });
  }

  forget(expiredBefore: Date): Promise<number> {
    return this.#manager.nativeDelete(SignInAttemptEntity, { expiresAt: { $lt: expiredBefore } });
  }

  get #manager() {
    return this.#database.session();
  }

  async #one(where: Where): Promise<SignInAttempt | undefined> {
    const record = await this.#manager.findOne(SignInAttemptEntity, where, { disableIdentityMap: true });
    return record === null ? undefined : toSignInAttempt(record);
  }

  async #change(where: Where, data: Data): Promise<boolean> {
    return (await this.#manager.nativeUpdate(SignInAttemptEntity, where, data)) === 1;
  }
}
