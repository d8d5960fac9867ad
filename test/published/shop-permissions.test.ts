import { allCapabilities, capabilitiesOf, shopCapabilities } from '@backroom/core';
import { type ShopRoute, shopNamespaces, shopRoutes } from '@backroom/core/interface';
import { beforeAll, describe, expect, it } from 'vitest';
import { askShop, type ShopAnswered, type ShopRequestInit } from '../support/shop-client.ts';
import { onEveryDatabase, type Person } from '../support/world.ts';
import { holders, type ShopLevel, shopPermissions } from './shop-permission-table.ts';
import { goodObject, sampleAddress } from './shop-samples.ts';

const roots = shopNamespaces.map((each) => `GET /${each}`);
const table: Readonly<Record<string, ShopLevel>> = {
  ...Object.fromEntries(roots.map((name) => [name, 'anyone'] as const)),
  ...shopPermissions,
};
const endpoints = shopRoutes().flatMap((route) =>
  route.methods.map((method) => ({ name: `${method} ${route.path}`, method, route })),
);
type Endpoint = (typeof endpoints)[number];

/** The level of the access of a use case. */
const levelOfAccess = (access: ShopRoute['access']): string =>
  ({ anyone: 'anyone', 'own-session': 'signed in', 'signed-in': 'signed in' })[access as string] ?? access;

describe('the permission table of the shop', () => {
  it('has every endpoint, and no other', () => {
    const names = new Set(endpoints.map(({ name }) => name));
    expect([...names].toSorted()).toEqual(Object.keys(table).toSorted());
  });

  it.each(endpoints)('is what the use case behind $name declares', ({ name, route }) => {
    expect(levelOfAccess(route.access)).toBe(table[name] === 'token' ? 'anyone' : table[name]);
  });

  it('has every capability of the shop', () => {
    expect(Object.keys(holders)).toEqual(shopCapabilities);
  });

  it.each(['store_manager', 'editor', 'customer'] as const)('is what a %s may do', (role) => {
    const held = capabilitiesOf('member', 'read', role);
    const expected = shopCapabilities.filter((each) => (holders[each] as readonly string[]).includes(role));
    expect(shopCapabilities.filter((each) => held.has(each))).toEqual(expected);
  });

  it('gives administrators everything, and members without a role in the shop nothing of it', () => {
    expect([...capabilitiesOf('admin', 'read', null)]).toEqual(allCapabilities);
    expect(shopCapabilities.filter((each) => capabilitiesOf('member', 'contribute').has(each))).toEqual([]);
  });
});

/** The query of the parameters that a request needs; no request goes to other servers. */
const neededQuery = (params: ShopRoute['params']): string => {
  const needed = Object.entries(params).filter(([, { required }]) => required);
  if (needed.length === 0) return '';
  const query = Object.entries(goodObject(Object.fromEntries(needed))).map(([name, value]) => [name, String(value)]);
  return `?${new URLSearchParams([...query, ...('discover' in params ? [['discover', 'false']] : [])])}`;
};

const people = ['administrator', 'store_manager', 'editor', 'customer', 'member'] as const;
const mayUse = (level: ShopLevel | undefined, who: (typeof people)[number]): boolean =>
  level === 'anyone' ||
  level === 'token' ||
  level === 'signed in' ||
  who === 'administrator' ||
  (level !== undefined && (holders[level] as readonly string[]).includes(who));

onEveryDatabase(
  'the permission matrix of the shop',
  (world) => {
    const known = new Map<string, Person>();
    beforeAll(async () => {
      known.set('administrator', world().ada);
      for (const role of ['store_manager', 'editor', 'customer'] as const)
        known.set(role, await world().person({ shop_role: role }));
      known.set('member', world().mara);
    });
    const ask = ({ method, route }: Endpoint, credential: ShopRequestInit): Promise<ShopAnswered> => {
      const address = sampleAddress(route.path, route.variables) + (method === 'GET' ? neededQuery(route.params) : '');
      const hasBody = method !== 'GET' && (method !== 'DELETE' || Object.keys(route.params).length > 0);
      const body = hasBody ? { body: goodObject(route.params) } : {};
      return askShop(world(), method, address, { ...credential, ...body });
    };
    const isLetThrough = ({ status, body }: ShopAnswered) =>
      (status !== 401 && status !== 403) ||
      ['pairing_code_wrong', 'connector_unknown_site', 'invalid_permission_heartbeat_data'].includes(body.code) ||
      body.message.startsWith('This code is not valid.');
    /** Some routes revoke the password of the request, so each request has a fresh one. */
    const freshPassword = async ({ username, token = '' }: Person): Promise<ShopRequestInit> => {
      const route = '/cms/v2/users/me/application-passwords';
      const made = await askShop(world(), 'POST', route, { bearer: token, body: { name: 'Matrix' } });
      keep(made);
      return { basic: [username, made.body.password] };
    };
    const keep = ({ body }: ShopAnswered) => {
      if (typeof body.password === 'string') world().keepSecret(body.password.replaceAll(' ', ''), 'a password');
    };

    it.each(endpoints)('$name', async (endpoint) => {
      const level = table[endpoint.name];
      const anonymous = await ask(endpoint, {});
      if (level === 'anyone' || level === 'token') expect(anonymous, anonymous.text).toSatisfy(isLetThrough);
      else expect(anonymous.status).toBe(401);
      const wrong = { basic: ['ada', 'abcd EFGH 1234 ijkl MNOP 6789'] } as const;
      expect(await ask(endpoint, wrong)).toMatchObject({ status: 401, body: { code: 'incorrect_password' } });
      expect(await ask(endpoint, { bearer: 'not.a.token' })).toMatchObject({
        status: 401,
        body: { code: 'invalid_token' },
      });
      for (const who of people) {
        const person = known.get(who) as Person;
        for (const credential of [async () => ({ bearer: person.token ?? '' }), () => freshPassword(person)]) {
          const answer = await ask(endpoint, await credential());
          keep(answer);
          if (mayUse(level, who)) expect(answer, `${who}: ${answer.text}`).toSatisfy(isLetThrough);
          else expect(answer.status, who).toBe(403);
        }
      }
    });
  },
  { environment: { RATE_LIMIT_APPLICATION_PASSWORD: '0', RATE_LIMIT_APPLICATION_PASSWORD_IP: '0' } },
);
