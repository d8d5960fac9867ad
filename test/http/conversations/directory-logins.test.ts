import { sql } from 'kysely';
import { Attribute, Change } from 'ldapts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { configOf, keepSecrets } from '../../support/directory-config.ts';
import { sqlOf } from '../../support/persistence.ts';
import { describeWithSlapd, startSlapd, type TestSlapd } from '../../support/slapd.ts';
import { inWorld, type Person, type World } from '../../support/world.ts';

const refused = { status: 401, body: { code: 'invalid_credentials' } };
const down = { status: 503, body: { code: 'directory_unavailable' }, headers: { 'retry-after': '30' } };

describeWithSlapd.each(['embedded', 'postgres'] as const)('a login through the directory (%s)', (kind) =>
  inWorld(kind, declare, { environment: { SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') } }),
);

function declare(world: () => World): void {
  let slapd: TestSlapd;
  beforeAll(async () => {
    slapd = await startSlapd();
    keepSecrets(world(), slapd);
  });
  afterAll(() => slapd?.stop());

  const configure = async (different: Readonly<Record<string, unknown>> = {}) => {
    await world().ada.delete('/ldap-config');
    const saved = await world().ada.put('/ldap-config', configOf(slapd, different));
    expect(saved.status, saved.text).toBe(200);
  };
  const logIn = (username: string, password: string) => world().anonymous.post('/users/login', { username, password });
  const enter = ({ uid, password }: { readonly uid: string; readonly password: string }): Promise<Person> =>
    world().signIn(uid, password);
  const accountOf = (id: number) => world().ada.get(`/users/${id}?include_deleted=true`);
  /** Removes an account of earlier tests. */
  const forget = async (...names: readonly string[]) => {
    const db = sqlOf(world().application.database).kysely();
    for (const name of names) await sql`delete from app_user where username = ${name}`.execute(db);
  };
  /** Why the last login failed, as the audit log has it. */
  const lastReason = async () => (await world().ada.list('/audit?action=login&per_page=1')).body[0]?.reason;
  const modify = (dn: string, attribute: string, ...values: readonly string[]) =>
    slapd.administer((client) =>
      client.modify(dn, [
        new Change({ operation: 'replace', modification: new Attribute({ type: attribute, values: [...values] }) }),
      ]),
    );

  beforeEach(async () => {
    await forget('ana', 'ben', 'carl', 'dora');
    await configure();
  });

  it('makes an account at the first one, and finds it at the next', async () => {
    const { ana } = slapd.people;
    const first = await logIn('ana', ana.password);
    expect(first).toMatchObject({
      status: 200,
      body: {
        expires_in: 28_800,
        user: { username: 'ana', display_name: ana.displayName, role: 'member', source: 'ldap', is_admin: false },
      },
    });
    const { user_id: id } = first.body.user as { user_id: number };
    expect(await accountOf(id)).toMatchObject({
      body: {
        email: ana.mail,
        external_id: ana.entryUuid,
        is_active: true,
        must_change_password: false,
        last_login_source: 'ldap',
      },
    });
    expect((await logIn('ANA', ana.password)).body.user).toMatchObject({ user_id: id, username: 'ana' });
  });

  it('leaves entries of the account that was made, of what was taken over, and of itself', async () => {
    const { ana } = slapd.people;
    const { ada } = world();
    const { id } = await enter(ana);
    await configure({ admin_group_dn: slapd.groups.admins });
    await enter(ana);
    const { body } = await ada.list(`/audit?target_type=user&target_id=${id}`);
    expect(body.toReversed()).toMatchObject([
      { action: 'user.provision', actor_user_id: id, outcome: 'ok', changes: { source: { from: null, to: 'ldap' } } },
      { action: 'login', actor_username: 'ana' },
      { action: 'user.update', actor_user_id: id, changes: { role: { from: 'member', to: 'admin' } } },
      { action: 'login' },
    ]);
  });

  it('keeps no password of theirs', async () => {
    const { id } = await enter(slapd.people.ana);
    const db = sqlOf(world().application.database).kysely();
    const { rows } = await sql`select password_hash from app_user where user_id = ${id}`.execute(db);
    expect(rows).toEqual([{ password_hash: null }]);
  });

  it('is refused in one way, whatever the reason of the directory', async () => {
    const { ana, ida, twin } = slapd.people;
    const bodies = new Set<string>();
    const tries: readonly (readonly [string, string, string])[] = [
      ['ana', 'a wrong password', 'wrong_password'],
      ['nobody-at-all', ana.password, 'unknown_user'],
      ['twin', twin.password, 'ldap_ambiguous_user'],
      ['ida', 'anything', 'wrong_password'],
      ['mara', ana.password, 'wrong_password'],
    ];
    for (const [name, password, reason] of tries) {
      const answer = await logIn(name, password);
      expect(answer, `${name} (${ida.uid})`).toMatchObject(refused);
      bodies.add(JSON.stringify({ ...answer.body, request_id: '' }));
      expect(await lastReason(), name).toBe(reason);
    }
    expect(bodies.size).toBe(1);
  });

  it.each([
    '*',
    'a*',
    'an?',
    'a)(uid=*',
    '*)(uid=*))(|(uid=*',
    'admin)(|(uid=*',
    '\\28',
    '\\2a',
    'ana\\',
    'uid=ana,ou=people',
    'ana)(objectClass=*',
    '(uid=ana)',
    '#',
    'ana,',
  ])('treats a name as text, never as a filter: %j', async (name) => {
    expect(await logIn(name, slapd.people.ana.password)).toMatchObject(refused);
    expect(await lastReason()).toBe('unknown_user');
  });

  it('refuses a name with NUL', async () => {
    expect(await logIn('ana\0', slapd.people.ana.password)).toMatchObject({ status: 422 });
  });

  it('does not query the directory for an empty password', async () => {
    expect(await logIn('ana', '')).toMatchObject({ status: 422 });
    await expect(
      world().application.core.identity.logIn(
        { ...(await world().application.actor('embedded')), userId: undefined },
        { username: 'ana', password: '' },
      ),
    ).rejects.toMatchObject({ code: 'invalid_credentials' });
  });

  it('accepts a name of any script, with every special character of a directory', async () => {
    const { zoe } = slapd.people;
    const zoeIn = await world().signIn(zoe.uid, zoe.password);
    expect(await accountOf(zoeIn.id)).toMatchObject({
      body: { username: zoe.uid, display_name: zoe.displayName, external_id: zoe.entryUuid },
    });
    await forget(zoe.uid);
  });

  it.each(['member_of', 'group_search'])('accepts only members of the required group (%s)', async (mode) => {
    const { ana, ben, carl, dora } = slapd.people;
    await configure({ required_group_dn: slapd.groups.staff, group_mode: mode });
    expect(await logIn('ana', ana.password)).toMatchObject({ status: 200 });
    expect(await logIn('ben', ben.password)).toMatchObject({ status: 200 });
    expect(await logIn('carl', carl.password)).toMatchObject(refused);
    expect(await lastReason()).toBe('ldap_not_in_group');
    expect(await logIn('dora', dora.password)).toMatchObject(refused);
    await configure({ required_group_dn: slapd.groups.staff, group_mode: mode, nested_groups: 'recursive' });
    expect(await logIn('dora', dora.password)).toMatchObject({ status: 200 });
  });

  it('makes one account of many first ones at once', async () => {
    const { ana } = slapd.people;
    const answers = await Promise.all(Array.from({ length: 8 }, () => logIn('ana', ana.password)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(new Set(answers.map(({ body }) => (body.user as { user_id: number }).user_id)).size).toBe(1);
    const { body } = await world().ada.list('/users?q=ana&source=ldap');
    expect(body).toHaveLength(1);
  });

  it('makes no account where that is switched off, but accepts existing ones', async () => {
    const { ana, ben } = slapd.people;
    await configure({ auto_create: false });
    expect(await logIn('ana', ana.password)).toMatchObject(refused);
    expect(await lastReason()).toBe('not_created');
    expect(await world().ada.post('/users', { username: 'ben', source: 'ldap' })).toMatchObject({ status: 201 });
    const { id } = await enter(ben);
    expect(await accountOf(id)).toMatchObject({ body: { external_id: ben.entryUuid, email: null } });
  });

  it('never takes over a local account of the same name', async () => {
    const { ana } = slapd.people;
    const local = await world().person({ username: 'ana' });
    expect(await logIn('ana', ana.password)).toMatchObject(refused);
    expect(await logIn('ana', local.password)).toMatchObject({ status: 200 });
    expect(await accountOf(local.id)).toMatchObject({ body: { source: 'local', external_id: null } });
  });

  it('makes administrators of the members of a group, and members of those who have left it', async () => {
    const { ana } = slapd.people;
    const person = await enter(ana);
    expect(await person.get('/ldap-config')).toMatchObject({ status: 403 });
    await configure({ admin_group_dn: slapd.groups.admins });
    const admin = await enter(ana);
    expect(admin.id).toBe(person.id);
    expect(await person.get('/ldap-config'), 'the old token').toMatchObject({ status: 200 });
    await configure({ admin_group_dn: slapd.groups.partners, group_mode: 'group_search' });
    await enter(ana);
    expect(await admin.get('/ldap-config')).toMatchObject({ status: 403, body: { code: 'admin_required' } });
  });

  it('leaves roles alone where no group decides', async () => {
    const { ana } = slapd.people;
    const { id } = await enter(ana);
    await world().ada.patch(`/users/${id}`, { role: 'admin' });
    await enter(ana);
    expect(await accountOf(id)).toMatchObject({ body: { role: 'admin' } });
  });

  it('fails on a failed lookup of groups, and keeps the role', async () => {
    const { ana } = slapd.people;
    await configure({ admin_group_dn: slapd.groups.admins });
    const { id } = await enter(ana);
    expect(await accountOf(id)).toMatchObject({ body: { role: 'admin' } });
    await configure({ admin_group_dn: slapd.places.hidden, group_mode: 'group_search' });
    expect(await logIn('ana', ana.password)).toMatchObject(down);
    expect(await lastReason()).toBe('group_lookup_failed');
    expect(await accountOf(id)).toMatchObject({ body: { role: 'admin' } });
  });

  it('refuses users with the name of another account', async () => {
    const { ana } = slapd.people;
    const { id } = await enter(ana);
    const db = sqlOf(world().application.database).kysely();
    await sql`update app_user set external_id = 'somebody-who-left' where user_id = ${id}`.execute(db);
    expect(await logIn('ana', ana.password)).toMatchObject(refused);
    expect(await lastReason()).toBe('ldap_identity_mismatch');
    expect(await accountOf(id)).toMatchObject({ body: { external_id: 'somebody-who-left' } });
  });

  it('renames the account of a renamed user, where the name is free', async () => {
    const { carl } = slapd.people;
    await configure({ user_filter: '(&(objectClass=person)(mail={username}@example.org))' });
    const { id } = await enter(carl);
    await configure({ attributes: { username: 'mail' } });
    const renamed = await logIn('carl', carl.password);
    expect(renamed.body.user).toMatchObject({ user_id: id, username: 'carl@example.org' });
    await configure();
    await world().person({ username: 'CARL' });
    await configure({ user_filter: '(mail={username})' });
    const again = await logIn('carl@example.org', carl.password);
    expect(again.body.user).toMatchObject({ user_id: id, username: 'carl@example.org' });
    expect(await lastReason()).toBe('ldap_rename_conflict');
    await forget('CARL', 'carl@example.org');
  });

  it('refuses deleted users until they are restored', async () => {
    const { ana } = slapd.people;
    const { ada } = world();
    const person = await enter(ana);
    expect(await ada.delete(`/users/${person.id}`)).toMatchObject({ status: 204 });
    expect(await person.get('/users/me')).toMatchObject({ status: 401 });
    expect(await logIn('ana', ana.password)).toMatchObject(refused);
    expect(await lastReason()).toBe('deleted');
    expect(await ada.post(`/users/${person.id}/restore`)).toMatchObject({ status: 200, body: { source: 'ldap' } });
    expect((await enter(ana)).id).toBe(person.id);
  });

  it('refuses inactive users', async () => {
    const { ana } = slapd.people;
    const { ada } = world();
    const { id } = await enter(ana);
    await ada.patch(`/users/${id}`, { is_active: false });
    expect(await logIn('ana', ana.password)).toMatchObject(refused);
    expect(await lastReason()).toBe('inactive');
  });

  it('takes over attributes of the directory, and keeps those that are missing there', async () => {
    const { ben } = slapd.people;
    const { ada } = world();
    const { id } = await enter(ben);
    expect(await accountOf(id)).toMatchObject({ body: { display_name: 'ben (common name)', email: null } });
    await ada.patch(`/users/${id}`, { email: 'kept@example.org' });
    await modify(ben.dn, 'displayName', 'Ben Newname');
    await enter(ben);
    expect(await accountOf(id)).toMatchObject({ body: { display_name: 'Ben Newname', email: 'kept@example.org' } });
    await modify(ben.dn, 'mail', 'ben.new@example.org');
    await enter(ben);
    expect(await accountOf(id)).toMatchObject({ body: { email: 'ben.new@example.org' } });
    await modify(ben.dn, 'mail');
    await modify(ben.dn, 'displayName');
  });

  it('lets users of the directory change neither their profile nor their password here', async () => {
    const person = await enter(slapd.people.ana);
    const managed = { status: 409, body: { code: 'managed_by_directory' } };
    expect(await person.patch('/users/me', { display_name: 'Me' })).toMatchObject(managed);
    const passwords = { current_password: slapd.people.ana.password, new_password: world().password() };
    expect(await person.put('/users/me/password', passwords)).toMatchObject(managed);
    const { ada } = world();
    const forbidden = { status: 422, body: { code: 'not_allowed' } };
    expect(await ada.patch(`/users/${person.id}`, { password: world().password() })).toMatchObject(forbidden);
    expect(await ada.patch(`/users/${person.id}`, { must_change_password: true })).toMatchObject(forbidden);
  });

  it('is possible after a move to the directory, and not after a move away', async () => {
    const { ana } = slapd.people;
    const { ada, password } = world();
    const local = await world().person({ username: 'ana' });
    expect(await ada.patch(`/users/${local.id}`, { source: 'ldap' })).toMatchObject({ body: { source: 'ldap' } });
    expect(await local.get('/users/me')).toMatchObject({ status: 401 });
    expect(await logIn('ana', local.password)).toMatchObject(refused);
    expect((await enter(ana)).id).toBe(local.id);
    expect(await ada.patch(`/users/${local.id}`, { source: 'local' })).toMatchObject({ status: 422 });
    const secret = password();
    expect(await ada.patch(`/users/${local.id}`, { source: 'local', password: secret })).toMatchObject({
      body: { source: 'local', external_id: null },
    });
    expect(await logIn('ana', ana.password)).toMatchObject(refused);
    expect(await logIn('ana', secret)).toMatchObject({ status: 200 });
  });

  it('is not possible while the directory is not in use, and is again by the next save', async () => {
    const { ana } = slapd.people;
    const { ada } = world();
    const person = await enter(ana);
    await ada.patch('/ldap-config', { enabled: false });
    expect(await logIn('ana', ana.password)).toMatchObject(refused);
    expect(await lastReason()).toBe('directory_off');
    expect(await person.get('/users/me')).toMatchObject({ status: 200 });
    await ada.patch('/ldap-config', { enabled: true });
    await enter(ana);
  });

  it('shows administrators whether the directory is reachable', async () => {
    const { ada, mara } = world();
    const ready = async () => (await ada.get('/health/ready')).body;
    expect(await ready()).toMatchObject({ status: 'ok', checks: { directory: 'ok' } });
    await slapd.kill();
    expect(await ready()).toMatchObject({ status: 'ok', checks: { directory: 'failed' } });
    expect((await mara.get('/health/ready')).body).toEqual({ status: 'ok' });
    await slapd.restart();
    await ada.patch('/ldap-config', { enabled: false });
    expect(await ready()).toMatchObject({ status: 'ok', checks: { directory: 'off' } });
  });

  describe('while the directory is down', () => {
    beforeEach(() => slapd.kill());
    // Restarts with all its entries.
    const backUp = () => slapd.restart();

    it('is possible for local accounts, and fails in one way for all others', async () => {
      const { mara, ada, password } = world();
      const { ana } = slapd.people;
      try {
        expect(await logIn('mara', mara.password)).toMatchObject({ status: 200 });
        expect(await logIn('ada', ada.password)).toMatchObject({ status: 200 });
        const answers = [
          await logIn('mara', password()),
          await logIn('ada', password()),
          await logIn('ana', ana.password),
          await logIn('nobody-at-all', password()),
          await logIn('system', password()),
        ];
        for (const answer of answers) expect(answer).toMatchObject(down);
        expect(new Set(answers.map(({ body }) => JSON.stringify({ ...body, request_id: '' }))).size).toBe(1);
        expect(await lastReason()).toBe('connection_refused');
      } finally {
        await backUp();
      }
      expect(await logIn('ana', ana.password)).toMatchObject({ status: 200 });
      expect(await logIn('mara', password())).toMatchObject(refused);
    });
  });
}
