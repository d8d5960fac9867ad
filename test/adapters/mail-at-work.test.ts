import type { MailRecord } from '@backroom/core/mail';
import { type MailInput, submitMail } from '@backroom/core/notifications';
import { outboundFailed } from '@backroom/core/outbound';
import { aNewUser } from '@backroom/testing/builders';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { anAdministrator } from '../support/builders.ts';
import { databases } from '../support/databases.ts';
import { workOff } from '../support/jobs.ts';
import { type Behaviour, type MailServer, startCrudeServer, startMailServer } from '../support/mail-servers.ts';
import { type MailWork, mailWorkOn } from '../support/mail-work.ts';
import { openStores, type Stores } from '../support/stores.ts';

const me = anAdministrator();
const password = 'hunter-under-the-lamp';
const linkToken = 'wandering-key-8841';
const passwordInBase64 = [password, `\0anna\0${password}`].map((text) => Buffer.from(text).toString('base64'));

describe.each(databases)('mail at work on $name', (database) => {
  let stores: Stores;
  let work: MailWork;
  let userId: number;
  const servers: MailServer[] = [];
  beforeAll(async () => {
    stores = await openStores(database);
    work = mailWorkOn(stores);
    ({ userId } = await stores.users.insert(aNewUser({ email: 'anna@shop.example' }), work.clock.now()));
  });
  afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));
  afterAll(() => stores?.close());

  const kept = (server: MailServer): MailServer => {
    servers.push(server);
    return server;
  };
  const serve = async (behaviour: Behaviour = {}, timeoutMs?: number): Promise<MailServer> => {
    const server = kept(await startMailServer(behaviour));
    work.sendTo(server.url, timeoutMs);
    return server;
  };
  const submit = (changes: Partial<MailInput> = {}): Promise<MailRecord> => {
    const mail = { userId, subject: 'Ready', text: 'Fetch it.', html: '<p>Fetch it.</p>', ...changes };
    return stores.unitOfWork.run(() => submitMail(work.ports, mail));
  };
  const shown = async (id: number): Promise<MailRecord> => (await work.core.notifications.showMail(me, { id })).record;
  /** Delivers everything that is due now. */
  const deliver = async (id: number): Promise<MailRecord> => {
    await workOff(work.core);
    return shown(id);
  };
  /** Everything of these tables as text, to search it for secrets. */
  const dump = async (...tables: readonly string[]): Promise<string> => {
    const texts = await Promise.all(
      tables.map((table) =>
        sql<{ line: string }>`select t::text as line from ${sql.raw(table)} t`.execute(stores.database.kysely()),
      ),
    );
    return texts.flatMap(({ rows }) => rows.map(({ line }) => line)).join('\n');
  };

  it('is queued at first, then sent, with the dialogue', async () => {
    const server = await serve();
    const queued = await submit();
    expect(queued).toMatchObject({ status: 'queued', to: ['anna@shop.example'], attempts: 0, transport: 'smtp' });
    expect(await deliver(queued.id)).toMatchObject({
      status: 'sent',
      attempts: 1,
      fault: null,
      endedAt: expect.any(Date),
    });
    const { transcript } = await shown(queued.id);
    expect(transcript).toContain('C: RCPT TO:<anna@shop.example>');
    expect(transcript).toContain('S: 354');
    expect(transcript).not.toContain('Fetch it');
    expect(server.taken).toHaveLength(1);
  });

  it('stays queued with the reason while the server refuses for now, and is sent later', async () => {
    let code: number | undefined = 450;
    await serve({ onRecipient: () => code });
    const { id } = await submit();
    expect(await deliver(id)).toMatchObject({ status: 'queued', attempts: 1, fault: { code: 'mail_unavailable' } });
    code = undefined;
    work.clock.advance(60_000);
    const sent = await deliver(id);
    expect(sent).toMatchObject({ status: 'sent', attempts: 2, fault: null });
    expect(sent.transcript).toMatch(/Attempt 1.*S: 450.*Attempt 2.*S: 250/s);
  });

  it('fails at once where the server refuses for good', async () => {
    await serve({ onRecipient: () => 550 });
    const failed = await deliver((await submit()).id);
    expect(failed).toMatchObject({ status: 'failed', attempts: 1, fault: { code: 'mail_refused' } });
    expect(failed.fault?.message).toContain('550');
    expect(failed.transcript).toContain('S: 550');
  });

  it('fails where no retry helps any more', async () => {
    await serve({ onMessage: () => 452 });
    const { id } = await submit();
    for (let attempt = 0; attempt < 12; attempt += 1) {
      await workOff(work.core);
      work.clock.advance(3_600_000);
    }
    expect(await shown(id)).toMatchObject({ status: 'failed', attempts: 12, fault: { code: 'mail_unavailable' } });
  });

  it('is queued again where the server hangs before the message is handed over', async () => {
    work.sendTo(kept(await startCrudeServer(() => {}, '')).url, 300);
    const stuck = await deliver((await submit()).id);
    expect(stuck).toMatchObject({ status: 'queued', fault: { code: 'mail_unavailable' } });
    expect(stuck.transcript).toContain('did not take the message');
    await cancelAll();
  });

  it.each([
    ['drops the connection', (socket: { destroy(): void }) => void socket.destroy()],
    ['does not reply', () => {}],
  ])('fails as uncertain where the server has the whole message and %s', async (_, onWhole) => {
    const server = kept(await startCrudeServer(onWhole));
    work.sendTo(server.url, 300);
    const failed = await deliver((await submit()).id);
    expect(failed).toMatchObject({ status: 'failed', attempts: 1, fault: { code: 'mail_uncertain' } });
    expect(failed.transcript).toContain('C: DATA');
    expect(server.taken).toHaveLength(1);
  });

  it('is recorded as failed where the account has no address', async () => {
    const { userId: other } = await stores.users.insert(aNewUser(), work.clock.now());
    expect(await submit({ userId: other })).toMatchObject({
      status: 'failed',
      to: [],
      fault: { code: 'mail_no_address' },
    });
  });

  it('is recorded as failed when its job is cancelled', async () => {
    await serve({ onRecipient: () => 450 });
    const { id } = await submit();
    await workOff(work.core);
    await cancelAll();
    expect(await deliver(id)).toMatchObject({ status: 'failed', fault: { code: 'mail_cancelled' } });
  });

  it('has no credentials in its transcript, whatever the server repeats', async () => {
    const server = await serve({
      options: {
        authOptional: false,
        allowInsecureAuth: true,
        onAuth: (_, __, done) =>
          done(Object.assign(new Error(`${password} ${passwordInBase64[1]}`), { responseCode: 535 })),
      },
    });
    work.sendTo(server.url.replace('//', `//anna:${password}@`));
    const { id } = await submit();
    const failed = await deliver(id);
    expect(failed).toMatchObject({ status: 'failed', transportUri: server.url });
    expect(failed.transcript).toContain('C: AUTH PLAIN ***');
    expect(failed.transcript).toContain('S: 535');
    const everything = `${await dump('mail_record', 'job', 'audit_event')} ${JSON.stringify(work.log.entries)}`;
    for (const secret of [password, ...passwordInBase64]) expect(everything).not.toContain(secret);
  });

  it('stores no secret body in the clear, and none at all once it is sent', async () => {
    const server = await serve({ onRecipient: () => (isRefused ? 450 : undefined) });
    let isRefused = true;
    const secret = {
      subject: 'Sign in',
      text: `Open ${linkToken}`,
      html: `<a href="${linkToken}">Open</a>`,
      isSecret: true,
    };
    const { id } = await submit(secret);
    await workOff(work.core);
    expect(await shown(id)).toMatchObject({
      status: 'queued',
      isRedacted: true,
      body: null,
      sealedBody: expect.any(String),
    });
    expect(await dump('mail_record', 'job', 'audit_event')).not.toContain(linkToken);
    isRefused = false;
    work.clock.advance(60_000);
    expect(await deliver(id)).toMatchObject({ status: 'sent', body: null, sealedBody: null });
    expect(server.taken[0]).toContain(linkToken);
    expect(`${await dump('mail_record', 'job')} ${JSON.stringify(work.log.entries)}`).not.toContain(linkToken);
    await expect(work.core.notifications.resendMail(me, { id })).rejects.toMatchObject({ code: 'mail_redacted' });
  });

  it('opens a secret body after the key was changed, and seals it again', async () => {
    await serve();
    const { id, sealedBody } = await submit({ isSecret: true, text: linkToken });
    const [held] = await stores.unitOfWork.run(() => stores.sealedSecrets.hold());
    expect(held).toEqual({ purpose: 'mail.body', sealed: sealedBody });
    const fresh = work.ports.secretBox.seal(
      work.ports.secretBox.open(sealedBody ?? '', 'mail.body') ?? '',
      'mail.body',
    );
    await stores.unitOfWork.run(() =>
      stores.sealedSecrets.replace({ purpose: 'mail.body', sealed: sealedBody ?? '' }, fresh),
    );
    expect(await shown(id)).toMatchObject({ sealedBody: fresh });
    expect(await deliver(id)).toMatchObject({ status: 'sent', sealedBody: null });
  });

  it('is sent again as a new record, once by each of two requests', async () => {
    const server = await serve();
    const { id } = await deliver((await submit()).id);
    const twice = [
      work.core.notifications.resendMail(me, { id, isDetached: true }),
      work.core.notifications.resendMail(me, { id, isDetached: true }),
    ];
    const records = (await Promise.all(twice)).map(({ record }) => record);
    await workOff(work.core);
    expect(server.taken).toHaveLength(3);
    for (const { id: copy } of records) expect(await shown(copy)).toMatchObject({ status: 'sent', resentOf: id });
    expect(new Set([id, ...records.map((record) => record.id)]).size).toBe(3);
  });

  it('is sent again to other recipients, and reports those that the server refused', async () => {
    await serve({
      options: {
        onRcptTo: ({ address }, _, done) =>
          done(address.startsWith('no') ? Object.assign(new Error('no'), { responseCode: 550 }) : null),
      },
    });
    const { id } = await deliver((await submit()).id);
    const sentTo = ['no@shop.example', ' yes@shop.example'];
    const { record } = await work.core.notifications.resendMail(me, { id, sentTo, isDetached: true });
    expect(await deliver(record.id)).toMatchObject({
      status: 'sent',
      to: ['no@shop.example', 'yes@shop.example'],
      originalTo: ['anna@shop.example'],
      fault: { code: 'mail_recipients_refused' },
    });
    const wrong = work.core.notifications.resendMail(me, { id, sentTo: ['nobody'] });
    await expect(wrong).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('goes with its account, queued mail included', async () => {
    const server = await serve();
    const erika = await stores.users.insert(aNewUser({ email: 'erika@shop.example' }), work.clock.now());
    const queued = await submit({ userId: erika.userId });
    await work.core.identity.deleteUser(me, { id: erika.userId });
    await workOff(work.core);
    expect(await stores.mailLog.find(queued.id)).toBeUndefined();
    expect(server.taken).toEqual([]);
  });

  it('is deleted after the retention time', async () => {
    await serve();
    const { id } = await deliver((await submit()).id);
    work.clock.advance(31 * 86_400_000);
    while ((await work.core.notifications.forgetMails(me, {})) > 0);
    expect(await stores.mailLog.find(id)).toBeUndefined();
  });

  it('is pushed to the phone when it has failed, once, with ids and codes only', async () => {
    const { notifications } = work.core;
    const { code } = await notifications.createPairingCode(me, {});
    const serverUrl = 'https://push.example/hook';
    const { pushKey } = await notifications.connectPhone(me, { authKey: code, device: 'Phone', serverUrl });
    await workOff(work.core);
    await serve({ onRecipient: () => 550 });
    const { id } = await deliver((await submit({ subject: 'Private subject' })).id);
    await workOff(work.core);
    expect(work.pushed.map(({ type }) => type)).toEqual(['phone.paired', 'mail.failed']);
    const [, message] = work.pushed;
    expect(message).toMatchObject({
      url: serverUrl,
      key: pushKey,
      data: { id, status: 'failed', error: 'mail_refused' },
    });
    expect(JSON.stringify(message)).not.toMatch(/anna@|Private/);
    expect(await dump('phone_pairing', 'job', 'audit_event')).not.toContain(pushKey);
    expect((await notifications.readMailStatus(me, {})).phone).toMatchObject({ lastPush: { fault: null } });
  });

  it('is pushed again with the same id until the receiver accepts it', async () => {
    let isDown = true;
    const ids: string[] = [];
    work.answerPush(async (message) => {
      ids.push(message.id);
      if (isDown) throw outboundFailed('down');
    });
    await serve({ onRecipient: () => 550 });
    await deliver((await submit()).id);
    expect((await work.core.notifications.readMailStatus(me, {})).phone?.lastPush?.fault).toBe('outbound_failed');
    isDown = false;
    work.clock.advance(60_000);
    await workOff(work.core);
    expect(ids).toEqual([ids[0], ids[0]]);
    expect((await work.core.notifications.readMailStatus(me, {})).phone?.lastPush?.fault).toBeNull();
    await work.core.notifications.unpairPhone(me, {});
  });

  async function cancelAll(): Promise<void> {
    const { entries } = await work.core.jobs.listJobs(me, { state: 'waiting', page: 1, perPage: 100 });
    for (const { id } of entries) {
      await work.core.jobs.cancelJob(me, { id });
      await work.core.jobs.work(me, { id });
    }
  }
});
