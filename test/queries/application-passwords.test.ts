import { randomUUID } from 'node:crypto';
import { ShaSecretDigest } from '@backroom/adapters-node';
import { anonymous } from '@backroom/core';
import { aNewUser, NOON } from '@backroom/testing/builders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../support/databases.ts';
import { listen } from '../support/statements.ts';
import { coreOn, openStores, type Stores } from '../support/stores.ts';

const secret = 'abcdEFGH1234ijklMNOP6789';
const postgres = databases.find(({ name }) => name === 'postgres');

describe('an application password', () => {
  let stores: Stores;
  let login: string;
  let listening: ReturnType<typeof listen>;
  beforeAll(async () => {
    if (!postgres) throw new Error('There is no server.');
    stores = await openStores(postgres);
    login = `${randomUUID()}@example.org`;
    const { userId } = await stores.users.insert(aNewUser({ email: login }), NOON);
    const named = { uuid: randomUUID(), userId, appId: '', name: 'Till', hash: new ShaSecretDigest().of(secret) };
    const rest = { createdAt: NOON, lastUsedAt: NOON, lastIp: null, expiresAt: null, scopes: null };
    await stores.applicationPasswords.insert({ ...named, ...rest });
    listening = listen();
  });
  afterAll(async () => {
    listening?.stop();
    await stores?.close();
  });

  it('is recognised in one statement, under an e-mail address too', async () => {
    const core = coreOn({ ...stores, secretDigest: new ShaSecretDigest() } as Stores);
    listening.sent.length = 0;
    const input = { username: login, password: secret, origin: { isSecure: true } };
    const actor = await core.identity.authenticateApplicationPassword(anonymous, input);
    expect(actor).toMatchObject({ via: 'application_password', credential: { isLimited: false } });
    expect(listening.sent).toHaveLength(1);
  });
});
