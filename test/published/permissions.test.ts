import type { MemberAccess, Ports, UseCase } from '@backroom/core';
import { inventoryRoutes, route } from '@backroom/core/interface';
import { describe, expect, it } from 'vitest';
import type { Answered, Client } from '../support/client.ts';
import { addressOf, type Endpoint, endpointsOf, takesBody } from '../support/every-route.ts';
import { inWorld, onEveryDatabase, type World } from '../support/world.ts';
import { type Level, memberLevels, permissions } from './permission-table.ts';

const endpoints = endpointsOf(inventoryRoutes({ publicDocs: false }));
const levelOf = ({ name }: Endpoint): Level => permissions[name] ?? 'admin';
/** On this machine the descriptions need no token; these requests come from elsewhere. */
const headers = { via: '1.1 proxy.example.org' };
const ask = (client: Client, endpoint: Endpoint, body: unknown = {}): Promise<Answered> =>
  client.ask(endpoint.method, addressOf(endpoint.path), { headers, ...(takesBody(endpoint) && { body }) });

/** Refusals that are about the caller; any other answer means that the caller was admitted. */
const aboutCaller = [
  'missing_token',
  'invalid_token',
  'admin_required',
  'access_level_too_low',
  'password_change_required',
];
const isLetThrough = ({ body }: Answered) => !aboutCaller.includes(body?.code);

/** The level of the access of a use case. */
const levels: Readonly<Record<string, Level>> = {
  anyone: 'anyone',
  'own-session': 'own session',
  'signed-in': 'signed in',
  read_inventory: 'signed in',
  record_operations: 'record',
  edit_catalog: 'edit',
  manage_inventory: 'admin',
  manage_users: 'admin',
  manage_system: 'admin',
  // Members have no capabilities of the shop.
  manage_store: 'admin',
  manage_settings: 'admin',
  manage_extensions: 'admin',
  manage_themes: 'admin',
  read_mail_log: 'admin',
};

describe('the permission table', () => {
  it('has every endpoint, and no other', () => {
    expect(endpoints.map(({ name }) => name).toSorted()).toEqual(Object.keys(permissions).toSorted());
  });

  it.each(endpoints)('is what the use case behind $name declares', (endpoint) => {
    expect(levels[endpoint.route.access]).toBe(levelOf(endpoint));
  });

  it('leaves open only the sign-in, the health of the process and public keys', () => {
    const open = endpoints.filter(({ route: { access } }) => access === 'anyone').map(({ name }) => name);
    expect(open).toEqual([
      'GET /session',
      'POST /session',
      'POST /users/login',
      'GET /health',
      'GET /health/live',
      'GET /health/ready',
      'GET /.well-known/jwks.json',
    ]);
  });
});

function declareMatrix(world: () => World, memberAccess: MemberAccess): void {
  it.each(endpoints)('$name', async (endpoint) => {
    const { anonymous, as, signIn, ada, mara } = world();
    const level = levelOf(endpoint);
    // Some routes end the session of the request.
    const [administrator, member] = [await signIn('ada', ada.password), await signIn('mara', mara.password)];
    const answers = {
      anonymous: await ask(anonymous, endpoint),
      garbage: await ask(as('not.a.token'), endpoint),
      member: await ask(member, endpoint),
      administrator: await ask(administrator, endpoint),
    };
    expect(answers.administrator, answers.administrator.text).toSatisfy(isLetThrough);
    if (level === 'anyone') {
      for (const answer of Object.values(answers)) expect(answer).toSatisfy(isLetThrough);
      return;
    }
    expect(answers.anonymous).toMatchObject({ status: 401, body: { code: 'missing_token' } });
    expect(answers.garbage).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
    if (memberLevels[memberAccess].includes(level)) expect(answers.member, answers.member.text).toSatisfy(isLetThrough);
    else {
      const code = level === 'admin' ? 'admin_required' : 'access_level_too_low';
      expect(answers.member).toMatchObject({ status: 403, body: { code } });
    }
  });
}

onEveryDatabase('the permission matrix', (world) => declareMatrix(world, 'contribute'));

describe.each(['operate', 'read'] as const)('with MEMBER_ACCESS=%s', (access) => {
  inWorld('postgres', (world) => declareMatrix(world, access), { environment: { MEMBER_ACCESS: access } });
});

describe('a caller without permission', () => {
  inWorld('postgres', (world) => {
    const closed = endpoints.filter((endpoint) => levelOf(endpoint) === 'admin');

    it.each(closed)('gets no other refusal from $name', async (endpoint) => {
      const { mara } = world();
      const { id } = await world().person();
      for (const where of [addressOf(endpoint.path), addressOf(endpoint.path, { id: String(id) })]) {
        const refused = { status: 403, body: { code: 'admin_required' } };
        expect(await mara.ask(endpoint.method, `${where}?nonsense=1`)).toMatchObject(refused);
        if (!takesBody(endpoint)) continue;
        const text = (type: string, body: string) =>
          mara.ask(endpoint.method, where, { text: body, headers: { 'content-type': type } });
        expect(await text('text/plain', 'hello')).toMatchObject(refused);
        expect(await text('application/json', '{')).toMatchObject(refused);
        expect(await text('application/json', '{"nonsense":1}')).toMatchObject(refused);
        expect(await text('application/json', `{"note":"${'x'.repeat(2_000_000)}"}`)).toMatchObject(refused);
        const stale = { 'if-match': '"999"' };
        expect(await mara.ask(endpoint.method, where, { body: {}, headers: stale })).toMatchObject(refused);
      }
    });

    it.each(endpoints.filter(({ route: { access } }) => access !== 'anyone'))(
      'needs a token first at $name',
      async (endpoint) => {
        const { anonymous } = world();
        const refused = { status: 401, body: { code: 'missing_token' } };
        const asking = takesBody(endpoint)
          ? { text: '{', headers: { ...headers, 'content-type': 'text/plain' } }
          : { headers };
        expect(await anonymous.ask(endpoint.method, `${addressOf(endpoint.path)}?nonsense=1`, asking)).toMatchObject(
          refused,
        );
        expect(await anonymous.ask(endpoint.method, `${addressOf(endpoint.path)}/`, asking)).toMatchObject(refused);
      },
    );

    it('needs a token before the method is checked', async () => {
      for (const path of new Set(
        endpoints.filter(({ name }) => levelOf({ name } as Endpoint) !== 'anyone').map(({ path }) => path),
      )) {
        for (const method of ['HEAD', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'REPORT']) {
          if (world().routeOf(method, addressOf(path))?.access === 'anyone') continue;
          expect(await world().anonymous.ask(method, addressOf(path), { headers }), `${method} ${path}`).toMatchObject({
            status: 401,
          });
        }
      }
    });

    it('reads other users only in part', async () => {
      const { ada, mara } = world();
      const reduced = ['created_at', 'display_name', 'id', 'is_active', 'is_admin', 'role', 'user_id', 'username'];
      expect(Object.keys((await mara.get(`/users/${ada.id}`)).body).toSorted()).toEqual(reduced);
      const { body } = await mara.list('/users');
      const others = body.filter(({ id }) => id !== mara.id);
      expect(others.length).toBeGreaterThan(0);
      for (const other of others) expect(Object.keys(other).toSorted()).toEqual(reduced);
    });

    it.each([
      ['GET', '/users?include_deleted=true'],
      ['GET', '/users?include_system=true'],
      ['GET', '/users?source=local'],
      ['GET', '/users?sort=last_login_at'],
      ['GET', '/users/1?include_deleted=true'],
    ])('may not request %s %s', async (method, path) => {
      expect(await world().mara.ask(method, path)).toMatchObject({ status: 403, body: { code: 'admin_required' } });
    });

    it('may not allow negative stock, nor write stock off', async () => {
      const { ada, mara } = world();
      const refused = { status: 403, body: { code: 'admin_required' } };
      expect(await mara.post('/items', { name: 'Lamp', allow_negative: true })).toMatchObject(refused);
      const { body: item } = await ada.post('/items', { name: 'Lamp', quantity: 2 });
      expect(await mara.patch(`/items/${item.id}`, { allow_negative: true })).toMatchObject(refused);
      expect(await mara.delete(`/items/${item.id}?force=true`)).toMatchObject(refused);
      expect(await mara.get(`/items/${item.id}`)).toMatchObject({
        body: { allow_negative: false, quantity: 2, archived: false },
      });
    });

    it('may not reverse operations of other users', async () => {
      const { ada, mara } = world();
      const { body: item } = await ada.post('/items', { name: 'Lamp', quantity: 2 });
      const { body: operations } = await mara.list(`/items/${item.id}/operations`);
      expect(await mara.post(`/operations/${operations[0]?.id}/reverse`)).toMatchObject({
        status: 403,
        body: { code: 'admin_required' },
      });
    });
  });
});

describe('a user who has to choose a new password', () => {
  inWorld('postgres', (world) => {
    it.each(endpoints)('is kept from $name until then', async (endpoint) => {
      const { ada, person } = world();
      const someUser = await person({ role: 'admin' });
      await ada.patch(`/users/${someUser.id}`, { must_change_password: true });
      const answer = await ask(someUser, endpoint);
      if (['anyone', 'own session'].includes(levelOf(endpoint))) expect(answer).toSatisfy(isLetThrough);
      else expect(answer).toMatchObject({ status: 403, body: { code: 'password_change_required' } });
    });
  });
});

/** Never called: the compiler reads it. */
const declarations = (make: UseCase<Ports, object, object>['make']) => [
  route({
    methods: ['GET'],
    path: '/secrets',
    summary: 'Read all secrets.',
    useCase: { access: 'signed-in', effect: 'read', transaction: 'core', repeats: 'none', make },
  }),
  route({
    methods: ['GET'],
    path: '/secrets',
    summary: 'Read all secrets.',
    // @ts-expect-error -- without an access
    useCase: { effect: 'read', transaction: 'core', repeats: 'none', make },
  }),
  route({
    methods: ['GET'],
    path: '/secrets',
    summary: 'Read all secrets.',
    // @ts-expect-error -- there is no such capability
    useCase: { access: 'whoever', effect: 'read', transaction: 'core', repeats: 'none', make },
  }),
];

describe('a route', () => {
  it('does not compile without a declared access', () => {
    expect(declarations).toBeTypeOf('function');
  });
});
