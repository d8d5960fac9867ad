import { PHONE_APP_ID } from '@backroom/core/phones';
import { describe, expect, it } from 'vitest';
import { aDevice, phoneClient, phoneLimits, screenClient, textOf, tokenIn } from '../../support/phone-client.ts';
import { askShop, type ShopRequestInit } from '../../support/shop-client.ts';
import { onEveryDatabase } from '../../support/world.ts';

const second = 1_000;
const minute = 60 * second;

onEveryDatabase(
  'sign-in of phones',
  (world) => {
    const ask = (method: string, route: string, init?: ShopRequestInit) => askShop(world(), method, route, init);
    const phone = phoneClient(ask);
    const keep = (secret: string, what: string) => {
      if (secret !== '') world().keepSecret(secret, what);
      return secret;
    };
    const manager = async () => {
      const email = `manager-${Math.random()}@example.org`;
      const person = await world().person({ shop_role: 'store_manager', email });
      return { ...person, email, screen: screenClient(ask, { bearer: person.token ?? '' }) };
    };
    /** A manager, and a token that no phone has scanned. */
    const shown = async () => {
      const person = await manager();
      const answer = await person.screen.issue();
      expect(answer.status, answer.text).toBe(200);
      return { ...person, answer, token: keep(tokenIn(textOf(answer, 'qr_url')), 'the token of a code') };
    };
    const scanned = async () => {
      const before = await shown();
      const scan = await phone.scan(before.token);
      expect(scan.status, scan.text).toBe(200);
      const session = keep(textOf(scan, 'session_id'), 'the session of a phone');
      return { ...before, scan, session, real: textOf(scan, 'real_number') };
    };
    const approved = async () => {
      const before = await scanned();
      expect(await before.screen.approve(before.token, before.real)).toMatchObject({ body: { state: 'approved' } });
      const state = await phone.session(before.session, before.token);
      const grant = keep(textOf(state, 'exchange_grant'), 'the grant of a phone');
      return { ...before, state, grant };
    };
    const exchanged = async () => {
      const before = await approved();
      const exchange = await phone.exchange(before.token, before.grant);
      expect(exchange.status, exchange.text).toBe(200);
      keep(textOf(exchange, 'application_password'), 'the password of a phone');
      return { ...before, exchange };
    };
    const refusedWith = (status: number, code: string) => ({ status, body: { code, data: { status } } });
    const wrongOf = (numbers: unknown, real: string) => (numbers as string[]).find((each) => each !== real) ?? '';
    const statusOf = async (of: Awaited<ReturnType<typeof shown>>) => (await of.screen.status(of.token)).body;

    it('completes a task of onboarding, also after the phone was signed out', async () => {
      const task = async (bearer?: string) => {
        const { body } = await ask('GET', '/shop-admin/onboarding/tasks?ids=extended', { bearer: bearer ?? '' });
        const [{ tasks }] = body as unknown as readonly [{ readonly tasks: readonly { readonly id: string }[] }];
        return tasks.find(({ id }) => id === 'get-mobile-app');
      };
      const before = await approved();
      expect(await task(world().ada.token)).toMatchObject({ isComplete: false });
      const exchange = await phone.exchange(before.token, before.grant);
      keep(textOf(exchange, 'application_password'), 'the password of a phone');
      expect(await task(world().ada.token)).toMatchObject({ isComplete: true, isActioned: false });
      await world().application.core.phones.revokePhones(await world().application.actor('system'), {});
      expect(await task(world().ada.token)).toMatchObject({ isComplete: true });
    });

    describe('the whole exchange', () => {
      it('shows a code, three numbers, and what was signed in; the password works', async () => {
        const { answer, token, screen, username, email, id } = await shown();
        const { url } = world();
        expect(Object.keys(answer.body)).toEqual(['qr_url', 'expires_at', 'ttl']);
        expect(answer.body.qr_url).toBe(`shopapp://qr-login?token=${token}&siteUrl=${encodeURIComponent(url)}`);
        expect(token).toMatch(/^[A-Za-z0-9]{64}$/);
        expect(answer.body).toMatchObject({
          ttl: 300,
          expires_at: Math.floor((world().clock.now().getTime() + 300 * second) / second),
        });
        expect((await screen.status(token)).body).toEqual({ status: 'pending', expires_at: answer.body.expires_at });
        const scan = await phone.scan(token);
        expect(Object.keys(scan.body)).toEqual(['session_id', 'real_number', 'expires_in']);
        expect(scan.body).toMatchObject({ expires_in: 90, real_number: expect.stringMatching(/^\d{3}$/) });
        const session = textOf(scan, 'session_id');
        const real = textOf(scan, 'real_number');
        const state = await screen.status(token);
        expect(state.body).toMatchObject({ status: 'scanned', device: aDevice });
        const numbers = state.body.numbers as string[];
        expect(numbers).toContain(real);
        expect(numbers).toHaveLength(3);
        for (const one of numbers)
          for (const other of numbers.filter((each) => each !== one))
            expect(Math.abs(Number(one) - Number(other))).toBeGreaterThanOrEqual(100);
        expect((await screen.status(token)).body.numbers).toEqual(numbers);
        expect((await phone.session(session, token)).body).toEqual({ state: 'scanned' });
        expect((await screen.approve(token, real)).body).toEqual({ state: 'approved' });
        expect((await screen.status(token)).body).toEqual({ status: 'approved' });
        const grant = await phone.session(session, token);
        expect(grant.body).toEqual({ state: 'approved', exchange_grant: expect.stringMatching(/^[0-9a-f]{64}$/) });
        expect((await phone.session(session, token)).body).toEqual(grant.body);
        const exchange = await phone.exchange(token, textOf(grant, 'exchange_grant'));
        expect(Object.keys(exchange.body).join(' ')).toBe(
          'success user_login user_email user_id site_url application_password uuid',
        );
        expect(exchange.body).toMatchObject({
          success: true,
          user_login: username,
          user_email: email,
          user_id: id,
          site_url: url,
        });
        const basic = [username, keep(textOf(exchange, 'application_password'), 'the password of a phone')] as const;
        const used = await ask('GET', '/cms/v2/users/me/application-passwords/introspect', { basic });
        const day = world().clock.now().toISOString().slice(0, 10);
        const name = `Shop Mobile · Phone 15 · ${day}`;
        expect(used.body).toMatchObject({ uuid: exchange.body.uuid, app_id: PHONE_APP_ID, name });
        expect((await screen.status(token)).body).toEqual({
          status: 'consumed',
          consumed_at: Math.floor(world().clock.now().getTime() / second),
          ap_uuid: exchange.body.uuid,
          ap_name: name,
          device: aDevice,
        });
        expect((await phone.session(session, token)).body).toEqual({ state: 'expired' });
        expect(await phone.exchange(token, textOf(grant, 'exchange_grant'))).toMatchObject(
          refusedWith(401, 'invalid_token'),
        );
        expect((await screen.revoke(textOf(exchange, 'uuid'))).body).toEqual({
          success: true,
          uuid: exchange.body.uuid,
        });
        expect(await ask('GET', '/shop-admin/features', { basic })).toMatchObject(
          refusedWith(401, 'incorrect_password'),
        );
        expect(await screen.revoke(textOf(exchange, 'uuid'))).toMatchObject(
          refusedWith(404, 'application_password_not_found'),
        );
      });

      it('stores no token, session or grant, and answers are not cached', async () => {
        const { exchange, state, scan, answer, token, session, grant } = await exchanged();
        for (const { headers } of [exchange, state, scan, answer])
          expect(headers.get('cache-control')).toContain('no-store');
        // The world searches the whole database for them when it is closed.
        const data = await world().contents();
        for (const secret of [token, session, grant]) expect(data).not.toContain(secret);
      });

      it('shows whether a phone can be signed in, and lists the resources', async () => {
        const { screen } = await manager();
        expect((await screen.availability()).body).toEqual({ available: true, reason: null });
        expect((await screen.resources()).body).toContainEqual({
          slug: 'qr-login-token',
          description: expect.any(String),
          _links: { self: [{ href: `${world().url}/index.php?rest_route=/shop-admin/mobile-app/qr-login-token` }] },
        });
      });

      it('a limited application password is never exchanged for an unlimited one', async () => {
        const { username, token: bearer = '' } = await manager();
        const made = await ask('POST', '/cms/v2/users/me/application-passwords', {
          bearer,
          body: { name: 'Limited', scopes: ['manage_store'] },
        });
        keep(made.body.password.replaceAll(' ', ''), 'a limited password');
        const screen = screenClient(ask, { basic: [username, made.body.password] });
        expect((await screen.availability()).body).toEqual({
          available: false,
          reason: 'application_passwords_unsupported',
        });
        const refused = refusedWith(403, 'rest_cannot_create_application_passwords');
        expect(await screen.issue()).toMatchObject(refused);
        expect(await screen.approve('x', '000')).toMatchObject(refused);
        expect(await screen.magicLink()).toMatchObject(refused);
      });
    });

    describe('the refusals', () => {
      it('a second phone is too late, whatever the state', async () => {
        const { token, real, screen } = await scanned();
        expect(await phone.scan(token)).toMatchObject(refusedWith(409, 'qr_login_already_scanned'));
        await screen.approve(token, real);
        expect(await phone.scan(token)).toMatchObject(refusedWith(409, 'qr_login_already_scanned'));
      });

      it('a wrong number ends the sign-in', async () => {
        const { token, real, screen, session } = await scanned();
        const { numbers } = (await screen.status(token)).body;
        expect((await screen.approve(token, wrongOf(numbers, real))).body).toEqual({ state: 'rejected' });
        expect(await screen.approve(token, real)).toMatchObject(refusedWith(409, 'qr_login_not_scanned'));
        expect((await screen.status(token)).body).toEqual({ status: 'rejected' });
        expect((await phone.session(session, token)).body).toEqual({ state: 'rejected' });
        expect(await phone.exchange(token, 'x')).toMatchObject(refusedWith(412, 'qr_login_not_approved'));
      });

      it('the third wrong grant ends it, the second does not', async () => {
        const { token, grant, session } = await approved();
        const wrong = refusedWith(412, 'invalid_exchange_grant');
        expect(await phone.exchange(token)).toMatchObject(wrong);
        expect(await phone.exchange(token, grant.toUpperCase())).toMatchObject(wrong);
        expect((await phone.session(session, token)).body).toMatchObject({ state: 'approved' });
        expect(await phone.exchange(token, `${grant}0`)).toMatchObject(wrong);
        expect(await phone.exchange(token, grant)).toMatchObject(refusedWith(412, 'qr_login_not_approved'));
      });

      it('nothing is approved before it is scanned, nor exchanged before it is approved', async () => {
        const { token, screen } = await shown();
        expect(await screen.approve(token, '000')).toMatchObject(refusedWith(409, 'qr_login_not_scanned'));
        expect(await phone.exchange(token, 'x')).toMatchObject(refusedWith(412, 'qr_login_not_approved'));
        await phone.scan(token);
        expect(await phone.exchange(token, 'x')).toMatchObject(refusedWith(412, 'qr_login_not_approved'));
      });

      it('the token of another manager is unknown', async () => {
        const { token, real } = await scanned();
        const { screen } = await manager();
        expect((await screen.status(token)).body).toEqual({ status: 'expired' });
        expect(await screen.approve(token, real)).toMatchObject(refusedWith(401, 'invalid_token'));
        expect((await screen.status('')).body).toEqual({ status: 'expired' });
      });

      it('a session belongs to its token', async () => {
        const { session, token } = await scanned();
        const other = await scanned();
        for (const [id, with_] of [
          [session, other.token],
          [other.session, token],
          ['none', token],
        ] as const)
          expect((await phone.session(id, with_)).body).toEqual({ state: 'expired' });
        const bare = await ask('GET', `/shop-admin/mobile-app/qr-login-session-status?session_id=${session}`);
        expect(bare.body).toEqual({ state: 'expired' });
      });

      it.each([
        ['supports_number_matching', { supports_number_matching: false }, 426, 'mobile_app_update_required'],
        ['device', { device: { brand: 'Acme' } }, 400, 'invalid_device'],
        ['device', { device: { model: ' <b> </b>\u0007', os: '' } }, 400, 'invalid_device'],
        ['token', { token: 'x'.repeat(64) }, 401, 'invalid_token'],
        ['device', { device: 5 }, 400, 'rest_invalid_param'],
        ['token', { token: 5 }, 400, 'rest_invalid_param'],
      ] as const)('a scan with a bad %s changes nothing: %j', async (member, changes, status, code) => {
        const { token, screen } = await shown();
        const before = await world().contents();
        const answer = await phone.scan(token, changes);
        expect(answer).toMatchObject(refusedWith(status, code));
        if (status === 400) expect(Object.keys(answer.body.data.details ?? {})).toEqual([member]);
        expect(await world().contents()).toBe(before);
        expect((await screen.status(token)).body).toMatchObject({ status: 'pending' });
      });

      it('keeps the attributes of a device, cut and plain', async () => {
        const { token, screen } = await shown();
        await phone.scan(token, { device: { model: `<i>A</i>\u202e${'ü'.repeat(100)}`, os: '', root: true } });
        expect((await screen.status(token)).body.device).toEqual({ model: `A ${'ü'.repeat(62)}` });
      });

      it('a former manager, or a deleted one, gets no phone', async () => {
        const [demoted, disabled, deleted] = [await approved(), await approved(), await approved()];
        const change = (id: number, body: object) => world().ada.patch(`/users/${id}`, body);
        expect(await change(demoted.id, { shop_role: 'editor' })).toMatchObject({ status: 200 });
        expect(await change(disabled.id, { is_active: false })).toMatchObject({ status: 200 });
        expect((await world().ada.delete(`/users/${deleted.id}`)).status).toBeLessThan(300);
        const forbidden = refusedWith(401, 'rest_cannot_create_application_passwords');
        expect(await phone.exchange(demoted.token, demoted.grant)).toMatchObject(forbidden);
        expect(await phone.exchange(disabled.token, disabled.grant)).toMatchObject(forbidden);
        expect((await phone.exchange(deleted.token, deleted.grant)).status).toSatisfy((s: number) =>
          [401, 404].includes(s),
        );
      });
    });

    describe('the clocks', () => {
      it('a token ends after 300 seconds, scanned or not', async () => {
        const [fresh, ready] = [await shown(), await approved()];
        world().clock.advance(299 * second);
        expect(await statusOf(fresh)).toMatchObject({ status: 'pending' });
        world().clock.advance(1 * second);
        expect(await statusOf(fresh)).toEqual({ status: 'expired' });
        expect(await phone.scan(fresh.token)).toMatchObject(refusedWith(401, 'invalid_token'));
        expect(await statusOf(ready)).toEqual({ status: 'expired' });
        expect((await phone.session(ready.session, ready.token)).body).toEqual({ state: 'expired' });
        expect(await phone.exchange(ready.token, ready.grant)).toMatchObject(refusedWith(401, 'token_expired'));
        expect(await ready.screen.approve(ready.token, ready.real)).toMatchObject(refusedWith(410, 'qr_login_expired'));
      });

      it('the choice ends after 90 seconds', async () => {
        const { token, real, screen, session } = await scanned();
        world().clock.advance(90 * second);
        expect((await screen.status(token)).body).toEqual({ status: 'expired' });
        expect((await phone.session(session, token)).body).toEqual({ state: 'expired' });
        expect(await screen.approve(token, real)).toMatchObject(refusedWith(410, 'qr_login_expired'));
      });

      it('the choice never ends after the token', async () => {
        const { token } = await shown();
        world().clock.advance(250 * second);
        expect((await phone.scan(token)).body).toMatchObject({ expires_in: 50 });
      });

      it('the outcome is shown for five minutes; after that the sign-in is deleted', async () => {
        const { application, clock } = world();
        const done = await exchanged();
        clock.advance(299 * second);
        expect(await statusOf(done)).toMatchObject({ status: 'consumed' });
        clock.advance(1 * second);
        expect(await statusOf(done)).toEqual({ status: 'expired' });
        clock.advance(10 * minute);
        const system = await application.actor('system');
        expect(await application.core.phones.forgetSignInAttempts(system, {})).toBeGreaterThan(0);
        expect(await application.core.phones.forgetSignInAttempts(system, {})).toBe(0);
        expect(await phone.exchange(done.token, done.grant)).toMatchObject(refusedWith(401, 'invalid_token'));
        await world().later(0);
      });
    });

    describe('a repeated request with the same Idempotency-Key', () => {
      it('makes no second code, and does not show the first again', async () => {
        const { screen } = await manager();
        const headers = { 'idempotency-key': 'the-same-code' };
        const first = await screen.issue(headers);
        keep(tokenIn(textOf(first, 'qr_url')), 'the token of a code');
        const { qr_url: _, ...rest } = first.body;
        expect((await screen.issue(headers)).body).toEqual(rest);
      });

      it('repeats the answer to a choice', async () => {
        const { token, real, screen } = await scanned();
        const headers = { 'idempotency-key': 'the-same-choice' };
        const first = await screen.approve(token, real, headers);
        expect(await screen.approve(token, real, headers)).toMatchObject({ status: 200, body: first.body });
      });
    });

    it('leaves an audit record of every step, without secrets', async () => {
      const { username, exchange } = await exchanged();
      const entries = (await world().ada.get('/audit?per_page=50')).body as unknown as { action: string }[];
      const actions = entries.map(({ action }) => action);
      for (const action of ['phone.token_issue', 'phone.scan', 'phone.approve', 'phone.sign_in'])
        expect(actions).toContain(action);
      expect(entries.find(({ action }) => action === 'phone.sign_in')).toMatchObject({
        actor_username: username,
        target_type: 'application_password',
        target_id: exchange.body.uuid,
      });
    });
  },
  { environment: phoneLimits('0') },
);
