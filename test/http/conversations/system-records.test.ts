import { storesOf } from '@backroom/adapters-persistence';
import type { NewMailRecord } from '@backroom/core/mail';
import { expect, it } from 'vitest';
import { zipOf } from '../../support/archives.ts';
import { phoneClient, screenClient, textOf, tokenIn } from '../../support/phone-client.ts';
import { askShop, type ShopRequestInit } from '../../support/shop-client.ts';
import { onEveryDatabase } from '../../support/world.ts';

onEveryDatabase('records of the system for administrators', (world) => {
  const mails = () => storesOf(world().application.database).mailLog;
  const addMail = (changes: Partial<NewMailRecord>) =>
    mails().add({
      ...{ status: 'sent', userId: null, messageId: `mail-${Math.random()}`, from: 'Shop <office@shop.example>' },
      ...{ to: ['anna@shop.example'], originalTo: ['anna@shop.example'], subject: 'Ready <b>', headers: '' },
      ...{ body: { text: 'It is <ready>.', html: '<p>It is</p>' }, isRedacted: false, sealedBody: null },
      ...{ transport: 'smtp', transportUri: 'smtp://mail.example', fault: null, resentOf: null, createdAt: new Date() },
      ...changes,
    } as NewMailRecord);

  it('lists mails by state and words, and reads one with its text', async () => {
    const sent = await addMail({});
    const fault = { code: 'mail_refused', message: 'No: 550.' };
    await addMail({ status: 'failed', fault, subject: 'Invoice', to: ['bo@shop.example'] });
    const list = await world().ada.list('/mails?per_page=1');
    expect(list.headers['x-total-count']).toBe('2');
    expect(list.body).toMatchObject([{ status: 'failed', error: fault, subject: 'Invoice' }]);
    expect((await world().ada.get('/mails?status=sent')).body).toMatchObject([{ id: sent.id }]);
    expect((await world().ada.get('/mails?q=bo@shop')).body).toMatchObject([{ to: ['bo@shop.example'] }]);
    expect((await world().ada.get('/mails?q=nothing')).body).toEqual([]);
    const totals = (queued: number, sent: number, failed: number) => ({
      total: queued + sent + failed,
      statuses: Object.entries({ queued, sent, failed }).map(([status, total]) => ({ status, total })),
    });
    expect((await world().ada.get('/mails/totals')).body).toEqual(totals(0, 1, 1));
    expect((await world().ada.get('/mails/totals?q=bo@shop')).body).toEqual(totals(0, 0, 1));
    expect(await world().ada.get('/mails/totals?status=sent')).toMatchObject({ status: 422 });
    expect((await world().ada.get(`/mails/${sent.id}`)).body).toMatchObject({
      subject: 'Ready <b>',
      text: 'It is <ready>.',
      transport_uri: 'smtp://mail.example',
      transcript: '',
    });
    expect(await world().ada.get('/mails/999999')).toMatchObject({ status: 404, body: { code: 'mail_unknown' } });
    expect(await world().ada.get('/mails?status=lost')).toMatchObject({ status: 422 });
  });

  it('pairs the phone of the mail log by a code, and ends the pairing', async () => {
    const { ada } = world();
    expect((await ada.get('/mail-phone')).body).toEqual({ phone: null, code_expires_at: null });
    expect(await ada.delete('/mail-phone')).toMatchObject({ status: 403, body: { code: 'phone_not_paired' } });
    // Past the records of answers: this one is the only one with the code.
    const headers = { authorization: `Bearer ${ada.token}` };
    const answer = await fetch(`${world().url}/mail-phone/code`, { method: 'POST', headers });
    const issued = (await answer.json()) as { readonly code: string; readonly expires_at: string };
    world().keepSecret(issued.code, 'the code of a phone');
    expect([answer.status, issued]).toMatchObject([201, { tries: 5, app_scheme: 'shopapp' }]);
    expect((await ada.get('/mail-phone')).body).toEqual({ phone: null, code_expires_at: issued.expires_at });
    const connect = (code: string) =>
      askShop(world(), 'POST', '/mailer/v1/connect-app', { headers: { 'auth-key': code, device: 'Phone of Anna' } });
    expect((await connect(`${issued.code.slice(0, -4)}WRON`)).status).toBe(401);
    const paired = await connect(issued.code);
    expect(paired.status, paired.text).toBe(200);
    world().keepSecret((paired.body as unknown as { data: { device_token: string } }).data.device_token, 'a token');
    expect((await ada.get('/mail-phone')).body).toMatchObject({
      phone: { device: 'Phone of Anna', push_url: null, last_push: null },
      code_expires_at: null,
    });
    expect((await connect(issued.code)).status).toBe(401);
    expect((await ada.delete('/mail-phone')).status).toBe(204);
    expect((await ada.get('/mail-phone')).body).toEqual({ phone: null, code_expires_at: null });
    const { body } = await ada.get('/audit?action=phone.*');
    expect(body).toMatchObject([
      { action: 'phone.unpair', target_id: 'Phone of Anna', outcome: 'ok' },
      { action: 'phone.pair', outcome: 'denied' },
      { action: 'phone.pair', target_id: 'Phone of Anna', outcome: 'ok' },
      { action: 'phone.pair', outcome: 'denied' },
      { action: 'phone.code', outcome: 'ok' },
      { action: 'phone.unpair', outcome: 'denied' },
    ]);
  });

  it('lists the values of the filters of the audit log', async () => {
    await world().ada.post('/items', { name: 'Lamp' });
    const { body, status } = await world().ada.get<{ readonly actions: readonly string[] }>('/audit/filter-words');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      actions: expect.arrayContaining(['item.create', 'phone.code']),
      actors: expect.arrayContaining(['ada']),
      target_types: expect.arrayContaining(['item', 'phone']),
    });
    expect(body.actions).toEqual([...new Set(body.actions)].toSorted());
  });

  it('lists the phones of all users, or of one', async () => {
    const ask = (method: string, route: string, init?: ShopRequestInit) => askShop(world(), method, route, init);
    const manager = await world().person({ shop_role: 'store_manager', email: 'manager@example.org' });
    const screen = screenClient(ask, { bearer: manager.token ?? '' });
    const token = tokenIn(textOf(await screen.issue(), 'qr_url'));
    world().keepSecret(token, 'the token of a code');
    const phone = phoneClient(ask);
    const scan = await phone.scan(token);
    await screen.approve(token, textOf(scan, 'real_number'));
    const session = await phone.session(textOf(scan, 'session_id'), token);
    const exchange = await phone.exchange(token, textOf(session, 'exchange_grant'));
    expect(exchange.status, exchange.text).toBe(200);
    world().keepSecret(textOf(exchange, 'application_password'), 'the password of a phone');
    const { body } = await world().ada.list('/phones');
    const owner = Number(body[0]?.user_id);
    expect(body).toMatchObject([{ username: manager.username, last_used_at: null }]);
    expect((await world().ada.get(`/phones?user_id=${owner}`)).body).toHaveLength(1);
    expect((await world().ada.get(`/phones?user_id=${owner + 1_000}`)).body).toEqual([]);
  });

  it('lists themes with all of their tokens, and removes one that is not used', async () => {
    const archive = await zipOf([
      { name: 'quay/theme.json', text: JSON.stringify({ slug: 'quay', name: 'Quay', version: '1.0.0' }) },
      { name: 'quay/theme.css', text: ':root { --ground: #e9f0f2; --accent: #0b5d73 }' },
    ]);
    const form = new FormData();
    form.set('pluginzip', new Blob([new Uint8Array(archive)]), 'theme.zip');
    const headers = { authorization: `Bearer ${world().ada.token}` };
    await fetch(`${world().url}/index.php?rest_route=/shop-admin/themes`, { method: 'POST', headers, body: form });
    expect((await world().ada.get('/themes')).body).toMatchObject([
      { slug: 'quay', is_active: false, source: 'upload', light: { accent: '#0b5d73', ink: '#1b2430' } },
    ]);
    const activate = (theme: string) =>
      askShop(world(), 'POST', '/shop-admin/onboarding/themes/activate', {
        bearer: world().ada.token ?? '',
        body: { theme },
      });
    await activate('quay');
    expect(await world().ada.delete('/themes/quay')).toMatchObject({ status: 409, body: { code: 'theme_in_use' } });
    await activate('default');
    expect((await world().ada.delete('/themes/quay')).status).toBe(204);
    expect((await world().ada.get('/themes')).body).toEqual([]);
  });
});
