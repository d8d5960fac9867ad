import { Argon2PasswordHasher } from '@backroom/adapters-node';
import { describe, expect, it } from 'vitest';
import type { Answered, Published } from '../../support/client.ts';
import { claimsOf, headerOf } from '../../support/tokens.ts';
import { inWorld, onEveryDatabase, type World } from '../../support/world.ts';

const form = (fields: Readonly<Record<string, string>>) => ({
  text: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});
const refused = { status: 401, body: { code: 'invalid_credentials' } };
const HOUR = 3_600_000;

onEveryDatabase('sessions', (world) => {
  describe('signing in', () => {
    it('returns a token for eight hours, and the user’s own record', async () => {
      const { anonymous, mara, clock } = world();
      const { status, headers, body } = await anonymous.post('/users/login', {
        username: 'mara',
        password: mara.password,
      });
      const expires = Math.floor(clock.now().getTime() / 1_000) + 28_800;
      expect(status).toBe(200);
      expect(headers['cache-control']).toBe('no-store');
      expect(body).toEqual({
        access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        token_type: 'bearer',
        expires_in: 28_800,
        expires_at: new Date(expires * 1_000).toISOString(),
        user: {
          user_id: mara.id,
          id: mara.id,
          username: 'mara',
          display_name: 'Mara Lind',
          role: 'member',
          is_admin: false,
          source: 'local',
          must_change_password: false,
        },
      });
      expect(headerOf(body.access_token)).toEqual({ alg: 'HS256', typ: 'at+jwt', kid: expect.any(String) });
      expect(claimsOf(body.access_token)).toEqual({
        iss: 'inventory',
        aud: 'inventory-api',
        sub: String(mara.id),
        iat: expires - 28_800,
        exp: expires,
        jti: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
        tv: expect.any(Number),
      });
    });

    it('forbids HTTP/1.0 caches, too', async () => {
      const { anonymous, mara } = world();
      const { headers } = await anonymous.post('/users/login', { username: 'mara', password: mara.password });
      expect(headers.pragma).toBe('no-cache');
    });

    it('does not repeat a password of JSON that is declared as a form', async () => {
      const text = JSON.stringify({ username: 'mara', password: world().mara.password });
      const answer = await world().anonymous.ask('POST', '/users/login', { ...form({}), text });
      expect(answer).toMatchObject({ status: 400, body: { code: 'malformed_json' } });
      expect(answer.text).not.toContain(world().mara.password);
    });

    it('accepts a form', async () => {
      const { anonymous, mara } = world();
      const fields = { username: 'mara', password: mara.password };
      for (const more of [{}, { grant_type: 'password' }, { scope: 'a b', client_id: 'x', client_secret: 'y' }]) {
        expect(await anonymous.ask('POST', '/users/login', form({ ...fields, ...more }))).toMatchObject({
          status: 200,
        });
      }
    });

    it('supports one grant type', async () => {
      const { anonymous, mara } = world();
      const fields = { username: 'mara', password: mara.password, grant_type: 'client_credentials' };
      const unsupported = { status: 400, body: { code: 'unsupported_grant_type' } };
      expect(await anonymous.ask('POST', '/users/login', form(fields))).toMatchObject(unsupported);
    });

    it('ignores the case of the name, and how it is composed', async () => {
      const someUser = await world().person({ username: 'Ünal.Ærø' });
      for (const username of ['ünal.ærø', 'ÜNAL.ÆRØ', 'U\u0308nal.Ærø', ' Ünal.Ærø ']) {
        expect(
          await world().anonymous.post('/users/login', { username, password: someUser.password }),
          username,
        ).toMatchObject({ status: 200 });
      }
    });

    it.each<[string, unknown, string]>([
      ['without a body', undefined, 'body_required'],
      ['without a password', { username: 'mara' }, 'validation_failed'],
      ['without a name', { password: 'quiet-lantern-1' }, 'validation_failed'],
      ['with a name that is no text', { username: 1, password: 'quiet-lantern-1' }, 'validation_failed'],
      ['with a blank name', { username: '  ', password: 'quiet-lantern-1' }, 'validation_failed'],
      ['with an empty password', { username: 'mara', password: '' }, 'validation_failed'],
      ['with a password that is no text', { username: 'mara', password: ['quiet-lantern-1'] }, 'validation_failed'],
      ['with a member too many', { username: 'mara', password: 'quiet-lantern-1', remember_me: true }, 'unknown_field'],
    ])('is not tried %s', async (_, body, code) => {
      expect(await world().anonymous.post('/users/login', body)).toMatchObject({ status: 422, body: { code } });
    });

    it('does not read credentials from the query', async () => {
      const { anonymous, mara } = world();
      const query = new URLSearchParams({ username: 'mara', password: mara.password });
      expect(await anonymous.post(`/users/login?${query}`)).toMatchObject({ status: 422 });
      expect(await anonymous.post(`/users/login?${query}`, {})).toMatchObject({ status: 422 });
    });

    it('fails in one way, whatever the reason', async () => {
      const { ada, anonymous, person, password, later } = world();
      const [inactive, deleted, renamed] = [await person(), await person(), await person()];
      await ada.patch(`/users/${inactive.id}`, { is_active: false });
      await ada.delete(`/users/${deleted.id}`);
      await ada.patch(`/users/${renamed.id}`, { username: `${renamed.username}-now` });
      const { body: generated } = await ada.post('/users', { username: 'late-starter' });
      const { body: ofDirectory } = await ada.post('/users', { username: 'from-directory', source: 'ldap' });
      expect(ofDirectory.id).toBeGreaterThan(0);
      await later(72 * HOUR);
      const tries = [
        ['nobody-at-all', password()],
        ['mara', password()],
        ['mara', `${world().mara.password} `],
        ['mara', world().mara.password.toUpperCase()],
        [inactive.username, inactive.password],
        [deleted.username, deleted.password],
        [renamed.username, renamed.password],
        ['late-starter', generated.generated_password],
        ['from-directory', password()],
        ['system', password()],
        ["' or 1=1 --", password()],
        ['x'.repeat(320), password()],
      ];
      const failures: Answered[] = [];
      for (const [username, secret] of tries)
        failures.push(await anonymous.post('/users/login', { username, password: secret }));
      const [first] = failures;
      expect(first).toMatchObject({ ...refused, body: { title: 'Username or password is incorrect.' } });
      for (const failure of failures) expect(toldBy(failure)).toEqual(toldBy(first as Answered));
    });

    it('records the time of the last use', async () => {
      const { ada, person, clock } = world();
      const someUser = await person();
      clock.advance(60_000);
      await world().signIn(someUser.username, someUser.password);
      expect((await ada.get(`/users/${someUser.id}`)).body).toMatchObject({
        last_login_at: clock.now().toISOString(),
        last_login_source: 'local',
        version: 1,
      });
    });
  });

  describe('a session', () => {
    it('ends at logout, and no other session with it', async () => {
      const { person, signIn } = world();
      const one = await person();
      const other = await signIn(one.username, one.password);
      const { status, text } = await one.post('/users/logout');
      expect({ status, text }).toEqual({ status: 204, text: '' });
      expect(await one.get('/users/me')).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
      expect(await other.get('/users/me')).toMatchObject({ status: 200 });
      expect(await one.post('/users/logout')).toMatchObject({ status: 401 });
    });

    it('ends with all others of its user, and of no other user', async () => {
      const { person, signIn, mara } = world();
      const one = await person();
      const other = await signIn(one.username, one.password);
      expect(await one.post('/users/logout-all')).toMatchObject({ status: 204 });
      for (const ended of [one, other]) expect(await ended.get('/users/me')).toMatchObject({ status: 401 });
      expect(await mara.get('/users/me')).toMatchObject({ status: 200 });
      await signIn(one.username, one.password);
    });

    it('is ended by an administrator', async () => {
      const { ada, person } = world();
      const one = await person();
      expect(await ada.post(`/users/${one.id}/revoke-tokens`)).toMatchObject({ status: 204, text: '' });
      expect(await one.get('/users/me')).toMatchObject({ status: 401 });
      expect(await ada.post('/users/2147483647/revoke-tokens')).toMatchObject({ status: 404 });
    });
  });

  describe('changing one’s password', () => {
    it('returns a new token, and ends every older session', async () => {
      const { person, signIn, password, as, anonymous } = world();
      const one = await person();
      const other = await signIn(one.username, one.password);
      const changed = password();
      const { status, headers, body } = await one.put('/users/me/password', {
        current_password: one.password,
        new_password: changed,
      });
      expect(status).toBe(200);
      expect(headers['cache-control']).toBe('no-store');
      expect(body).toMatchObject({ token_type: 'bearer', expires_in: 28_800, user: { username: one.username } });
      for (const old of [one, other]) expect(await old.get('/users/me')).toMatchObject({ status: 401 });
      expect(await as(body.access_token).get('/users/me')).toMatchObject({ status: 200 });
      expect(await anonymous.post('/users/login', { username: one.username, password: one.password })).toMatchObject(
        refused,
      );
      await signIn(one.username, changed);
    });

    it('needs the present one', async () => {
      const { person, password } = world();
      const one = await person();
      const wrong = await one.put('/users/me/password', { current_password: password(), new_password: password() });
      expect(wrong).toMatchObject({
        status: 422,
        body: { code: 'current_password_incorrect', errors: [{ field: 'current_password' }] },
      });
      expect(await one.get('/users/me')).toMatchObject({ status: 200 });
      await world().signIn(one.username, one.password);
    });

    it.each<[string, string, string]>([
      ['seven characters', 'q7-lamp', 'too_short'],
      ['257 characters', `${'long-'.repeat(51)}xx`, 'too_long'],
      ['what too many use', 'Password1', 'password_too_common'],
      ['what too many use, in capitals', 'QWERTY123', 'password_too_common'],
      ['the name of the site', 'backroom', 'password_too_common'],
      ['the name of the site and digits', 'Backroom2026', 'password_too_common'],
    ])('refuses %s', async (_, chosen, code) => {
      const { mara } = world();
      const answer = await mara.put('/users/me/password', { current_password: mara.password, new_password: chosen });
      expect(answer).toMatchObject({ status: 422, body: { code, errors: [{ field: 'new_password', code }] } });
    });

    it('refuses the username, also with digits behind it', async () => {
      const one = await world().person({ username: 'lighthouse-keeper' });
      for (const chosen of ['lighthouse-keeper', 'LIGHTHOUSE-keeper42']) {
        const answer = await one.put('/users/me/password', { current_password: one.password, new_password: chosen });
        expect(answer).toMatchObject({
          status: 422,
          body: { code: 'password_contains_username', errors: [{ field: 'new_password' }] },
        });
      }
    });

    it.each([
      ['200 characters', 'harbour-'.repeat(25)],
      ['blanks at its ends', '  seven boats  '],
      ['emoji', '⛵⛵⛵⛵🌊🌊🌊🌊'],
      ['letters of every script', 'пароль-密码-κλειδί'],
      ['no digit and no capital', 'correct horse battery'],
      ['control characters', 'bell\u0007bell\u0007bell'],
    ])('takes %s exactly as typed', async (_, chosen) => {
      const { person, signIn, anonymous, keepSecret } = world();
      keepSecret(chosen, 'a chosen password');
      const one = await person();
      expect(
        await one.put('/users/me/password', { current_password: one.password, new_password: chosen }),
      ).toMatchObject({ status: 200 });
      await signIn(one.username, chosen);
      for (const other of [chosen.trim(), `${chosen} `, chosen.normalize('NFKD')].filter((each) => each !== chosen)) {
        expect(await anonymous.post('/users/login', { username: one.username, password: other })).toMatchObject(
          refused,
        );
      }
    });
  });
});

/** Everything but the time and the id of the request, whose length counts. */
function toldBy({ status, headers, text, body }: Answered) {
  const { date: _, 'x-request-id': __, ...others } = headers;
  return { status, headers: others, length: text.length, body: { ...body, request_id: '' } };
}

describe('a failed login', () => {
  const passwords = new Argon2PasswordHasher();
  inWorld(
    'postgres',
    (world) => {
      const median = (values: readonly number[]) =>
        values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
      const timed = async (username: string) => {
        const started = performance.now();
        expect(
          await world().anonymous.post('/users/login', { username, password: 'quiet-wrong-lantern' }),
        ).toMatchObject(refused);
        return performance.now() - started;
      };

      // A machine that is busy with something else is measured again.
      it('takes as long for an unknown name as for a wrong password', { retry: 5 }, async () => {
        const times = { unknown: [] as number[], wrong: [] as number[] };
        for (let round = 0; round < 30; round += 1) {
          times.unknown.push(await timed('nobody-at-all'));
          times.wrong.push(await timed('mara'));
        }
        const [unknown, wrong] = [median(times.unknown), median(times.wrong)];
        expect(Math.abs(unknown - wrong) / Math.max(unknown, wrong)).toBeLessThan(0.2);
        // A real hash was computed each time.
        expect(Math.min(...times.unknown, ...times.wrong)).toBeGreaterThan(5);
      });
    },
    // Counted like everywhere, but not as few.
    {
      ports: { passwords },
      environment: { RATE_LIMIT_LOGIN: '1000', RATE_LIMIT_LOGIN_NAME: '1000', RATE_LIMIT_LOGIN_IP: '1000' },
    },
  );
});

describe('a failed login on a floor of time', () => {
  inWorld(
    'postgres',
    (world) => {
      const spent = async (world: World, secret: string): Promise<readonly [number, Answered<Published>]> => {
        const started = world.clock.now().getTime();
        const answer = await world.anonymous.post('/users/login', { username: 'mara', password: secret });
        return [world.clock.now().getTime() - started, answer];
      };

      it('waits until it is over; a good one does not', async () => {
        expect(await spent(world(), world().password())).toEqual([250, expect.objectContaining({ status: 401 })]);
        expect(await spent(world(), world().mara.password)).toEqual([0, expect.objectContaining({ status: 200 })]);
      });
    },
    { environment: { LOGIN_MIN_MS: '250' } },
  );
});
