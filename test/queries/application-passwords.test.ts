import { randomUUID } from 'node:crypto';
import { ShaSecretDigest } from '@backroom/adapters-node';
import { anonymous } from '@backroom/core';
import { aNewUser, NOON } from '@backroom/testing/builders';
import { describe, expect, it } from 'vitest';
import { countStatements } from '../support/counted-statements.ts';
import { coreOn, type Stores } from '../support/stores.ts';

const secret = 'abcdEFGH1234ijklMNOP6789';

describe('an application password', () => {
  const { stores, sent } = countStatements();

  it('is recognised in one statement, under an e-mail address too', async () => {
    const login = `${randomUUID()}@example.org`;
    const { userId } = await stores().users.insert(aNewUser({ email: login }), NOON);
    const named = { uuid: randomUUID(), userId, appId: '', name: 'Till', hash: new ShaSecretDigest().of(secret) };
    const rest = { createdAt: NOON, lastUsedAt: NOON, lastIp: null, expiresAt: null, scopes: null };
    await stores().applicationPasswords.insert({ ...named, ...rest });
    const core = coreOn({ ...stores(), secretDigest: new ShaSecretDigest() } as Stores);
    const input = { username: login, password: secret, origin: { isSecure: true } };
    const recognised = await sent(async () => {
      const actor = await core.identity.authenticateApplicationPassword(anonymous, input);
      expect(actor).toMatchObject({ via: 'application_password', credential: { isLimited: false } });
    });
    expect(recognised).toHaveLength(1);
  });
});
