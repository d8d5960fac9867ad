import { MemoryDirectory, type MemoryPerson } from '@backroom/adapters-memory';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { configOf, keepSecrets } from '../../support/directory-config.ts';
import { sqlOf } from '../../support/persistence.ts';
import { askShop } from '../../support/shop-client.ts';
import { describeWithSlapd, startSlapd } from '../../support/slapd.ts';
import { inWorld, onEveryDatabase, type World } from '../../support/world.ts';

interface Report {
  readonly dry_run: boolean;
  readonly created: number;
  readonly updated: number;
  readonly deactivated: number;
  readonly skipped: number;
  readonly errors: readonly { readonly username: string | null; readonly code: string }[];
}

const config = { enabled: true, url: 'ldaps://directory.example.invalid', base_dn: 'dc=example,dc=org' };
const someUser = (username: string, more: Partial<MemoryPerson> = {}): MemoryPerson => ({
  username,
  externalId: `id-${username}`,
  password: `password-of-${username}`,
  ...more,
});
const nothing = { created: 0, updated: 0, deactivated: 0, skipped: 0, errors: [] };

const directory = new MemoryDirectory();

onEveryDatabase('a synchronisation with the directory', declare, { ports: { directory } });

function declare(world: () => World): void {
  beforeEach(async () => {
    const { ada, application } = world();
    Object.assign(directory, new MemoryDirectory());
    await sql`delete from app_user where source = 'ldap'`.execute(sqlOf(application.database).kysely());
    await ada.delete('/ldap-config');
    await ada.put('/ldap-config', config);
  });

  const sync = async (dryRun = false): Promise<Report> => {
    const answer = await world().ada.post<Report>(`/ldap-config/sync${dryRun ? '?dry_run=true' : ''}`);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.dry_run).toBe(dryRun);
    return answer.body;
  };
  /** Makes sure that a dry run foretells what then happens, and that it changes nothing. */
  const foretold = async (): Promise<Report> => {
    const before = await world().contents();
    const reported = await sync(true);
    expect(await world().contents()).toBe(before);
    const done = await sync();
    expect({ ...done, dry_run: true }).toEqual(reported);
    return done;
  };
  const account = async (username: string) =>
    (await world().ada.list(`/users?source=ldap&per_page=500`)).body.find((one) => one.username === username);

  it('makes, changes and leaves accounts, and finds nothing to do the second time', async () => {
    directory.persons = [
      someUser('ann', { email: 'ann@example.org' }),
      someUser('bob'),
      someUser('out', { isAllowed: false }),
    ];
    expect(await foretold()).toMatchObject({ ...nothing, created: 2, skipped: 1 });
    expect(await foretold()).toMatchObject({ ...nothing, skipped: 1 });
    directory.persons = [someUser('ann', { displayName: 'Ann Lee' }), someUser('bobby', { externalId: 'id-bob' })];
    expect(await foretold()).toMatchObject({ ...nothing, updated: 2 });
    expect(await account('ann')).toMatchObject({ display_name: 'Ann Lee', email: 'ann@example.org' });
    expect(await account('bobby')).toMatchObject({ external_id: 'id-bob' });
  });

  it('processes pages one after another, in which names may move', async () => {
    directory.persons = [someUser('ann'), someUser('bob'), someUser('cid')];
    await sync();
    directory.pageSize = 1;
    directory.persons = [
      someUser('bob', { externalId: 'id-ann' }),
      someUser('dora', { externalId: 'id-bob' }),
      someUser('cid'),
      someUser('eve'),
      someUser('eve', { externalId: 'id-other' }),
      someUser('eve'),
    ];
    expect(await foretold()).toMatchObject({
      ...nothing,
      created: 1,
      updated: 1,
      errors: [
        { username: 'bob', code: 'ldap_rename_conflict' },
        { username: 'eve', code: 'ldap_username_taken' },
        { username: 'eve', code: 'duplicate_person' },
      ],
    });
    expect(await foretold()).toMatchObject({ updated: 1 });
    expect(await account('bob')).toMatchObject({ external_id: 'id-ann' });
  });

  it('leaves local accounts and deleted ones alone', async () => {
    const { ada } = world();
    directory.persons = [someUser('ann'), someUser('mara')];
    expect(await sync()).toMatchObject({ created: 1, errors: [{ username: 'mara', code: 'ldap_username_taken' }] });
    await ada.delete(`/users/${(await account('ann'))?.id}`);
    expect(await foretold()).toMatchObject({ created: 0, skipped: 1 });
    expect(await account('ann')).toBeUndefined();
  });

  it('grants and revokes the role of administrator', async () => {
    await world().ada.patch('/ldap-config', { admin_group_dn: 'cn=admins,dc=example,dc=org' });
    directory.persons = [someUser('ann', { isAdministrator: true })];
    await foretold();
    expect(await account('ann')).toMatchObject({ role: 'admin' });
    directory.persons = [someUser('ann')];
    expect(await foretold()).toMatchObject({ updated: 1 });
    expect(await account('ann')).toMatchObject({ role: 'member' });
  });

  describe('of missing users', () => {
    const everybody = Array.from({ length: 10 }, (_, index) => someUser(`p${index}`));
    beforeEach(async () => {
      directory.persons = everybody;
      await sync();
    });

    it('leaves their accounts alone unless that is configured', async () => {
      directory.persons = everybody.slice(1);
      expect(await foretold()).toMatchObject(nothing);
    });

    it('deactivates up to a fifth of the accounts, and ends their sessions', async () => {
      const { ada } = world();
      await ada.patch('/ldap-config', { sync_missing: 'deactivate' });
      const person = await world().signIn('p0', 'password-of-p0');
      directory.persons = everybody.slice(2);
      expect(await foretold()).toMatchObject({ ...nothing, deactivated: 2 });
      expect(await person.get('/users/me')).toMatchObject({ status: 401 });
      expect(await account('p0')).toMatchObject({ is_active: false });
      expect(await foretold()).toMatchObject(nothing);
    });

    it('suspends application passwords of deactivated accounts until they are enabled', async () => {
      const { ada } = world();
      await ada.patch('/ldap-config', { sync_missing: 'deactivate' });
      const person = await world().signIn('p0', 'password-of-p0');
      const mine = '/cms/v2/users/me/application-passwords';
      const asking = { bearer: person.token ?? '', body: { name: 'Till' } };
      const { body: made } = await askShop(world(), 'POST', mine, asking);
      world().keepSecret(made.password.replaceAll(' ', ''), 'the secret of an application password');
      const status = async () => (await askShop(world(), 'GET', mine, { basic: ['p0', made.password] })).status;
      expect(await status()).toBe(200);
      directory.persons = everybody.slice(1);
      expect(await sync()).toMatchObject({ deactivated: 1 });
      expect(await status()).toBe(401);
      await ada.patch(`/users/${(await account('p0'))?.id}`, { is_active: true });
      expect(await status()).toBe(200);
    });

    it('deactivates no account above the limit, and reports it', async () => {
      const { ada } = world();
      await ada.patch('/ldap-config', { sync_missing: 'deactivate' });
      directory.persons = everybody.slice(3);
      expect(await foretold()).toMatchObject({
        deactivated: 0,
        errors: [{ username: null, code: 'ldap_sync_refused' }],
      });
      directory.persons = [];
      expect(await foretold()).toMatchObject({
        deactivated: 0,
        errors: [{ username: null, code: 'ldap_sync_refused' }],
      });
      const { body } = await ada.list('/audit?action=directory.sync&per_page=1');
      expect(body[0]).toMatchObject({ outcome: 'ok', reason: 'ldap_sync_refused' });
    });

    it('deactivates no account when the search breaks off, and keeps what was done until then', async () => {
      const { ada } = world();
      await ada.patch('/ldap-config', { sync_missing: 'deactivate' });
      directory.pageSize = 9;
      directory.failsAfterPages = 1;
      directory.persons = [someUser('new'), ...everybody];
      expect(await sync()).toMatchObject({
        created: 1,
        deactivated: 0,
        errors: [
          { username: null, code: 'ldap_sync_refused' },
          { username: null, code: 'directory_unavailable' },
        ],
      });
    });
  });

  it('is refused when the directory is down from the start', async () => {
    directory.outage = 'connect_timeout';
    expect(await world().ada.post('/ldap-config/sync')).toMatchObject({
      status: 503,
      body: { code: 'directory_unavailable' },
    });
    directory.outage = undefined;
    expect(await sync()).toMatchObject(nothing);
  });

  it('runs once at a time', async () => {
    directory.persons = [someUser('ann')];
    const inside = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    directory.onCall = () => {
      inside.resolve();
      return mayEnd.promise;
    };
    const first = world().ada.post('/ldap-config/sync');
    await inside.promise;
    directory.onCall = () => {};
    expect(await world().ada.post('/ldap-config/sync')).toMatchObject({ status: 503, body: { code: 'busy' } });
    mayEnd.resolve();
    expect(await first).toMatchObject({ status: 200 });
    expect(await sync()).toMatchObject(nothing);
  });

  it('runs once per scheduled time, and not while it is switched off', async () => {
    const { application, clock, later } = world();
    const { core } = application;
    const system = await application.actor('system');
    const due = (mayGoOn = true) => core.identity.synchroniseWhenDue(system, { mayGoOn: () => mayGoOn });
    // Long after everything before.
    await later(86_400_000);
    directory.persons = [someUser('ann')];
    expect(await due()).toBeUndefined();
    await world().ada.patch('/ldap-config', { sync_enabled: true, sync_interval_minutes: 30 });
    const reports = await Promise.all([due(), due(), due()]);
    expect(reports.filter((report) => report !== undefined)).toMatchObject([{ created: 1 }]);
    clock.advance(29 * 60_000);
    expect(await due()).toBeUndefined();
    await later(60_000);
    expect(await due()).toMatchObject({ created: 0 });
    expect(await due()).toBeUndefined();
    await later(30 * 60_000);
    await expect(due(false)).rejects.toMatchObject({ code: 'busy' });
    await later(30 * 60_000);
    expect(await due()).toMatchObject(nothing);
  });

  it('never has a transaction open during a request to the directory, nor has a login', async () => {
    const { ada, application, anonymous } = world();
    let asked = 0;
    directory.onCall = async () => {
      // Refused inside of another unit.
      await application.database.unitOfWork.run(async () => {});
      asked += 1;
    };
    directory.persons = [someUser('ann'), someUser('bob')];
    directory.pageSize = 1;
    await foretold();
    expect(await anonymous.post('/users/login', { username: 'ann', password: 'password-of-ann' })).toMatchObject({
      status: 200,
    });
    expect(await anonymous.post('/users/login', { username: 'mara', password: 'wrong' })).toMatchObject({
      status: 401,
    });
    await ada.post('/test-ldap', { test_username: 'ann' });
    await ada.put('/ldap-config?verify=true', { base_dn: 'dc=other' });
    expect(asked).toBeGreaterThan(8);
  });

  it('does not send the directory a password of a local account', async () => {
    const { anonymous, password } = world();
    const wrong = password();
    const handed: string[] = [];
    const { authenticate } = MemoryDirectory.prototype;
    directory.authenticate = (access, username, given) => {
      handed.push(username, given);
      return authenticate.call(directory, access, username, given);
    };
    try {
      await anonymous.post('/users/login', { username: 'mara', password: wrong });
    } finally {
      directory.authenticate = authenticate;
    }
    expect(handed).toHaveLength(2);
    expect(handed).not.toContain(wrong);
    expect(handed).not.toContain('mara');
  });
}

describeWithSlapd('a synchronisation with a real directory', () =>
  inWorld(
    'postgres',
    (world) => {
      it('reads all entries of the directory page by page', async () => {
        const slapd = await startSlapd();
        try {
          keepSecrets(world(), slapd);
          const { ada } = world();
          await ada.put('/ldap-config', configOf(slapd, { base_dn: slapd.places.crowd }));
          expect((await ada.post('/ldap-config/sync?dry_run=true')).body).toMatchObject({ created: 620, errors: [] });
          expect((await ada.post('/ldap-config/sync')).body).toMatchObject({ created: 620, errors: [] });
          expect((await ada.post('/ldap-config/sync')).body).toMatchObject({ ...nothing });
          const [one] = (await ada.list('/users?q=crowd0007')).body;
          expect(one).toMatchObject({ username: 'crowd0007', source: 'ldap', email: 'crowd0007@example.org' });
          await world().signIn('crowd0007', 'password of crowd0007');
        } finally {
          await slapd.stop();
        }
      });
    },
    { environment: { SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') } },
  ),
);
