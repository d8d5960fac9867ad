import { describe, expect, it } from 'vitest';
import type { Answered } from '../../support/client.ts';
import { onEveryDatabase } from '../../support/world.ts';

const idsOf = ({ body }: Answered<readonly { readonly id: number }[]>) => body.map(({ id }) => id);

onEveryDatabase('people', (world) => {
  describe('of administrators', () => {
    it('are not removed by themselves', async () => {
      const { ada } = world();
      const refused = { status: 409, body: { code: 'self_removal_forbidden' } };
      await world().person({ role: 'admin' });
      for (const change of [{ role: 'member' }, { is_admin: false }, { is_active: false }]) {
        expect(await ada.patch(`/users/${ada.id}`, change)).toMatchObject(refused);
      }
      expect(await ada.delete(`/users/${ada.id}`)).toMatchObject(refused);
      expect(await ada.get('/users/me')).toMatchObject({ status: 200, body: { role: 'admin' } });
    });
  });

  describe('are deleted', () => {
    it('without a trace where nothing names them', async () => {
      const { ada } = world();
      const username = 'never-came';
      const { id } = (await ada.post('/users', { username, password: world().password() })).body;
      expect(await ada.delete(`/users/${id}`)).toMatchObject({ status: 204, text: '' });
      for (const path of [`/users/${id}`, `/users/${id}?include_deleted=true`])
        expect(await ada.get(path)).toMatchObject({ status: 404 });
      expect(await ada.delete(`/users/${id}`)).toMatchObject({ status: 404 });
      expect(await ada.post('/users', { username })).toMatchObject({ status: 201 });
    });

    it('to a tombstone if the audit log names them', async () => {
      const { ada, person } = world();
      const one = await person();
      expect(await ada.delete(`/users/${one.id}`)).toMatchObject({ status: 204 });
      expect(await ada.get(`/users/${one.id}`)).toMatchObject({ status: 404 });
      expect(await ada.get(`/users/${one.id}?include_deleted=true`)).toMatchObject({ status: 200 });
      expect(await ada.post('/users', { username: one.username })).toMatchObject({ status: 201 });
    });

    it('to a tombstone where the ledger names them, and the name is free', async () => {
      const { ada, person, clock } = world();
      const one = await person({ email: 'gone@example.org' });
      const { body: item } = await one.post('/items', { name: 'Lamp', quantity: 1 });
      expect(await ada.delete(`/users/${one.id}`)).toMatchObject({ status: 204 });
      expect(await ada.delete(`/users/${one.id}`)).toMatchObject({ status: 404 });
      expect(await ada.get(`/users/${one.id}`)).toMatchObject({ status: 404 });
      expect(idsOf(await ada.list('/users?per_page=500'))).not.toContain(one.id);
      expect(idsOf(await ada.list('/users?per_page=500&include_deleted=true'))).toContain(one.id);
      expect((await ada.get(`/users/${one.id}?include_deleted=true`)).body).toMatchObject({
        username: one.username,
        is_active: false,
        email: null,
        deleted_at: clock.now().toISOString(),
      });
      expect((await ada.list(`/items/${item.id}/operations`)).body[0]).toMatchObject({
        user_id: one.id,
        username: one.username,
      });
      const { body: heir } = await ada.post('/users', { username: one.username });
      expect(heir.id).not.toBe(one.id);
      expect(await ada.post(`/users/${one.id}/restore`)).toMatchObject({
        status: 409,
        body: { code: 'username_taken' },
      });
      expect((await ada.list(`/items/${item.id}/operations`)).body[0]).toMatchObject({
        user_id: one.id,
        username: one.username,
      });
    });

    it('and brought back without a password', async () => {
      const { ada, person, anonymous, password, signIn } = world();
      const one = await person();
      await one.post('/items', { name: 'Lamp', quantity: 1 });
      await ada.delete(`/users/${one.id}`);
      expect(await ada.post(`/users/${one.id}/restore`)).toMatchObject({
        status: 200,
        body: { deleted_at: null, is_active: true },
      });
      expect(await anonymous.post('/users/login', { username: one.username, password: one.password })).toMatchObject({
        status: 401,
      });
      const secret = password();
      await ada.patch(`/users/${one.id}`, { password: secret });
      await signIn(one.username, secret);
      expect(await ada.post(`/users/${one.id}/restore`)).toMatchObject({ status: 404 });
    });
  });

  describe('of one’s own', () => {
    it('are read whole, but for what only administrators see', async () => {
      const { mara } = world();
      const { body, headers } = await mara.get('/users/me');
      expect(body).toMatchObject({
        id: mara.id,
        email: 'mara@example.org',
        shop_role: null,
        must_change_password: false,
      });
      for (const name of ['source', 'external_id', 'version', 'updated_at', 'deleted_at'])
        expect(body).not.toHaveProperty(name);
      expect((await mara.get(`/users/${mara.id}`)).body).toEqual(body);
      expect(headers['cache-control']).toBe('no-store');
    });

    it('have a name and an address that can be changed', async () => {
      const one = await world().person();
      const changed = await one.patch('/users/me', { display_name: 'Myself', email: 'me@example.org' });
      expect(changed).toMatchObject({ status: 200, body: { display_name: 'Myself', email: 'me@example.org' } });
      expect((await one.patch('/users/me', { display_name: null })).body).toMatchObject({
        display_name: null,
        email: 'me@example.org',
      });
    });

    it.each<[string, unknown]>([
      ['role', 'admin'],
      ['is_admin', true],
      ['username', 'other'],
      ['is_active', true],
      ['shop_role', 'store_manager'],
      ['source', 'ldap'],
      ['password', 'quiet-lantern-11'],
      ['must_change_password', false],
    ])('keep their %s', async (name, value) => {
      const { mara } = world();
      const answer = await mara.patch('/users/me', { [name]: value });
      expect(answer).toMatchObject({ status: 403, body: { code: 'field_forbidden', errors: [{ field: name }] } });
      expect((await mara.get('/users/me')).body).toMatchObject({ username: 'mara', role: 'member' });
    });
  });

  describe('are listed', () => {
    it('without the system’s own and the deleted, by id', async () => {
      const { ada } = world();
      const list = await ada.list('/users?per_page=500');
      expect(idsOf(list)).toEqual(idsOf(list).toSorted((a, b) => a - b));
      expect(list.body.map(({ username }) => username)).not.toContain('system');
      expect((await ada.list('/users?include_system=true')).body.map(({ username }) => username)).toContain('system');
    });

    it('by part of a name, whatever case and accents', async () => {
      const { ada, mara, person } = world();
      await person({ username: 'q-1', display_name: 'Zoë Åkesson 100%', email: 'hidden-zoe@example.org' });
      const names = async (client: typeof ada, q: string) =>
        (await client.list(`/users?q=${encodeURIComponent(q)}`)).body.map(({ username }) => username);
      for (const q of ['zoe', 'ÅKES', 'akes', '100%', 'Q-1']) expect(await names(mara, q), q).toEqual(['q-1']);
      expect(await names(mara, '%')).toEqual(['q-1']);
      expect(await names(mara, '_')).toEqual([]);
      expect(await names(ada, 'hidden-zoe')).toEqual(['q-1']);
      expect(await names(mara, 'hidden-zoe')).toEqual([]);
    });

    it('by role, activity and source', async () => {
      const { ada } = world();
      const each = (await ada.list('/users?per_page=500')).body;
      const listed = async (query: string) => idsOf(await ada.list(`/users?per_page=500&${query}`));
      expect(await listed('role=admin')).toEqual(each.filter(({ role }) => role === 'admin').map(({ id }) => id));
      expect(await listed('is_active=true')).toEqual(each.filter((one) => one.is_active).map(({ id }) => id));
      expect(await listed('source=ldap')).toEqual(each.filter(({ source }) => source === 'ldap').map(({ id }) => id));
    });

    it('in the requested order', async () => {
      const { ada } = world();
      const names = (await ada.list('/users?per_page=500&sort=-username')).body.map(({ username }) =>
        username.toLowerCase(),
      );
      expect(names.indexOf('mara')).toBeLessThan(names.indexOf('ada'));
      const times = (await ada.list('/users?per_page=500&sort=-created_at,id')).body.map(({ created_at: at }) =>
        String(at),
      );
      expect(times).toEqual(times.toSorted().toReversed());
    });
  });
});
