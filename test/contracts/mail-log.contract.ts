import type { MailLog, MailRecord, NewMailRecord } from '@backroom/core/mail';
import { aNewUser, freshWord, NOON } from '@backroom/testing/builders';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Stores } from '../support/stores.ts';

const at = (seconds: number) => new Date(NOON.getTime() + seconds * 1_000);

/** A queued mail to one address by default. */
const aMail = (changes: Partial<NewMailRecord> = {}): NewMailRecord => {
  const to = changes.to ?? ['anna@shop.example'];
  return {
    status: 'queued',
    userId: null,
    messageId: `mail-${freshWord()}`,
    from: 'The shop <office@shop.example>',
    to,
    originalTo: to,
    subject: 'Your report is ready',
    headers: 'Auto-Submitted: auto-generated',
    body: { text: 'Text', html: '<p>Text</p>' },
    isRedacted: false,
    sealedBody: null,
    transport: 'smtp',
    transportUri: 'smtp://mail.example:25',
    fault: null,
    resentOf: null,
    createdAt: NOON,
    ...changes,
  };
};
const all = { offset: 0, limit: 100 };
const fault = { code: 'mail_refused', message: 'The mail server refused the message. It answered 550.' };

export const mailLogContract = (implementation: string, open: () => Promise<Stores>) =>
  describe(`MailLog: ${implementation}`, () => {
    let stores: Stores;
    let log: MailLog;
    beforeAll(async () => {
      stores = await open();
      log = stores.mailLog;
    });
    beforeEach(async () => {
      for (const { id } of (await log.list({}, all)).entries) await log.change(id, { status: 'failed' });
      while ((await log.forget({ before: null, keep: 0 }, 100)) > 0);
    });
    afterAll(() => stores?.close());
    const ids = async (filter: Parameters<MailLog['list']>[0]) =>
      (await log.list(filter, all)).entries.map(({ id }) => id);

    it('returns what it stored', async () => {
      const mail = aMail({ to: ['a@shop.example', 'B@shop.example'], originalTo: ['c@shop.example'] });
      const stored = await log.add(mail);
      expect(stored).toMatchObject({ ...mail, attempts: 0, transcript: '', endedAt: null, openedAt: null });
      expect(await log.find(stored.id)).toEqual(stored);
      expect(await log.find(stored.id + 1)).toBeUndefined();
    });

    it('refuses to store the body of a redacted mail', async () => {
      await expect(log.add(aMail({ isRedacted: true }))).rejects.toThrow();
      const { body } = await log.add(aMail({ isRedacted: true, body: null, sealedBody: 'sealed' }));
      expect(body).toBeNull();
    });

    it('lists the newest first, in parts, without bodies', async () => {
      const made: MailRecord[] = [];
      for (let second = 0; second < 5; second += 1) made.push(await log.add(aMail({ createdAt: at(second) })));
      const newest = made.map(({ id }) => id).toReversed();
      const { entries, total } = await log.list({}, { offset: 1, limit: 2 });
      expect([entries.map(({ id }) => id), total]).toEqual([newest.slice(1, 3), 5]);
      expect(entries[0]).not.toHaveProperty('body');
      expect(entries[0]).not.toHaveProperty('transcript');
    });

    it('searches subject, recipients and error, case ignored, and takes % and _ as they are', async () => {
      const subject = await log.add(aMail({ subject: 'Sale: 50% off_today', to: ['x@y.example'] }));
      const recipient = await log.add(aMail({ to: ['Berta@Elsewhere.example'] }));
      const failed = await log.add(aMail());
      await log.change(failed.id, { status: 'failed', fault });
      expect(await ids({ query: '50% OFF_' })).toEqual([subject.id]);
      expect([...(await log.countByStatus({ query: '50% OFF_' }))]).toEqual([[subject.status, 1]]);
      expect((await log.countByStatus({})).get('failed')).toBe((await log.list({ status: 'failed' }, all)).total);
      expect(await ids({ query: '0% off%' })).toEqual([]);
      expect(await ids({ query: 'berta@else' })).toEqual([recipient.id]);
      expect(await ids({ query: '550' })).toEqual([failed.id]);
      expect(await ids({ query: '550', status: 'sent' })).toEqual([]);
      expect(await ids({ status: 'failed' })).toEqual([failed.id]);
    });

    it('leaves out removed notices where only notices are requested', async () => {
      const one = await log.add(aMail());
      const other = await log.add(aMail());
      for (const { id } of [one, other]) await log.change(id, { status: 'failed', fault });
      await log.change(one.id, { dismissedAt: at(1) });
      expect(await ids({ status: 'failed', isNoticed: true })).toEqual([other.id]);
    });

    it('changes a record only while it has one of the statuses', async () => {
      const { id } = await log.add(aMail());
      expect(await log.change(id, { status: 'sent', endedAt: at(3) }, ['queued'])).toMatchObject({ status: 'sent' });
      expect(await log.change(id, { status: 'failed' }, ['queued'])).toBeUndefined();
      expect(await log.find(id)).toMatchObject({ status: 'sent', endedAt: at(3) });
      expect(await log.change(id + 1, { openedAt: at(1) })).toBeUndefined();
    });

    it('changes a status for one of several concurrent callers', async () => {
      const { id } = await log.add(aMail());
      const claims = Array.from({ length: 8 }, () => log.change(id, { status: 'sent' }, ['queued']));
      expect((await Promise.all(claims)).filter((each) => each !== undefined)).toHaveLength(1);
    });

    it('counts the records since a time', async () => {
      await log.add(aMail({ createdAt: at(-1) }));
      await log.add(aMail());
      const { id } = await log.add(aMail());
      await log.change(id, { status: 'failed', fault, openedAt: at(1) });
      expect(await log.count(NOON)).toEqual({ queued: 1, sent: 0, failed: 1, opened: 1 });
    });

    it('erases the mails of an address and of an account, copies for others included', async () => {
      const { userId } = await stores.users.insert(aNewUser(), NOON);
      const address = await log.add(aMail({ to: ['Erika@shop.example'] }));
      const copy = await log.add(
        aMail({ to: ['boss@shop.example'], originalTo: ['erika@shop.example'], resentOf: address.id }),
      );
      const account = await log.add(aMail({ userId, to: ['old@shop.example'] }));
      const other = await log.add(aMail({ to: ['erika@shop.example.org'] }));
      expect(await log.erase({ email: 'ERIKA@shop.example', userId })).toBe(3);
      for (const { id } of [address, copy, account]) expect(await log.find(id)).toBeUndefined();
      expect(await log.find(other.id)).toBeDefined();
      expect(await log.erase({ email: null, userId: null })).toBe(0);
    });

    it('goes with its account', async () => {
      const { userId } = await stores.users.insert(aNewUser(), NOON);
      const { id } = await log.add(aMail({ userId }));
      expect(await stores.users.isReferredTo(userId)).toBe(false);
      await stores.users.remove(userId);
      expect(await log.find(id)).toBeUndefined();
    });

    it('deletes what is too old or too much, in parts, and never what is queued', async () => {
      const made: MailRecord[] = [];
      for (let second = 0; second < 6; second += 1) made.push(await log.add(aMail({ createdAt: at(second) })));
      for (const { id } of made.slice(1)) await log.change(id, { status: 'sent' });
      const left = async () => (await ids({})).toReversed().map((id) => made.findIndex((each) => each.id === id));
      expect(await log.forget({ before: at(2), keep: 100 }, 10)).toBe(1);
      expect(await left()).toEqual([0, 2, 3, 4, 5]);
      expect(await log.forget({ before: null, keep: 2 }, 1)).toBe(1);
      expect(await left()).toEqual([0, 3, 4, 5]);
      expect(await log.forget({ before: null, keep: 2 }, 10)).toBe(1);
      expect(await left()).toEqual([0, 4, 5]);
      expect(await log.forget({ before: null, keep: 2 }, 10)).toBe(0);
    });

    it('is undone with the unit of work, and sees what was written in it', async () => {
      let id = 0;
      const undone = stores.unitOfWork.run(async () => {
        ({ id } = await log.add(aMail()));
        await log.change(id, { attempts: 3 });
        expect(await log.find(id)).toMatchObject({ attempts: 3 });
        expect(await ids({})).toEqual([id]);
        throw new Error('no');
      });
      await expect(undone).rejects.toThrow('no');
      expect(await log.find(id)).toBeUndefined();
    });
  });
