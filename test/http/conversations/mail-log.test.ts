import { ManualClock } from '@backroom/adapters-memory';
import { storesOf } from '@backroom/adapters-persistence';
import type { MailRecord, NewMailRecord } from '@backroom/core/mail';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { workOff } from '../../support/jobs.ts';
import { startMailServer } from '../../support/mail-servers.ts';
import { askShop, type ShopAnswered, type ShopRequestInit } from '../../support/shop-client.ts';
import { onEveryDatabase } from '../../support/world.ts';

/** Works off the jobs while a request waits for its outcome. */
class WorkingClock extends ManualClock {
  work: () => Promise<unknown> = async () => {};

  override async wait(milliseconds: number): Promise<void> {
    await this.work();
    this.advance(milliseconds);
  }
}

const clock = new WorkingClock();
let code: number | undefined;
const server = await startMailServer({ onRecipient: () => code });
afterAll(() => server.close());

const wrongCode = {
  success: false,
  code: 'pairing_code_wrong',
  data: { error: 'Regenerate QR Code, and scan again.' },
};
const someToken = 'phone-token-of-anna-0123456789-abcdef';

onEveryDatabase(
  'the mail log',
  (world) => {
    let mails: ReturnType<typeof storesOf>['mailLog'];
    const actor = () => world().application.actor('system');
    beforeEach(async () => {
      const { application } = world();
      mails = storesOf(application.database).mailLog;
      clock.work = async () => workOff(application.core, await actor());
      code = undefined;
    });
    const ask = (method: string, route: string, init: ShopRequestInit = {}) => askShop(world(), method, route, init);
    const ada = (method: string, route: string, body?: object) =>
      ask(method, `/maildash/v1/${route}`, { bearer: world().ada.token ?? '', ...(body && { body }) });
    const phone = (method: string, route: string, token: string, body?: object): Promise<ShopAnswered> =>
      ask(method, `/mailer/${route}`, { headers: { 'device-token': token }, ...(body && { body }) });
    const add = (changes: Partial<NewMailRecord> = {}): Promise<MailRecord> =>
      mails.add({
        ...{ status: 'sent', userId: null, messageId: `mail-${Math.random()}`, from: 'Shop <office@shop.example>' },
        ...{ to: ['anna@shop.example'], originalTo: ['anna@shop.example'], subject: 'Ready <b>', headers: '' },
        ...{ body: { text: 'Text', html: '<p onclick="x()">Text</p>' }, isRedacted: false, sealedBody: null },
        ...{ transport: 'smtp', transportUri: server.url, fault: null, resentOf: null, createdAt: clock.now() },
        ...changes,
      } as NewMailRecord);
    const failed = () => add({ status: 'failed', fault: { code: 'mail_refused', message: 'No: 550.' } });
    const newCode = async () =>
      (await world().application.core.notifications.createPairingCode(await actor(), {})).code;
    const connect = (authKey: string, headers: Readonly<Record<string, string>> = {}) =>
      ask('POST', '/mailer/v1/connect-app', { headers: { 'auth-key': authKey, ...headers } });
    const pair = async (): Promise<string> => {
      const { body } = await connect(await newCode(), { device: 'Anna’s phone'.replace('’', "'") });
      const token = (body as unknown as { data: { device_token: string } }).data.device_token;
      world().keepSecret(token, 'a device token');
      return token;
    };

    describe('pairing', () => {
      it('accepts a code once, returns a token, and replaces the phone before', async () => {
        const first = await pair();
        expect(first).toMatch(/^[A-Za-z0-9]{40}$/);
        expect(await phone('GET', 'v1/get-logs', first)).toMatchObject({ status: 200, body: { success: true } });
        const used = await newCode();
        expect(await connect(used)).toMatchObject({ status: 200 });
        expect(await connect(used)).toMatchObject({ status: 401, body: wrongCode });
        expect(await phone('GET', 'v1/get-logs', first)).toMatchObject({
          status: 401,
          body: { success: false, data: { error: 'Invalid Auth Token.' } },
        });
      });

      it('accepts the token that a phone has chosen, in either spelling of the header', async () => {
        expect(await connect(await newCode(), { device_token: someToken })).toMatchObject({
          status: 200,
          body: { data: { device_token: someToken, push_key: null } },
        });
        expect(await phone('GET', 'v1/get-logs', someToken)).toMatchObject({ status: 200 });
        const weak = await connect(await newCode(), { 'device-token': 'short' });
        expect(weak).toMatchObject({
          status: 400,
          body: { data: { details: { device_token: { code: 'device_token_weak' } } } },
        });
      });

      it('refuses wrong, empty and expired codes; five wrong ones end a code, those of other codes do not', async () => {
        for (const none of ['', '-', 'ABCDEFGH-ABCDEFGHJKLMNPQRSTUVWXYZ'])
          expect(await connect(none)).toMatchObject({ status: 401, body: wrongCode });
        const tried = await newCode();
        for (let attempt = 0; attempt < 7; attempt += 1) expect((await connect('ABCDEFGH-X')).status).toBe(401);
        for (let attempt = 0; attempt < 4; attempt += 1)
          expect((await connect(`${tried.slice(0, 9)}X`)).status).toBe(401);
        expect((await connect(tried)).status).toBe(200);
        const ended = await newCode();
        for (let attempt = 0; attempt < 5; attempt += 1)
          expect((await connect(`${ended.slice(0, 9)}X`)).status).toBe(401);
        expect((await connect(ended)).status).toBe(401);
        const late = await newCode();
        clock.advance(600_000);
        expect((await connect(late)).status).toBe(401);
      });

      it('accepts one of several phones with the same code', async () => {
        const shown = await newCode();
        const answers = await Promise.all(Array.from({ length: 6 }, () => connect(shown)));
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401, 401]);
      });

      it('ends by the phone itself', async () => {
        const token = await pair();
        expect(await phone('PUT', 'v1/disconnect-site', token)).toMatchObject({
          status: 200,
          body: { success: true, data: { message: 'Site Disconnected.' } },
        });
        expect(await phone('POST', 'v1/disconnect-site', token)).toMatchObject({
          status: 403,
          body: { data: { error: 'Invalid Request.' } },
        });
        expect(await ask('POST', '/mailer/v1/disconnect-site')).toMatchObject({
          status: 400,
          body: { data: { error: 'Auth token missing.' } },
        });
      });

      it('leaves records of who did what, without token or code', async () => {
        const { body } = await world().ada.get('/audit?action=phone.*&per_page=100');
        const actions = (body as unknown as readonly { readonly action: string; readonly outcome: string }[]).map(
          ({ action, outcome }) => `${action} ${outcome}`,
        );
        expect(actions).toEqual(
          expect.arrayContaining(['phone.code ok', 'phone.pair ok', 'phone.pair denied', 'phone.disconnect ok']),
        );
      });
    });

    describe('for the paired phone', () => {
      it('is a list with filter and search', async () => {
        const token = await pair();
        const sent = await add({ subject: 'Unusual subject 77' });
        const { id } = await failed();
        const rows = async (query: string) =>
          ((await phone('GET', `v1/get-logs?${query}`, token)).body as unknown as { data: readonly { id: number }[] })
            .data;
        expect(await rows('query=subject%2077')).toEqual([
          {
            id: sent.id,
            original_subject: 'Unusual subject 77',
            to_header: 'anna@shop.example',
            success: '1',
            time: Math.floor(clock.now().getTime() / 1_000),
          },
        ]);
        expect((await rows('filter=failed&end=1'))[0]).toMatchObject({ id, success: 'No: 550.' });
        expect(await rows('start=0&end=2')).toHaveLength(2);
        expect((await phone('GET', 'v1/get-logs?end=101', token)).status).toBe(400);
        expect((await phone('GET', 'v2/get-logs?query=subject%2077', token)).body.data).toMatchObject({
          logs: [{ id: sent.id, status: 'sent' }],
          plugin_version: '1.4.1',
        });
      });

      it('signs the address of one mail for five minutes, and of no other', async () => {
        const token = await pair();
        const { id } = await add();
        const { body } = await phone('GET', `v1/get-log?id=${id}`, token);
        const address = String(body.data);
        const shown = await fetch(address);
        expect(shown.status).toBe(200);
        expect(shown.headers.get('content-security-policy')).toContain('sandbox');
        expect(await shown.text()).toContain('Ready &lt;b&gt;');
        for (const changed of [
          address.replace(/id=\d+/, 'id=999999'),
          address.replace('type=log', 'type=transcript'),
          address.replace(/expires=\d/, 'expires=9'),
        ])
          expect((await fetch(changed)).status).toBe(404);
        clock.advance(300_000);
        expect((await fetch(address)).status).toBe(404);
        expect(await phone('GET', 'v1/get-log', token)).toMatchObject({ status: 400 });
        expect(await phone('GET', 'v1/get-log?id=999999', token)).toMatchObject({ status: 404 });
      });

      it('is sent again, and answers with the outcome of the mail server', async () => {
        const token = await pair();
        const { id } = await add();
        expect(await phone('POST', 'v1/resend-email', token, { id })).toMatchObject({
          status: 200,
          body: { success: true, data: { message: 'Email successfully resend.' } },
        });
        code = 450;
        expect(await phone('POST', 'v1/resend-email', token, { id })).toMatchObject({
          status: 502,
          body: { success: false, data: { message: 'Email not send.' } },
        });
        expect(await phone('POST', 'v1/resend-email', token)).toMatchObject({
          status: 400,
          body: { data: { error: 'Enter email id.' } },
        });
        expect(await phone('POST', 'v1/resend-email', token, { id: 999_999 })).toMatchObject({
          status: 404,
          body: { data: { error: 'Invalid email id.' } },
        });
        const secret = await add({ isRedacted: true, body: null });
        expect(await phone('POST', 'v1/resend-email', token, { id: secret.id })).toMatchObject({ status: 409 });
      });

      it('is queued where no worker sends it in time', async () => {
        const token = await pair();
        clock.work = async () => {};
        const { id } = await add();
        expect(await phone('POST', 'v1/resend-email', token, { id })).toMatchObject({
          status: 200,
          body: { success: true },
        });
      });
    });

    describe('for the dashboard', () => {
      it('lists the newest, and counts', async () => {
        const { id } = await failed();
        const { body, headers } = await ada('GET', 'get-logs');
        const logs = body.logs as readonly object[];
        expect(logs).toHaveLength(4);
        expect(logs[0]).toMatchObject({
          id,
          status: 'failed',
          error: 'No: 550.',
          delivery_time: expect.stringMatching(/^November \d\d, 2026 \d\d:\d\d am$/),
        });
        expect(Number(headers.get('x-cms-total'))).toBeGreaterThan(4);
        const { body: counted } = await ada('GET', 'email-count?period=month&opened=true');
        expect(counted.count).toMatchObject({ failed: expect.any(Number), opened: 0 });
      });

      it('shows the members as text, and the content at a signed address', async () => {
        const { id } = await add({ body: { text: 'Text', html: '<script>alert(1)</script>' } });
        const { body } = await ada('GET', `get-details?id=${id}`);
        const details = body.details as { readonly original_subject: string; readonly log_url: string };
        expect(details).toMatchObject({ id, original_subject: 'Ready &lt;b&gt;', success: '1', status: 'sent' });
        expect(details).not.toHaveProperty('original_message');
        expect((await fetch(details.log_url)).status).toBe(200);
        expect(await ada('GET', `get-details?id=${id}&type=show_transcript`)).toMatchObject({
          body: { details: { session_transcript: '' } },
        });
        expect(await ada('GET', 'get-details?id=999999')).toMatchObject({
          status: 404,
          body: { success: false, message: 'Details not found', status: 404 },
        });
      });

      it('sends again, to others too, with time and transcript', async () => {
        const { id } = await add();
        const taken = server.taken.length;
        const sent = await ada('POST', 'resend-email', { id, sent_to: 'b@shop.example, c@shop.example' });
        expect(sent).toMatchObject({
          status: 200,
          body: {
            success: true,
            message: expect.stringMatching(/\(\d+ ms\)/),
            transcript: expect.stringContaining('RCPT TO:<c@shop.example>'),
          },
        });
        expect(server.taken.slice(taken)).toContainEqual(expect.stringContaining('To: b@shop.example, c@shop.example'));
        code = 550;
        expect(await ada('POST', 'resend-email', { id })).toMatchObject({
          status: 502,
          body: { success: false, message: expect.stringContaining('550') },
        });
        expect(await ada('POST', 'resend-email', { id, sent_to: 'nobody' })).toMatchObject({
          status: 400,
          body: { data: { details: { sent_to: {} } } },
        });
        expect(await ada('POST', 'resend-email', { id: 999_999 })).toMatchObject({
          status: 404,
          body: { message: 'Error Resending Email' },
        });
        expect(
          await ada('POST', 'resend-email', { id: (await add({ isRedacted: true, body: null })).id }),
        ).toMatchObject({ status: 409, body: { code: 'mail_redacted' } });
      });

      it('answers a repeated request with the same key without sending twice', async () => {
        const { id } = await add();
        const taken = server.taken.length;
        const init = {
          bearer: world().ada.token ?? '',
          body: { id },
          headers: { 'idempotency-key': `resend-${id}` },
        };
        const once = () => ask('POST', '/maildash/v1/resend-email', init);
        const answers = [await once(), await once()];
        expect(answers[1]?.body).toEqual(answers[0]?.body);
        expect(server.taken.length).toBe(taken + 1);
      });

      it('keeps notices of failed mails until they are removed', async () => {
        const { id } = await failed();
        clock.advance(2 * 3_600_000);
        const notices = async () =>
          (await ada('GET', 'get-failed-logs')).body.logs as readonly { readonly id: number }[];
        expect((await notices())[0]).toMatchObject({ id, delivery_time: '2 hours', opened: false, status: 'failed' });
        expect(await ada('POST', 'open-notification', { id })).toMatchObject({ status: 200, body: { success: true } });
        expect((await notices())[0]).toMatchObject({ id, opened: true });
        expect(await ada('POST', 'remove-notification', { id })).toMatchObject({ status: 200 });
        expect((await notices()).map((notice) => notice.id)).not.toContain(id);
        expect(await ada('POST', 'open-notification', { id: 999_999 })).toMatchObject({
          status: 404,
          body: { success: false },
        });
        expect(await ada('POST', 'open-notification')).toMatchObject({ status: 404 });
      });

      it('stores one flag', async () => {
        expect(await ada('POST', 'minimize-maximize-ad', { minimize_maximize: 'minimize' })).toMatchObject({
          status: 200,
        });
        expect(await ada('POST', 'minimize-maximize-ad', { minimize_maximize: 'x' })).toMatchObject({ status: 400 });
      });

      it('is refused to all others', async () => {
        const refused = await ask('GET', '/maildash/v1/get-logs', { bearer: world().mara.token ?? '' });
        expect(refused).toMatchObject({ status: 403, body: { code: 'rest_forbidden' } });
      });
    });

    it('loses the mails to a customer who is deleted', async () => {
      const bearer = world().ada.token ?? '';
      const made = await ask('POST', '/shop/v3/customers', {
        bearer,
        body: { email: 'Gone@shop.example', first_name: 'Gerd' },
      });
      const { id } = await add({ to: ['gone@shop.example'], originalTo: ['gone@shop.example'] });
      const { id: copy } = await add({ to: ['boss@shop.example'], originalTo: ['gone@shop.example'] });
      const deleted = await ask('DELETE', `/shop/v3/customers/${String(made.body.id)}?force=true`, { bearer });
      expect(deleted.status, deleted.text).toBe(200);
      expect([await mails.find(id), await mails.find(copy)]).toEqual([undefined, undefined]);
    });
  },
  { ports: { clock }, environment: { SMTP_URL: server.url, SITE_EMAIL: 'office@shop.example' } },
);
