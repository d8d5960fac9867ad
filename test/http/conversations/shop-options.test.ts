import { describe, expect, it } from 'vitest';
import { ofThisSite } from '../../support/desk-browser.ts';
import { signedInBrowser } from '../../support/page-browser.ts';
import { sqlOf } from '../../support/persistence.ts';
import { askShop, type ShopRequestInit } from '../../support/shop-client.ts';
import { onEveryDatabase } from '../../support/world.ts';

const options = '/shop-admin/options';

onEveryDatabase('options', (world) => {
  const ask = (method: string, route: string, init: ShopRequestInit = { bearer: world().ada.token ?? '' }) =>
    askShop(world(), method, route, init);
  const write = (body: unknown, method = 'POST') => ask(method, options, { bearer: world().ada.token ?? '', body });
  const read = async (...names: readonly string[]) => (await ask('GET', `${options}?options=${names.join(',')}`)).body;
  const audited = async () => {
    const { body } = await world().ada.get('/audit?action=option.update&outcome=ok&per_page=1');
    return (body as unknown as readonly { readonly changes: unknown; readonly target_id: string | null }[])[0];
  };

  it('are false until they are stored, and then the stored value', async () => {
    const values = {
      shop_demo_store: 'yes',
      shop_demo_store_notice: 'Nothing here is for sale.',
      shop_task_list_hidden: false,
      shop_task_list_dismissed_tasks: ['tax'],
      shop_bacs_settings: { enabled: 'no', deep: { b: 1, a: [null] } },
      shop_shipping_dismissed_timestamp: null,
    };
    const names = Object.keys(values);
    expect(await read(...names)).toEqual(Object.fromEntries(names.map((name) => [name, false])));
    expect((await write(values)).body).toEqual(Object.fromEntries(names.map((name) => [name, true])));
    expect(await read(...names)).toEqual(values);
  });

  it.each(['POST', 'PUT', 'PATCH'])('return by %s which of them have changed', async (method) => {
    await write({ shop_weight_unit: 'kg', shop_dimension_unit: 'cm' });
    const changed = await write({ shop_weight_unit: 'kg', shop_dimension_unit: 'in' }, method);
    expect(changed).toMatchObject({ status: 200, body: { shop_weight_unit: false, shop_dimension_unit: true } });
    expect((await write({})).body).toEqual({});
  });

  it('are reported once each, with their former values, but not long or secret ones', async () => {
    await write({ shop_date_type: 'date_paid', shop_share_key: 'one', shop_task_list_dismissed_tasks: [] });
    const heard: unknown[] = [];
    const stop = world().application.core.events.on('option.changed', (event) => void heard.push(event));
    await write({ shop_date_type: 'date_created', shop_share_key: 'two', shop_task_list_dismissed_tasks: ['a'] });
    await write({ shop_date_type: 'date_created' });
    stop();
    expect(await audited()).toMatchObject({
      changes: {
        shop_date_type: { from: 'date_paid', to: 'date_created' },
        shop_share_key: true,
        shop_task_list_dismissed_tasks: true,
      },
    });
    const reported = { type: 'option.changed', userId: world().ada.id, ip: '127.0.0.1', at: world().clock.now() };
    expect(heard).toEqual(
      ['shop_date_type', 'shop_share_key', 'shop_task_list_dismissed_tasks'].map((name) => ({ ...reported, name })),
    );
  });

  it.each([
    'blogname',
    'date_format',
    'time_format',
    'stylesheet',
    'theme_mods_plain',
    'shop_market_account',
    'shop_currency',
    '__proto__',
  ])('that are not on the list are refused with all others: %s', async (name) => {
    await write({ shop_demo_store: 'no' });
    const before = await world().contents();
    const text = `{"shop_demo_store":"yes",${JSON.stringify(name)}:"x"}`;
    expect(await write(JSON.parse(text))).toMatchObject({
      status: 403,
      body: { code: 'shop_rest_cannot_update', data: { status: 403 } },
    });
    expect(await ask('GET', `${options}?options=shop_demo_store,${name}`)).toMatchObject({
      status: 403,
      body: { code: 'shop_rest_cannot_view' },
    });
    expect(await world().contents()).toBe(before);
  });

  it('with values that cannot be are refused with all others, and each is named', async () => {
    const before = await world().contents();
    const body = { shop_demo_store: 'no', shop_calc_taxes: 'maybe', shop_ces_shown_for_actions: ['a', 7] };
    expect(await write(body)).toMatchObject({
      status: 400,
      body: {
        code: 'rest_invalid_param',
        message: 'Invalid parameter(s): shop_calc_taxes, shop_ces_shown_for_actions',
        data: {
          status: 400,
          details: {
            shop_calc_taxes: { code: 'rest_not_in_enum' },
            shop_ces_shown_for_actions: { code: 'rest_invalid_type' },
          },
        },
      },
    });
    expect(await world().contents()).toBe(before);
  });

  it('are an object, at most 100 of them', async () => {
    for (const body of [[], 'text', 7, null, [{ shop_demo_store: 'yes' }]])
      expect(await write(body)).toMatchObject({ status: 400, body: { code: 'shop_rest_cannot_update' } });
    expect(await ask('POST', options)).toMatchObject({ status: 400, body: { code: 'shop_rest_cannot_update' } });
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`shop_${index}`, 1]));
    expect(await write(many)).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
    const names = Object.keys(many).join(',');
    expect(await ask('GET', `${options}?options=${names}`)).toMatchObject({
      status: 400,
      body: { code: 'rest_invalid_param' },
    });
  });

  it('have to be named', async () => {
    for (const query of ['', '?options=', '?options=,%20,', '?options[]=shop_demo_store'])
      expect(await ask('GET', `${options}${query}`), query).toMatchObject({
        status: 400,
        body: { code: 'shop_rest_cannot_view', data: { status: 400 } },
      });
    expect(await read('shop_coming_soon', '%20shop_coming_soon%20', '')).toEqual({ shop_coming_soon: false });
  });

  it('are sent as a form too', async () => {
    const headers = {
      authorization: `Bearer ${world().ada.token}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const response = await fetch(`${world().url}/cms-json${options}`, {
      method: 'POST',
      headers,
      body: 'shop_demo_store_notice=By+form&shop_ces_shown_for_actions[]=a',
    });
    expect(await response.json()).toEqual({ shop_demo_store_notice: true, shop_ces_shown_for_actions: true });
    expect(await read('shop_demo_store_notice')).toEqual({ shop_demo_store_notice: 'By form' });
  });

  it('are whole after concurrent writes', async () => {
    const names = ['shop_demo_store_notice', 'shop_share_key'];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => write(Object.fromEntries(names.map((name) => [name, `value ${index}`])))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set(Object.values(await read(...names))).size).toBe(1);
  });

  it('of the recommendation of a tax service are set by a route of their own, again and again', async () => {
    for (const _ of [1, 2])
      expect(await ask('POST', '/shop-admin/tax/recommendations/dismiss')).toMatchObject({
        status: 200,
        body: { dismissed: true },
      });
    expect(await audited()).toMatchObject({
      target_id: 'shop_settings_tax_recommendations_hidden',
      changes: { shop_settings_tax_recommendations_hidden: { from: null, to: 'yes' } },
    });
    const anonymous = await ask('POST', '/shop-admin/tax/recommendations/dismiss', {});
    expect(anonymous).toMatchObject({ status: 401, body: { code: 'shop_rest_cannot_edit' } });
  });

  describe('and notices', () => {
    const route = '/shop-admin/notice/dismiss';
    const notice_id = 'subscription-expired-notice';

    it('are dismissed for the caller only', async () => {
      const manager = await world().person({ shop_role: 'store_manager' });
      const answer = await ask('POST', route, { bearer: manager.token ?? '', body: { notice_id } });
      expect(answer).toMatchObject({ status: 200, body: { success: true } });
      const { database } = world().application;
      const kept = await sqlOf(database)
        .kysely()
        .selectFrom('dismissed_notice')
        .selectAll()
        .where('user_id', '=', manager.id)
        .execute();
      expect(kept).toEqual([{ user_id: manager.id, notice_id, dismissed_at: world().clock.now() }]);
    });

    it('that are unknown are not dismissed, without an error', async () => {
      const before = await world().contents();
      for (const body of [{}, { notice_id: 'other' }, { notice_id: '' }])
        expect(await ask('POST', route, { bearer: world().ada.token ?? '', body })).toMatchObject({
          status: 200,
          body: { success: false },
        });
      expect(await world().contents()).toBe(before);
    });

    it('are dismissed from a page only with its nonce', async () => {
      const browser = await signedInBrowser(world, world().ada);
      const { text } = await browser.ask('/cms-admin/');
      const [, nonce = ''] = /name="cms-rest-nonce" content="([^"]+)"/.exec(text) ?? [];
      const send = (dismiss_notice_nonce?: string) =>
        browser.ask(`/index.php?rest_route=${route}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-cms-nonce': nonce, ...ofThisSite },
          body: JSON.stringify({ notice_id, dismiss_notice_nonce }),
        });
      expect(await send('wrong')).toMatchObject({ status: 401 });
      expect(JSON.parse((await send()).text)).toMatchObject({ code: 'unauthorized' });
      expect(await send(nonce)).toMatchObject({ status: 200, text: '{"success":true}' });
    });
  });
});
