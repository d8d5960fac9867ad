import { SmtpMail } from '@backroom/adapters-mail';
import type { MailMessage } from '@backroom/core/mail';
import { afterEach, describe, expect, it } from 'vitest';
import { type MailServer, startCrudeServer, startMailServer } from '../support/mail-servers.ts';

const message: MailMessage = {
  id: 'export-17',
  to: ['anna@shop.example'],
  fromName: 'The shop',
  subject: 'Ready: Käse\r\nBcc: mallory@evil.example',
  text: 'Fetch it at https://shop.example/?a=1&b=2\n.\nas long as it is there.',
  html: '<p>Fetch <a href="https://shop.example/?a=1&amp;b=2">it</a>.</p>',
  date: new Date('2026-11-02T12:00:00Z'),
  headers: { 'Auto-Submitted': 'auto-generated' },
};
const sender = { address: 'office@shop.example' };
const unheard = { onHandingOver: async () => {}, onLine: () => {} };
const open: MailServer[] = [];
afterEach(() => Promise.all(open.splice(0).map((server) => server.close())));

const kept = (server: MailServer): MailServer => {
  open.push(server);
  return server;
};
const sendTo = async (url: string, { timeoutMs = 5_000, requiresTls = false, handOver = async () => {} } = {}) => {
  let handed = 0;
  const lines: string[] = [];
  const outcome = await new SmtpMail({ url, sender, timeoutMs, requiresTls })
    .send(message, {
      onHandingOver: async () => {
        handed += 1;
        await handOver();
      },
      onLine: (line) => void lines.push(line),
    })
    .then(
      () => 'sent',
      (error: Error & { readonly code?: string }) => error.code ?? error.message,
    );
  return { outcome, handed, transcript: lines.join('\n') };
};

describe('mail by SMTP', () => {
  it('brings plain text and HTML, once, under the name of the shop', async () => {
    const server = kept(await startMailServer());
    expect(await sendTo(server.url)).toMatchObject({ outcome: 'sent', handed: 1 });
    expect(server.taken).toHaveLength(1);
    const [taken = ''] = server.taken;
    expect(taken).toContain('From: The shop <office@shop.example>');
    expect(taken).toContain('To: anna@shop.example');
    expect(taken).toContain('Message-ID: <export-17@shop.example>');
    expect(taken).toContain('Content-Type: text/plain');
    expect(taken).toContain('Content-Type: text/html');
    expect(taken).not.toMatch(/^Bcc:/m);
  });

  it('is the same message however often it is sent', async () => {
    const server = kept(await startMailServer());
    await sendTo(server.url);
    await sendTo(server.url);
    expect(server.taken[0]).toBe(server.taken[1]);
  });

  it.each([
    [450, 'mail_unavailable'],
    [550, 'mail_refused'],
  ])('reports a recipient answered with %i as %s, before anything was handed over', async (code, outcome) => {
    const server = kept(await startMailServer({ onRecipient: () => code }));
    expect(await sendTo(server.url)).toMatchObject({ outcome, handed: 0 });
  });

  it.each([
    [452, 'mail_unavailable'],
    [554, 'mail_refused'],
  ])('reports a message answered with %i as %s, although it was handed over', async (code, outcome) => {
    const server = kept(await startMailServer({ onMessage: () => code }));
    expect(await sendTo(server.url)).toMatchObject({ outcome, handed: 1 });
  });

  it('may be retried if no server listens', async () => {
    const server = await startMailServer();
    await server.close();
    expect(await sendTo(server.url)).toMatchObject({ outcome: 'mail_unavailable', handed: 0 });
  });

  it('may be retried if no server greets', async () => {
    const server = kept(await startCrudeServer(() => {}, ''));
    expect(await sendTo(server.url, { timeoutMs: 300 })).toMatchObject({ outcome: 'mail_unavailable', handed: 0 });
  });

  it('is uncertain where the server disconnects after the whole message', async () => {
    const server = kept(await startCrudeServer((socket) => socket.destroy()));
    expect(await sendTo(server.url)).toMatchObject({ outcome: 'mail_uncertain', handed: 1 });
    expect(server.taken).toHaveLength(1);
  });

  it('is uncertain where the server does not reply to the whole message', async () => {
    const server = kept(await startCrudeServer(() => {}));
    expect(await sendTo(server.url, { timeoutMs: 300 })).toMatchObject({ outcome: 'mail_uncertain', handed: 1 });
  });

  it('is not sent where it may not be handed over, and fails with that reason', async () => {
    const server = kept(await startMailServer());
    const handOver = () => Promise.reject(new Error('the mark was not kept'));
    expect(await sendTo(server.url, { handOver })).toMatchObject({ outcome: 'the mark was not kept', handed: 1 });
    expect(server.taken).toEqual([]);
  });

  it('is not sent in the clear where that is refused', async () => {
    const server = kept(await startMailServer());
    expect(await sendTo(server.url, { requiresTls: true })).toMatchObject({ handed: 0 });
    expect(server.taken).toEqual([]);
  });

  it('discloses nothing of a wrong password', async () => {
    const server = kept(
      await startMailServer({
        options: {
          authOptional: false,
          allowInsecureAuth: true,
          onAuth: (_, __, done) => done(Object.assign(new Error('hunter2 is wrong'), { responseCode: 535 })),
        },
      }),
    );
    const mail = new SmtpMail({
      url: server.url.replace('//', '//anna:hunter2@'),
      ...{ sender, timeoutMs: 5_000, requiresTls: false },
    });
    const error = await mail.send(message, unheard).catch((cause: Error) => cause);
    expect(error).toMatchObject({ code: 'mail_refused' });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('hunter2');
  });
});
