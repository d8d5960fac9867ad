import { Argon2PasswordHasher } from '@backroom/adapters-node';
import type { PasswordHasher } from '@backroom/core/identity';
import { describe, expect, it } from 'vitest';
import type { Answered } from '../../support/client.ts';
import { openBrowser } from '../../support/page-browser.ts';
import { onEveryDatabase, type Person } from '../../support/world.ts';

/** Passwords are hashed cheaply, and every check is counted. */
function countingPasswords() {
  const real = new Argon2PasswordHasher({ memoryKib: 64, passes: 1 });
  let checks = 0;
  const passwords: PasswordHasher = {
    hash: (password) => real.hash(password),
    verify: (password, hash) => {
      checks += 1;
      return real.verify(password, hash);
    },
    needsRehash: (hash) => real.needsRehash(hash),
  };
  return { passwords, checks: () => checks };
}

const counting = countingPasswords();
const usual = {
  RATE_LIMIT_LOGIN: '5',
  RATE_LIMIT_LOGIN_NAME: '50',
  RATE_LIMIT_LOGIN_IP: '60',
  RATE_LIMIT_LOGIN_IP_ATTEMPTS: '300',
};
const from = (ip: string) => ({ 'x-forwarded-for': ip });
const limited = { status: 429, body: { code: 'rate_limited' } };
const unknown = { status: 401, body: { code: 'invalid_credentials' } };

/** Everything but the id of the request and what goes by with time. */
function toldBy({ status, headers, body }: Answered) {
  const passing = ['date', 'x-request-id', 'retry-after', 'ratelimit', 'ratelimit-reset'];
  const others = Object.entries(headers).filter(([name]) => !passing.includes(name));
  return { status, headers: Object.fromEntries(others), body: { ...body, request_id: '' } };
}

onEveryDatabase(
  'limits of logins',
  (world) => {
    let addresses = 0;
    /** An address that no other test uses. */
    const somewhere = () => {
      addresses += 1;
      return `10.${addresses >> 8}.${addresses & 0xff}.1`;
    };
    const logIn = (username: string, password: string, ip: string) =>
      world().anonymous.post('/users/login', { username, password }, from(ip));
    const fail = async (username: string, times: number, ip: string) => {
      for (let count = 0; count < times; count += 1)
        expect(await logIn(username, world().password(), ip)).toMatchObject(unknown);
    };

    it('refuse the sixth after five wrong passwords, also when it is right, and check nothing', async () => {
      const someUser = await world().person();
      const ip = somewhere();
      await fail(someUser.username, 5, ip);
      const before = counting.checks();
      for (const password of [world().password(), someUser.password]) {
        const { status, headers, body } = await logIn(someUser.username, password, ip);
        expect({ status, code: body.code }).toEqual({ status: 429, code: 'rate_limited' });
        expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
        expect(Number(headers['retry-after'])).toBeLessThanOrEqual(10);
        expect(headers['ratelimit-policy']).toMatch(/^"login";/);
      }
      expect(counting.checks()).toBe(before);
    });

    it('are the same for an unknown name', async () => {
      const someUser = await world().person();
      const [one, other] = [somewhere(), somewhere()];
      for (let count = 0; count < 6; count += 1) {
        const known = await logIn(someUser.username, world().password(), one);
        const nobodys = await logIn('nobody-of-this-name', world().password(), other);
        expect(toldBy(nobodys)).toEqual(toldBy(known));
      }
    });

    it('hold for an unknown name', async () => {
      const ip = somewhere();
      await fail('nobody-of-that-name', 5, ip);
      expect(await logIn('nobody-of-that-name', world().password(), ip)).toMatchObject(limited);
    });

    it('have the number of attempts left', async () => {
      const someUser = await world().person();
      const { headers } = await logIn(someUser.username, world().password(), somewhere());
      expect(headers).toMatchObject({ 'ratelimit-policy': '"login";q=5;w=60', 'ratelimit-remaining': '4' });
    });

    it('admit the owner from another address after forty failures elsewhere', async () => {
      const owner = await world().person();
      for (let place = 0; place < 10; place += 1) await fail(owner.username, 4, somewhere());
      expect(await logIn(owner.username, owner.password, somewhere())).toMatchObject({ status: 200 });
    });

    it('admit the owner at an address of an earlier login while others guess from sixty addresses', async () => {
      const [owner, home] = [await world().person(), somewhere()];
      expect(await logIn(owner.username, owner.password, home)).toMatchObject({ status: 200 });
      for (let place = 0; place < 60; place += 1) await logIn(owner.username, world().password(), somewhere());
      expect(await logIn(owner.username, owner.password, somewhere())).toMatchObject(limited);
      expect(await logIn(owner.username, world().password(), home)).toMatchObject(unknown);
      expect(await logIn(owner.username, owner.password, home)).toMatchObject({ status: 200 });
    });

    it('admit the owner with a browser of an earlier login, at any address', async () => {
      const owner = await world().person();
      const headers = from(somewhere());
      const browser = openBrowser(world, headers);
      const signIn = async (ip: string) => {
        Object.assign(headers, from(ip));
        browser.cookies.delete('cms_session');
        return (await browser.signIn(owner)).status;
      };
      expect(await signIn(somewhere())).toBe(303);
      for (let place = 0; place < 60; place += 1) await logIn(owner.username, world().password(), somewhere());
      expect(await logIn(owner.username, owner.password, somewhere())).toMatchObject(limited);
      expect(await signIn(somewhere())).toBe(303);
    });

    it('allow at most five checks of twenty concurrent attempts', async () => {
      const someUser = await world().person();
      const [ip, before] = [somewhere(), counting.checks()];
      const tries = Array.from({ length: 20 }, () => logIn(someUser.username, world().password(), ip));
      const statuses = (await Promise.all(tries)).map(({ status }) => status);
      expect(counting.checks() - before).toBe(5);
      expect(statuses.toSorted()).toEqual([...Array(5).fill(401), ...Array(15).fill(429)]);
    });

    it('hold for the sixty-first failure from one address, whatever the name', async () => {
      const ip = somewhere();
      for (let count = 0; count < 60; count += 1) await fail(`sprayed-${count}`, 1, ip);
      const someUser = await world().person();
      expect(await logIn(someUser.username, someUser.password, ip)).toMatchObject(limited);
      expect(await logIn(someUser.username, someUser.password, somewhere())).toMatchObject({ status: 200 });
    });

    it('count wrong current passwords, too', async () => {
      const { person, password } = world();
      const one = await person();
      const change = (current: string) =>
        one.put('/users/me/password', { current_password: current, new_password: password() }, from('10.99.0.1'));
      for (let count = 0; count < 5; count += 1) expect(await change(password())).toMatchObject({ status: 422 });
      expect(await change(one.password)).toMatchObject(limited);
      expect(await logIn(one.username, one.password, '10.99.0.1')).toMatchObject(limited);
    });

    describe('unlocking', () => {
      const locked = async (): Promise<readonly [Person, string]> => {
        const [someUser, ip] = [await world().person(), somewhere()];
        await fail(someUser.username, 5, ip);
        expect(await logIn(someUser.username, someUser.password, ip)).toMatchObject(limited);
        return [someUser, ip];
      };

      it('admits a user at once', async () => {
        const [someUser, ip] = await locked();
        expect(await world().ada.post(`/users/${someUser.id}/unlock`)).toMatchObject({ status: 204, text: '' });
        expect(await logIn(someUser.username, someUser.password, ip)).toMatchObject({ status: 200 });
      });

      it('is for administrators, and for users there are', async () => {
        const [someUser, ip] = await locked();
        expect(await world().mara.post(`/users/${someUser.id}/unlock`)).toMatchObject({ status: 403 });
        expect(await world().ada.post('/users/2147483647/unlock')).toMatchObject({ status: 404 });
        expect(await logIn(someUser.username, someUser.password, ip)).toMatchObject(limited);
      });
    });
  },
  { environment: { ...usual, TRUST_PROXY: '1' }, ports: { passwords: counting.passwords } },
);

onEveryDatabase(
  'limits of requests',
  (world) => {
    it('are in the headers of every answer, and end in 429', async () => {
      const someUser = await world().person();
      const statuses: number[] = [];
      let last = await someUser.get('/users/me');
      expect(last.headers).toMatchObject({ 'ratelimit-policy': '"api";q=90;w=60', 'ratelimit-limit': '90' });
      for (let count = 0; count < 100; count += 1) {
        last = await someUser.get('/users/me');
        statuses.push(last.status);
      }
      expect(statuses).toEqual([...Array(89).fill(200), ...Array(11).fill(429)]);
      expect(last).toMatchObject({ ...limited, headers: { 'ratelimit-remaining': '0' } });
      expect(Number(last.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    });

    it('count changes apart, each line of a batch for itself', async () => {
      const someUser = await world().person();
      const { body: item } = await world().ada.post('/items', { name: 'Counted lamp' });
      const line = { item_id: item.id, type: 'receipt', quantity: 1 };
      const batch = (lines: number) => someUser.post('/operations/batch', { operations: Array(lines).fill(line) });
      expect(await batch(20)).toMatchObject({
        status: 201,
        headers: { ratelimit: expect.stringMatching(/^"write";r=5;/) },
      });
      expect(await batch(6)).toMatchObject(limited);
      expect((await world().ada.get(`/items/${item.id}`)).body.quantity).toBe(20);
      expect(await someUser.get('/items')).toMatchObject({ status: 200 });
    });

    it('hold for bad tokens of one address, and for no other', async () => {
      const ask = (ip: string) => world().anonymous.get('/items', { authorization: 'Bearer a.b.c', ...from(ip) });
      const statuses: number[] = [];
      for (let count = 0; count < 12; count += 1) statuses.push((await ask('10.1.2.3')).status);
      expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
      expect(await world().anonymous.get('/version', from('10.1.2.3'))).toMatchObject(limited);
      expect(await ask('10.1.2.4')).toMatchObject({ status: 401 });
    });

    it('do not hold for valid tokens and passwords of that address, nor for probes', async () => {
      const [someUser, ip] = [await world().person(), from('10.1.2.5')];
      for (let count = 0; count < 30; count += 1) await world().anonymous.get('/items', ip);
      expect(await world().anonymous.get('/items', ip)).toMatchObject(limited);
      expect(await someUser.get('/items', ip)).toMatchObject({ status: 200 });
      const { username, password } = someUser;
      expect(await world().anonymous.post('/users/login', { username, password }, ip)).toMatchObject({ status: 200 });
      for (const path of ['/health', '/health/live', '/health/ready'])
        expect(await world().anonymous.get(path, ip)).toMatchObject({ status: 200 });
    });

    const shopLimited = { status: 429, body: { code: 'rate_limit_exceeded' } };
    const index = '/index.php?rest_route=/';
    it.each([
      ['the index', index, {}],
      ['a route for members', '/cms-json/shop-admin/options?options=blogname', {}],
      ['nothing', '/cms-json/nowhere', {}],
      ['a bad token', index, { authorization: 'Bearer a.b.c' }],
      ['a wrong application password', index, { authorization: `Basic ${btoa('mara:wrong')}` }],
    ])('hold on the shop interface for callers without a valid credential: %s', async (name, path, headers) => {
      const ip = from(`10.1.3.${name.length}`);
      const ask = () => world().anonymous.get(path, { ...headers, ...ip });
      for (let count = 0; count < 10; count += 1) expect((await ask()).status).not.toBe(429);
      const refused = await ask();
      expect(refused).toMatchObject(shopLimited);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(await world().mara.get(index, ip)).toMatchObject({ status: 200 });
      expect(await world().anonymous.ask('OPTIONS', index, { headers: ip })).toMatchObject({ status: 200 });
    });
  },
  {
    environment: {
      TRUST_PROXY: '1',
      RATE_LIMIT_API: '90',
      RATE_LIMIT_WRITE: '25',
      RATE_LIMIT_ANONYMOUS: '10',
    },
  },
);
