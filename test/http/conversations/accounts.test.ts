import { describe, expect, it } from 'vitest';
import { onEveryDatabase } from '../../support/world.ts';

const HOUR = 3_600_000;

onEveryDatabase('accounts', (world) => {
  describe('are made', () => {
    it('with a password', async () => {
      const { ada, password, clock } = world();
      const fields = {
        username: 'lena.holt',
        display_name: ' Lena Holt ',
        email: 'lena@example.org',
        shop_role: 'editor',
      };
      const { status, headers, body } = await ada.post('/users', { ...fields, password: password() });
      expect(status).toBe(201);
      expect(headers).toMatchObject({ location: `/users/${body.id}`, etag: '"1"', 'cache-control': 'no-store' });
      expect(body).toEqual({
        user_id: body.id,
        id: expect.any(Number),
        username: 'lena.holt',
        display_name: 'Lena Holt',
        email: 'lena@example.org',
        role: 'member',
        is_admin: false,
        shop_role: 'editor',
        is_active: true,
        source: 'local',
        external_id: null,
        must_change_password: false,
        last_login_at: null,
        last_login_source: null,
        created_at: clock.now().toISOString(),
        updated_at: clock.now().toISOString(),
        deleted_at: null,
        version: 1,
      });
      expect((await ada.get(`/users/${body.id}`)).body).toEqual(body);
    });

    it('with a generated password, shown once, which has to be changed and works for 72 hours', async () => {
      const { ada, signIn, password, as, later, anonymous } = world();
      const { body } = await ada.post('/users', { username: 'new-here' });
      expect(body.generated_password).toMatch(/^[A-Za-z0-9]{20}$/);
      expect(body).toMatchObject({ must_change_password: true });
      expect((await ada.get(`/users/${body.id}`)).body).not.toHaveProperty('generated_password');
      await later(72 * HOUR - 1);
      const someUser = await signIn('new-here', body.generated_password);
      expect(await someUser.get('/items')).toMatchObject({ status: 403, body: { code: 'password_change_required' } });
      expect(await someUser.get('/users/me')).toMatchObject({ status: 200, body: { must_change_password: true } });
      const chosen = password();
      const changed = await someUser.put('/users/me/password', {
        current_password: body.generated_password,
        new_password: chosen,
      });
      expect(changed).toMatchObject({ status: 200, body: { user: { must_change_password: false } } });
      expect(await as(changed.body.access_token).get('/items')).toMatchObject({ status: 200 });
      await later(HOUR);
      await signIn('new-here', chosen);
      const late = await anonymous.post('/users/login', { username: 'new-here', password: body.generated_password });
      expect(late).toMatchObject({ status: 401 });
    });

    it('and a generated password is of no use after 72 hours', async () => {
      const { ada, later, anonymous } = world();
      const { body } = await ada.post('/users', { username: 'too-late' });
      await later(72 * HOUR);
      const late = await anonymous.post('/users/login', { username: 'too-late', password: body.generated_password });
      expect(late).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
    });

    it('for the directory, without a password', async () => {
      const { ada, password } = world();
      const { status, body } = await ada.post('/users', { username: 'of-directory', source: 'ldap' });
      expect({ status, body }).toMatchObject({ status: 201, body: { source: 'ldap', must_change_password: false } });
      expect(body).not.toHaveProperty('generated_password');
      const both = { username: 'of-directory-2', source: 'ldap', password: password() };
      expect(await ada.post('/users', both)).toMatchObject({ status: 422, body: { errors: [{ field: 'password' }] } });
    });

    it('as administrators, by either word', async () => {
      const { ada } = world();
      expect((await ada.post('/users', { username: 'boss-1', role: 'admin' })).body).toMatchObject({
        role: 'admin',
        is_admin: true,
      });
      expect((await ada.post('/users', { username: 'boss-2', is_admin: true })).body).toMatchObject({
        role: 'admin',
        is_admin: true,
      });
      expect(await ada.post('/users', { username: 'boss-3', is_admin: true, role: 'member' })).toMatchObject({
        status: 422,
      });
    });

    it('once under each name, whatever its case', async () => {
      const { ada } = world();
      for (const username of ['MARA', 'mara', 'ｍａｒａ']) {
        expect(await ada.post('/users', { username }), username).toMatchObject({
          status: 409,
          body: { code: 'username_taken' },
        });
      }
    });

    it.each(['me', 'Login', 'logout', 'logout-all', 'SYSTEM'])('not under the name %s', async (username) => {
      expect(await world().ada.post('/users', { username })).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'username' }] },
      });
    });

    it.each(['two words', 'a/b', 'a\\b', 'a"b', 'a:b', 'tab\tbed', 'x'.repeat(151), '', '  '])(
      'not under the name %j',
      async (username) => {
        expect(await world().ada.post('/users', { username })).toMatchObject({
          status: 422,
          body: { errors: [{ field: 'username' }] },
        });
      },
    );

    it.each(['Ægir.Þór', 'a@b.example', 'x+y_z-1', '山田'])('under the name %s', async (username) => {
      expect(await world().ada.post('/users', { username })).toMatchObject({ status: 201, body: { username } });
    });

    it('without members that the server keeps: those are dropped', async () => {
      const { ada } = world();
      const managed = {
        id: 1,
        user_id: 1,
        version: 99,
        created_at: '2000-01-01T00:00:00Z',
        deleted_at: null,
        last_login_at: null,
        external_id: 'x',
      };
      const { body } = await ada.post('/users', { username: 'managed', ...managed });
      expect(body).toMatchObject({ version: 1, external_id: null });
      expect(body.id).not.toBe(1);
    });

    it.each(['password_hash', 'token_version', 'username_key', 'admin', 'roles'])(
      'not with the member %s',
      async (name) => {
        const answer = await world().ada.post('/users', { username: 'typo', [name]: 1 });
        expect(answer).toMatchObject({ status: 422, body: { code: 'unknown_field', errors: [{ field: name }] } });
      },
    );
  });

  describe('are changed', () => {
    it('member by member; what is absent stays', async () => {
      const { ada, person, clock } = world();
      const { id } = await person({ username: 'Changing', display_name: 'One', email: 'one@example.org' });
      clock.advance(1_000);
      const { status, headers, body } = await ada.patch(`/users/${id}`, { display_name: 'Two' });
      expect({ status, etag: headers.etag }).toEqual({ status: 200, etag: '"2"' });
      expect(body).toMatchObject({
        username: 'Changing',
        display_name: 'Two',
        email: 'one@example.org',
        version: 2,
        updated_at: clock.now().toISOString(),
      });
      expect((await ada.put(`/users/${id}`, { email: null })).body).toMatchObject({
        display_name: 'Two',
        email: null,
        version: 3,
      });
    });

    it('back to what was read, which changes nothing', async () => {
      const { ada, person } = world();
      const { id } = await person();
      const read = (await ada.get(`/users/${id}`)).body;
      expect((await ada.put(`/users/${id}`, read)).body).toEqual(read);
    });

    it('to a name that is free', async () => {
      const { ada, person, signIn } = world();
      const one = await person();
      expect(await ada.patch(`/users/${one.id}`, { username: 'MARA' })).toMatchObject({
        status: 409,
        body: { code: 'username_taken' },
      });
      expect(await ada.patch(`/users/${one.id}`, { username: one.username.toUpperCase() })).toMatchObject({
        status: 200,
      });
      expect(await ada.patch(`/users/${one.id}`, { username: 'renamed' })).toMatchObject({ status: 200 });
      await signIn('renamed', one.password);
    });

    it('only from the version that was read', async () => {
      const { ada, person } = world();
      const { id } = await person();
      await ada.patch(`/users/${id}`, { display_name: 'First' });
      const stale = { 'if-match': '"1"' };
      const refused = { status: 412, body: { code: 'precondition_failed' } };
      expect(await ada.patch(`/users/${id}`, { display_name: 'Second' }, stale)).toMatchObject(refused);
      expect(await ada.delete(`/users/${id}`, stale)).toMatchObject(refused);
      expect((await ada.get(`/users/${id}`)).body).toMatchObject({ display_name: 'First', version: 2 });
      expect(await ada.patch(`/users/${id}`, { display_name: 'Third' }, { 'if-match': '"1", "2"' })).toMatchObject({
        status: 200,
      });
      expect(await ada.patch(`/users/${id}`, { display_name: 'Fourth' }, { 'if-match': '*' })).toMatchObject({
        status: 200,
      });
      expect(await ada.patch(`/users/${id}`, { display_name: 'Fifth' }, { 'if-match': 'W/"4"' })).toMatchObject(
        refused,
      );
    });

    it('by exactly one of two who have read the same version, themselves or not', async () => {
      const { ada, person } = world();
      const one = await person();
      for (let version = 1; version <= 6; version += 1) {
        const read = { 'if-match': `"${version}"` };
        const other = version % 2 ? () => one.patch('/users/me', { email: `a${version}@b.org` }, read) : undefined;
        const byAda = () => ada.patch(`/users/${one.id}`, { display_name: `Ada ${version}` }, read);
        const changes = [one.patch('/users/me', { display_name: `One ${version}` }, read), (other ?? byAda)()];
        const answers = await Promise.all(changes);
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
      }
    });

    it('from the directory to here and back, with a password in between', async () => {
      const { ada, password, signIn, anonymous } = world();
      const { body } = await ada.post('/users', { username: 'moves', source: 'ldap' });
      expect(await ada.patch(`/users/${body.id}`, { source: 'local' })).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'password' }] },
      });
      expect(await ada.patch(`/users/${body.id}`, { password: password() })).toMatchObject({ status: 422 });
      const secret = password();
      expect(await ada.patch(`/users/${body.id}`, { source: 'local', password: secret })).toMatchObject({
        status: 200,
        body: { source: 'local' },
      });
      const someUser = await signIn('moves', secret);
      expect(await ada.patch(`/users/${body.id}`, { source: 'ldap' })).toMatchObject({
        status: 200,
        body: { source: 'ldap' },
      });
      expect(await someUser.get('/users/me')).toMatchObject({ status: 401 });
      expect(await anonymous.post('/users/login', { username: 'moves', password: secret })).toMatchObject({
        status: 401,
      });
    });

    it('not under an unknown id', async () => {
      const { ada } = world();
      expect(await ada.patch('/users/2147483647', { display_name: 'X' })).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
    });

    it('but never the system’s own', async () => {
      const { ada } = world();
      const system = (await ada.list('/users?include_system=true')).body.find(({ username }) => username === 'system');
      expect(system).toMatchObject({ is_active: false });
      for (const change of [{ is_active: true }, { password: world().password() }, { username: 'mine' }]) {
        expect(await ada.patch(`/users/${system?.id}`, change)).toMatchObject({ status: 409 });
      }
      expect(await ada.delete(`/users/${system?.id}`)).toMatchObject({ status: 409 });
    });
  });
});

onEveryDatabase('the last administrator', (world) => {
  it('cannot be moved to the directory', async () => {
    const { ada } = world();
    const refused = { status: 409, body: { code: 'last_admin' } };
    expect(await ada.patch(`/users/${ada.id}`, { source: 'ldap' })).toMatchObject(refused);
    const { body: other } = await ada.post('/users', { username: 'of-directory', source: 'ldap', role: 'admin' });
    expect(other).toMatchObject({ is_admin: true });
    expect(await ada.patch(`/users/${ada.id}`, { source: 'ldap' })).toMatchObject(refused);
    expect(await ada.get('/users/me')).toMatchObject({ status: 200 });
  });

  it('remains when two administrators demote each other at the same moment', async () => {
    const { ada, person, application } = world();
    for (let round = 0; round < 5; round += 1) {
      const other = await person({ role: 'admin' });
      const answers = await Promise.all([
        ada.patch(`/users/${other.id}`, { role: 'member' }),
        other.patch(`/users/${ada.id}`, { role: 'member' }),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const { status, body } of answers)
        if (status !== 200) expect(['last_admin', 'admin_required']).toContain(body.code);
      // The system repairs the state of the loser.
      const system = await application.actor('system');
      await application.core.identity.updateUser(system, { id: ada.id, role: 'admin' });
      await application.core.identity.updateUser(system, { id: other.id, role: 'member' });
    }
  });
});
