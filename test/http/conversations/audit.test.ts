import { describe, expect, it } from 'vitest';
import { brief, entriesOf } from '../../support/audit-entries.ts';
import { onEveryDatabase, type World } from '../../support/world.ts';

const lamp = async ({ ada }: World, fields: object = {}) =>
  (await ada.post('/items', { name: 'Lamp', ...fields })).body;
const made = async ({ ada }: World, path: string, fields: object) => (await ada.post(path, fields)).body;
let names = 0;
const word = () => {
  names += 1;
  return `word-${names}`;
};

onEveryDatabase('the audit log', (world) => {
  describe('has one entry for', () => {
    it('a login', async () => {
      const one = await world().person();
      const [entry, ...more] = await entriesOf(world(), () => world().signIn(one.username, one.password));
      expect(more).toEqual([]);
      expect(entry).toMatchObject({
        action: 'login',
        outcome: 'ok',
        actor_user_id: one.id,
        actor_username: one.username,
        actor_ip: '127.0.0.1',
        target_type: 'user',
        target_id: String(one.id),
        changes: null,
      });
    });

    it.each([
      ['a wrong password', 'mara', 'wrong_password'],
      ['an unknown name', 'no-such-name', 'unknown_user'],
    ])('a login that failed by %s has its cause only in the log', async (_, username, reason) => {
      const { anonymous, mara, clock } = world();
      const [entry, ...more] = await entriesOf(world(), async () => {
        const refused = await anonymous.post('/users/login', { username, password: world().password() });
        expect(refused).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
      });
      expect(more).toEqual([]);
      expect(entry).toMatchObject({
        action: 'login',
        outcome: 'denied',
        reason,
        actor_user_id: null,
        actor_username: null,
      });
      expect(entry).toMatchObject(
        username === 'mara'
          ? { target_type: 'user', target_id: String(mara.id) }
          : { target_type: 'username', target_id: username },
      );
      expect(entry?.at).toBe(clock.now().toISOString());
    });

    it('the end of a session, and of all', async () => {
      const one = await world().person();
      const again = await world().signIn(one.username, one.password);
      const entries = await entriesOf(world(), async () => {
        await one.post('/users/logout');
        await again.post('/users/logout-all');
      });
      expect(entries.map(brief)).toEqual([`logout ok user ${one.id}`, `token.revoke ok user ${one.id}`]);
    });

    it('what happens to an account', async () => {
      const { ada, password } = world();
      const [username, secret, other] = [word(), password(), password()];
      let id = 0;
      const entries = await entriesOf(world(), async () => {
        id = (await ada.post('/users', { username, password: secret, display_name: 'One' })).body.id;
        await ada.patch(`/users/${id}`, { display_name: 'Other', role: 'admin' });
        await ada.patch(`/users/${id}`, { password: other });
        await ada.post(`/users/${id}/revoke-tokens`);
        const one = await world().signIn(username, other);
        await one.patch('/users/me', { email: 'one@example.org' });
        await ada.delete(`/users/${id}`);
        await ada.post(`/users/${id}/restore`);
      });
      const on = `user ${id}`;
      expect(entries.map(brief)).toEqual([
        `user.create ok ${on}`,
        `user.update ok ${on}`,
        `user.update ok ${on}`,
        `token.revoke ok ${on}`,
        `login ok ${on}`,
        `user.update ok ${on}`,
        `user.delete ok ${on}`,
        `user.restore ok ${on}`,
      ]);
      expect(entries[0]?.changes).toMatchObject({
        username: { from: null, to: username },
        display_name: { from: null, to: 'One' },
        password: true,
      });
      expect(entries[1]?.changes).toEqual({
        display_name: { from: 'One', to: 'Other' },
        role: { from: 'member', to: 'admin' },
      });
      expect(entries[2]?.changes).toEqual({ password: true });
      expect(entries[5]).toMatchObject({
        actor_user_id: id,
        changes: { email: { from: null, to: 'one@example.org' } },
      });
    });

    it('a password of one’s own, changed or not', async () => {
      const one = await world().person();
      const fresh = world().password();
      const entries = await entriesOf(world(), async () => {
        const wrong = { current_password: world().password(), new_password: fresh };
        expect(await one.put('/users/me/password', wrong)).toMatchObject({ status: 422 });
        const right = { current_password: one.password, new_password: fresh };
        expect(await one.put('/users/me/password', right)).toMatchObject({ status: 200 });
      });
      expect(entries.map(brief)).toEqual([
        `password.change failed current_password_incorrect user ${one.id}`,
        `password.change ok user ${one.id}`,
      ]);
      expect(entries[1]?.changes).toEqual({ password: true });
    });

    it('what happens to an item', async () => {
      const { ada } = world();
      let id = 0;
      const entries = await entriesOf(world(), async () => {
        id = (await lamp(world(), { price: '12.5', quantity: 3 })).id;
        await ada.patch(`/items/${id}`, { price: '14', attributes: { colour: 'red' } });
        await ada.patch(`/items/${id}`, { price: '14.00' });
        expect(await ada.delete(`/items/${id}`)).toMatchObject({ status: 409 });
        await ada.delete(`/items/${id}?force=true`);
      });
      expect(entries.map(brief)).toEqual([
        `item.create ok item ${id}`,
        `item.update ok item ${id}`,
        `item.delete failed item_has_stock item ${id}`,
        `item.force_delete ok item ${id}`,
      ]);
      expect(entries[0]?.changes).toMatchObject({
        name: { from: null, to: 'Lamp' },
        price: { from: null, to: '12.50' },
      });
      expect(entries[1]?.changes).toEqual({
        price: { from: '12.50', to: '14.00' },
        attributes: { from: '{}', to: '{"colour":"red"}' },
      });
      expect(entries[3]?.changes).toEqual({ archived: { from: false, to: true } });
    });

    it.each([
      ['category', '/categories', { name: 'name' }],
      ['location', '/locations', { code: 'code' }],
    ])('what happens to a %s', async (type, path, members) => {
      const { ada } = world();
      const [name] = Object.keys(members) as [string];
      const [one, other] = [word(), word()];
      let id = 0;
      const entries = await entriesOf(world(), async () => {
        id = (await made(world(), path, { [name]: one })).id;
        await ada.patch(`${path}/${id}`, { [name]: other });
        expect(await ada.delete(`${path}/${id}`, { 'if-match': '"1"' })).toMatchObject({ status: 412 });
        await ada.delete(`${path}/${id}`);
      });
      expect(entries.map(brief)).toEqual([
        `${type}.create ok ${type} ${id}`,
        `${type}.update ok ${type} ${id}`,
        `${type}.delete failed precondition_failed ${type} ${id}`,
        `${type}.delete ok ${type} ${id}`,
      ]);
      expect(entries[1]?.changes).toEqual({ [name]: { from: one, to: other } });
      expect(entries[3]?.changes).toMatchObject({ [name]: { from: other, to: null } });
    });

    it('a request with a key, however often it is repeated', async () => {
      const headers = { 'idempotency-key': word() };
      const entries = await entriesOf(world(), async () => {
        for (let count = 0; count < 3; count += 1)
          await world().ada.post('/categories', { name: headers['idempotency-key'] }, headers);
      });
      expect(entries.map(({ action }) => action)).toEqual(['category.create']);
    });
  });

  describe('has none for', () => {
    it('what the ledger reports', async () => {
      const item = await lamp(world());
      const entries = await entriesOf(world(), () =>
        world().mara.post('/operations', { item_id: item.id, type: 'receipt', quantity: 1 }),
      );
      expect(entries).toEqual([]);
    });

    it('looking, changing nothing, and requests that make no sense', async () => {
      const { ada, mara } = world();
      const item = await lamp(world());
      const entries = await entriesOf(world(), async () => {
        await mara.get(`/items/${item.id}`);
        await ada.patch(`/items/${item.id}`, { name: 'Lamp' });
        await ada.patch(`/items/${item.id}`, { nonsense: 1 });
        await ada.post('/users', {});
        await world().anonymous.get('/users');
      });
      expect(entries).toEqual([]);
    });
  });

  describe('reports refused users', () => {
    it('a member at a route for administrators', async () => {
      const { mara } = world();
      const entries = await entriesOf(world(), async () => {
        for (const path of ['/audit', '/users?include_deleted=true']) {
          expect(await mara.get(path)).toMatchObject({ status: 403, body: { code: 'admin_required' } });
        }
        expect(await mara.post('/users', { nonsense: 1 })).toMatchObject({ status: 403 });
        expect(await mara.delete(`/items/1?force=true`)).toMatchObject({ status: 403 });
      });
      expect(entries.map(brief)).toEqual([
        'access.denied denied admin_required use_case audit.listAuditEntries',
        'access.denied denied admin_required use_case identity.listUsers',
        'user.create denied admin_required',
        'item.force_delete denied admin_required item 1',
      ]);
      expect(entries[0]).toMatchObject({ actor_user_id: mara.id, actor_username: 'mara' });
    });

    it('are invalid tokens, once a minute', async () => {
      const { as, clock } = world();
      clock.advance(60_000);
      const entries = await entriesOf(world(), async () => {
        for (let count = 0; count < 5; count += 1) expect((await as('not.a.token').get('/items')).status).toBe(401);
        clock.advance(60_000);
        expect((await as('not.a.token').get('/items')).status).toBe(401);
      });
      expect(entries.map(brief)).toEqual(['token.refused denied invalid_token', 'token.refused denied invalid_token']);
      expect(entries[0]).toMatchObject({ actor_user_id: null, actor_ip: '127.0.0.1' });
    });
  });

  it('cannot be forged by names and agents', async () => {
    const name = 'x\u2028{"action":"login","outcome":"ok"}';
    const headers = { 'user-agent': 'curl\t"; drop table audit_event', 'x-request-id': 'r.1' };
    const [entry] = await entriesOf(world(), () =>
      world().anonymous.ask('POST', '/users/login', {
        body: { username: name, password: world().password() },
        headers,
      }),
    );
    expect(entry).toMatchObject({
      action: 'login',
      outcome: 'denied',
      target_id: 'x\\u2028{"action":"login","outcome":"ok"}',
      user_agent: 'curl\\x09"; drop table audit_event',
      request_id: 'r.1',
    });
  });

  it('names the request of an entry', async () => {
    const asked = { body: { name: word() }, headers: { 'x-request-id': 'request-77', 'user-agent': 'a'.repeat(300) } };
    const [entry] = await entriesOf(world(), () => world().mara.ask('POST', '/categories', asked));
    expect(entry).toMatchObject({
      actor_username: 'mara',
      request_id: 'request-77',
      user_agent: expect.stringMatching(/^a{255}[a…]$/),
    });
  });
});

onEveryDatabase(
  'the audit log of limits',
  (world) => {
    it('has one entry for a flood of requests, which names the limit', async () => {
      const { mara } = world();
      const entries = await entriesOf(world(), async () => {
        const answers = [];
        for (let count = 0; count < 20; count += 1) answers.push((await mara.get('/items')).status);
        expect(answers.filter((status) => status === 429).length).toBeGreaterThan(5);
      });
      expect(entries.map(brief)).toEqual(['limited denied rate_limited limit api']);
      expect(entries[0]).toMatchObject({ actor_username: 'mara' });
    });

    it('has each failed login, and one entry for all that were not even tried', async () => {
      const { anonymous } = world();
      const entries = await entriesOf(world(), async () => {
        const attempt = { username: 'mara', password: world().password() };
        for (let count = 0; count < 9; count += 1) await anonymous.post('/users/login', attempt);
      });
      const reasons = entries.map(({ action, reason }) => `${action} ${reason}`);
      expect(reasons).toEqual([...Array(5).fill('login wrong_password'), 'login rate_limited']);
    });
  },
  { environment: { RATE_LIMIT_API: '12', RATE_LIMIT_LOGIN: '5' } },
);
