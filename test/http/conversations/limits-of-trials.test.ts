import { afterAll, beforeAll, expect, it } from 'vitest';
import { configOf, keepSecrets } from '../../support/directory-config.ts';
import { describeWithSlapd, startSlapd, type TestSlapd } from '../../support/slapd.ts';
import { inWorld, type World } from '../../support/world.ts';

const environment = {
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  RATE_LIMIT_LOGIN: '5',
  RATE_LIMIT_LDAP_TEST: '20',
};
const limited = { status: 429, body: { code: 'rate_limited' } };

describeWithSlapd('limits of tests of the directory', () => inWorld('postgres', declare, { environment }));

function declare(world: () => World): void {
  let slapd: TestSlapd;
  beforeAll(async () => {
    slapd = await startSlapd();
    keepSecrets(world(), slapd);
    expect(await world().ada.put('/ldap-config', configOf(slapd, {}))).toMatchObject({ status: 200 });
  });
  afterAll(() => slapd?.stop());

  const tried = (test_password?: string) =>
    world().ada.post('/test-ldap', { test_username: 'ana', ...(test_password !== undefined && { test_password }) });

  it('are those of logins for passwords that are tried', async () => {
    for (let count = 0; count < 5; count += 1) expect(await tried(world().password())).toMatchObject({ status: 200 });
    expect(await tried(slapd.people.ana.password)).toMatchObject(limited);
    const { ana } = slapd.people;
    expect(await world().anonymous.post('/users/login', { username: 'ana', password: ana.password })).toMatchObject(
      limited,
    );
    expect(await tried()).toMatchObject({ status: 200 });
  });

  it('count tests of one user, whatever their outcome', async () => {
    const other = await world().person({ role: 'admin' });
    const test = () => other.post('/test-ldap', { test_username: 'nobody-there' });
    for (let count = 0; count < 20; count += 1) expect(await test()).toMatchObject({ status: 200 });
    expect(await test()).toMatchObject({ ...limited, headers: { 'ratelimit-policy': '"ldap-test";q=20;w=60' } });
    expect(await other.get('/ldap-config')).toMatchObject({ status: 200 });
  });
}
