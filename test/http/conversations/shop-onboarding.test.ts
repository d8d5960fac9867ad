import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MikroOptionStore, sqlOf } from '../../support/persistence.ts';
import { askShop, type ShopRequestInit } from '../../support/shop-client.ts';
import { onEveryDatabase } from '../../support/world.ts';

const profile = '/shop-admin/onboarding/profile';
const nothingSaid = {
  completed: null,
  skipped: null,
  industry: null,
  business_extensions: null,
  is_agree_marketing: null,
  store_email: null,
  is_store_country_set: null,
  is_plugins_page_skipped: null,
  business_choice: null,
  selling_online_answer: null,
  selling_platforms: null,
  market_connected: false,
};

onEveryDatabase(
  'onboarding',
  (world) => {
    const ada = () => world().ada.token ?? '';
    const ask = (method: string, route: string, init: ShopRequestInit = {}) =>
      askShop(world(), method, route, { bearer: ada(), ...init });
    const read = async () => (await ask('GET', profile)).body;
    const update = (body: unknown, method = 'POST') => ask(method, profile, { body });
    const store = (values: Readonly<Record<string, unknown>>) =>
      world().application.database.unitOfWork.run(async () => {
        const stored = new MikroOptionStore(sqlOf(world().application.database));
        await stored.write(new Map(Object.entries(values)), world().clock.now());
      });
    const optionsOf = async (...names: readonly string[]) => {
      const { database } = world().application;
      const rows = await sqlOf(database)
        .kysely()
        .selectFrom('shop_option')
        .select(['name', 'value'])
        .where('name', 'in', names)
        .execute();
      return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
    };
    const heard: Record<string, unknown>[] = [];
    const stops: (() => void)[] = [];
    beforeEach(() => {
      heard.length = 0;
      const { events } = world().application.core;
      for (const type of ['onboarding.profile_updated', 'onboarding.core_profiler_step_completed'] as const)
        stops.push(events.on(type, (event) => void heard.push({ ...event })));
    });
    afterEach(() => {
      for (const stop of stops.splice(0)) stop();
    });

    describe('the profile', () => {
      it('is empty at first, then returns the answers, and keeps those not sent again', async () => {
        expect(await read()).toEqual(nothingSaid);
        const first = {
          completed: true,
          industry: ['food', 'toys'],
          business_extensions: ['Fast Pay!', 'mail_log'],
          store_email: 'shop@example.org',
          selling_platforms: ['market', null],
        };
        expect(await update({ ...first, unknown: 1, context: 'view' })).toMatchObject({
          status: 200,
          body: { status: 'success', message: 'Onboarding profile data has been updated.' },
        });
        const said = { ...nothingSaid, ...first, business_extensions: ['fast-pay', 'mail_log'] };
        expect(await read()).toEqual(said);
        await update({ skipped: false, business_choice: 'just_starting' }, 'PUT');
        expect(await read()).toEqual({ ...said, skipped: false, business_choice: 'just_starting' });
        const cleared = {
          industry: null,
          store_email: null,
          business_choice: null,
          selling_online_answer: null,
          selling_platforms: null,
        };
        expect(await update(cleared, 'PATCH')).toMatchObject({ status: 200 });
        expect(await read()).toEqual({ ...said, skipped: false, ...cleared });
      });

      it('is the option of that name too', async () => {
        await update({ selling_online_answer: 'no' });
        expect((await ask('GET', '/shop-admin/options?options=shop_onboarding_profile')).body).toMatchObject({
          shop_onboarding_profile: { selling_online_answer: 'no' },
        });
        await ask('POST', '/shop-admin/options', { body: { shop_onboarding_profile: { skipped: true } } });
        expect(await read()).toEqual({ ...nothingSaid, skipped: true });
      });

      it('is reported with its former value, once for each change', async () => {
        await ask('POST', '/shop-admin/options', { body: { shop_onboarding_profile: { completed: false } } });
        await update({ completed: true, industry: ['toys'] });
        await update({ completed: true, industry: ['toys'] });
        expect(heard).toEqual([
          {
            type: 'onboarding.profile_updated',
            at: world().clock.now(),
            userId: world().ada.id,
            ip: '127.0.0.1',
            before: expect.objectContaining({ completed: false, industry: null }),
            changed: { completed: true, industry: ['toys'] },
          },
        ]);
        const { body } = await world().ada.get('/audit?action=onboarding.profile_update&outcome=ok&per_page=1');
        expect(body).toMatchObject([{ changes: { completed: true, industry: true } }]);
      });

      it.each<[object, string]>([
        [{ store_email: 'nobody' }, 'rest_invalid_email'],
        [{ store_email: '', is_agree_marketing: true }, 'rest_invalid_email'],
        [{ store_email: null, is_agree_marketing: true }, 'rest_invalid_email'],
        [{ store_email: `${'a'.repeat(250)}@example.org` }, 'rest_invalid_email'],
        [{ store_email: 5 }, 'rest_invalid_type'],
      ])('refuses %j as an address', async (body, code) => {
        const before = await read();
        expect(await update({ ...body, completed: true, skipped: true })).toMatchObject({
          status: 400,
          body: { code: 'rest_invalid_param', data: { status: 400, details: { store_email: { code } } } },
        });
        expect(await read()).toEqual(before);
      });

      it.each([
        { store_email: '' },
        { store_email: '', is_agree_marketing: false },
        { store_email: 'a@b.example', is_agree_marketing: true },
        { is_agree_marketing: true },
      ])('takes %j', async (body) => {
        expect(await update(body)).toMatchObject({ status: 200 });
        expect(await read()).toMatchObject(body);
      });

      it.each([
        { completed: null },
        { completed: 'perhaps' },
        { industry: { a: 1 } },
        { industry: [5] },
        { business_extensions: null },
        { context: 'edit' },
        { selling_platforms: [5] },
        { business_choice: 'x'.repeat(501) },
      ])('refuses %j', async (body) => {
        expect(await update(body)).toMatchObject({
          status: 400,
          body: { code: 'rest_invalid_param', data: { details: { [Object.keys(body)[0] ?? '']: {} } } },
        });
      });

      it('is sent as a form too', async () => {
        const response = await fetch(`${world().url}/cms-json${profile}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${ada()}`, 'content-type': 'application/x-www-form-urlencoded' },
          body: 'industry=a,b&completed=1&selling_online_answer=yes',
        });
        expect(response.status).toBe(200);
        expect(await read()).toMatchObject({ industry: ['a', 'b'], completed: true, selling_online_answer: 'yes' });
      });

      it('loses nothing of concurrent answers', async () => {
        await ask('POST', '/shop-admin/options', { body: { shop_onboarding_profile: {} } });
        const said = {
          completed: true,
          skipped: false,
          industry: ['a'],
          is_store_country_set: true,
          is_plugins_page_skipped: false,
          business_choice: 'b',
          selling_online_answer: 'c',
        };
        await Promise.all(Object.entries(said).map(([name, value]) => update({ [name]: value })));
        expect(await read()).toEqual({ ...nothingSaid, ...said });
      });

      it('is refused with the code of a reader, whatever the method', async () => {
        const manager = await world().person({ shop_role: 'editor' });
        const bearer = manager.token ?? '';
        for (const [method, body] of [
          ['GET', undefined],
          ['PUT', {}],
        ] as const)
          expect(await askShop(world(), method, profile, { bearer, ...(body && { body }) })).toMatchObject({
            status: 403,
            body: { code: 'shop_rest_cannot_view' },
          });
      });
    });

    it('fills the e-mail address in: that of the marketplace before that of the site', async () => {
      const route = `${profile}/experimental_get_email_prefill`;
      expect((await ask('GET', route)).body).toEqual({ email: 'owner@example.org' });
      await store({ shop_market_account: { email: 'market@example.org' } });
      expect((await ask('GET', route)).body).toEqual({ email: 'market@example.org' });
      expect(await read()).toMatchObject({ market_connected: true });
      await store({ shop_market_account: {} });
      expect((await ask('GET', route)).body).toEqual({ email: 'owner@example.org' });
    });

    it('notes which steps were completed, in any order, and when last', async () => {
      const steps = `${profile}/progress`;
      const complete = (body: unknown, method = 'POST') => ask(method, `${steps}/core-profiler/complete`, { body });
      expect((await ask('GET', steps)).body).toEqual({ core_profiler_completed_steps: {} });
      const now = () =>
        world()
          .clock.now()
          .toISOString()
          .replace(/\.\d+Z$/, 'Z');
      const first = now();
      expect((await complete({ step: 'plugins' })).body).toEqual({
        results: { plugins: { completed_at: first } },
        status: 'success',
      });
      world().clock.advance(60_000);
      await complete({ step: 'intro-opt-in' }, 'PUT');
      world().clock.advance(60_000);
      await complete({ step: 'intro-opt-in' }, 'PATCH');
      const results = { 'intro-opt-in': { completed_at: now() }, plugins: { completed_at: first } };
      expect((await ask('GET', steps)).body).toEqual({ core_profiler_completed_steps: results });
      expect(heard.map(({ type, step }) => [type, step])).toEqual(
        ['plugins', 'intro-opt-in', 'intro-opt-in'].map((step) => ['onboarding.core_profiler_step_completed', step]),
      );
      expect(await complete({ step: 'other' })).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
      expect(await complete({})).toMatchObject({ status: 400, body: { code: 'rest_missing_callback_param' } });
    });

    describe('currency and units', () => {
      const set = (country_code: unknown) =>
        ask('POST', `${profile}/update-store-currency-and-measurement-units`, { body: { country_code } });

      it.each([
        ['US', 'USD', 'left', ',', '.', 2, 'lbs', 'in'],
        ['CH', 'CHF', 'left_space', "'", '.', 2, 'kg', 'cm'],
        ['JP', 'JPY', 'left', ',', '.', 0, 'kg', 'cm'],
      ])('become those of %s', async (code, ...expected) => {
        const answer = await set(code);
        expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([204, '', null]);
        const names = ['currency', 'currency_pos', 'price_thousand_sep', 'price_decimal_sep', 'price_num_decimals'];
        const all = [...names, 'weight_unit', 'dimension_unit'].map((name) => `shop_${name}`);
        const { currency, priceDecimals } = await world().application.core.settings.readShopSettings(
          await world().application.actor('system'),
          {},
        );
        const settings = { shop_currency: currency, shop_price_num_decimals: priceDecimals };
        const found = { ...(await optionsOf(...all)), ...settings };
        expect(found).toEqual(Object.fromEntries(all.map((name, index) => [name, expected[index]])));
        const { body } = await world().ada.get('/audit?action=onboarding.units_set&outcome=ok&per_page=1');
        expect(body).toMatchObject([{ changes: { shop_currency_pos: { to: expected[1] } } }]);
      });

      it.each(['', 'us', 'XX', 'USA', '__proto__'])('are those of no %j', async (code) => {
        expect(await set(code)).toMatchObject({
          status: 400,
          body: { code: 'shop_rest_invalid_country_code', data: { status: 400 } },
        });
      });
    });
  },
  { environment: { SITE_EMAIL: 'owner@example.org' } },
);
