import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startMailServer } from '../support/mail-servers.ts';
import { askShop } from '../support/shop-client.ts';
import { dataTemplate, serving, type Typing } from './terminal.ts';

let template: Awaited<ReturnType<typeof dataTemplate>>;
let server: Awaited<ReturnType<typeof serving>>;
let refusal: number | undefined;
const mail = await startMailServer({ onRecipient: () => refusal });
const run = (argv: readonly string[], typing: Typing = {}) => server.run(['mail', ...argv], typing);
const json = async (...argv: readonly string[]) => (await run([...argv, '--json'])).json() as unknown;

interface Row {
  readonly id: number;
  readonly status: string;
  readonly subject: string;
  readonly to: readonly string[];
}
const rows = async (...argv: readonly string[]) => (await json('list', ...argv)) as readonly Row[];
/** The row of a mail that is sent or has failed. */
const ended = async (id: number): Promise<Row> => {
  const look = async () => {
    const row = (await rows()).find((each) => each.id === id);
    if (row === undefined || row.status === 'queued') throw new Error(`Mail ${id} is ${row?.status ?? 'unknown'}.`);
    return row;
  };
  return vi.waitFor(look, patience);
};

const patience = { timeout: 30_000, interval: 100 };
let first = 0;

beforeAll(async () => {
  template = await dataTemplate();
  server = await serving(await template.copy('mail'), { SMTP_URL: mail.url, SITE_EMAIL: 'office@shop.example' });
  const password = 'a horse in a field';
  const flags = ['--admin', '--email', 'anna@shop.example', '--password-stdin'];
  await server.run(['users', 'create', 'anna', ...flags], { input: password });
  const bearer = (await server.run(['token', 'issue', 'anna', '--yes'])).out.trim();
  const day = { after: '2018-01-01T00:00:00', before: '2018-01-01T23:59:59', interval: 'day' };
  const body = { report_args: day, email: true };
  const begun = await askShop(server, 'POST', '/shop-analytics/reports/revenue/export', { bearer, body });
  expect(begun.status, begun.text).toBeLessThan(300);
  first = await vi.waitFor(async () => {
    const [row] = await rows();
    if (!row) throw new Error('There is no mail.');
    return row.id;
  }, patience);
  await ended(first);
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await template?.[Symbol.asyncDispose]();
  await mail.close();
});

/** The words of a line; FIRST is the id of the first mail, LONG a text beyond every limit, MANY 21 addresses. */
const wordsOf = (line: string): readonly string[] => {
  const values: Readonly<Record<string, string>> = {
    FIRST: String(first),
    LONG: 'x'.repeat(2_001),
    MANY: Array.from({ length: 21 }, (_, n) => `a${n}@b.example`).join(),
    NONE: '',
    INJECTED: 'a@b.example\r\nBcc: c@d.example',
  };
  return line === '' ? [] : line.split(' ').map((word) => values[word] ?? word);
};

describe('mail list', () => {
  it('prints the newest mails, as a table and as JSON without bodies', async () => {
    const { code, out } = await run(['list']);
    expect(code).toBe(0);
    expect(out.split('\n')[0]).toMatch(/^id +status +to +subject +attempts +created +error$/);
    expect(out).toContain('anna@shop.example');
    const [row] = await rows();
    expect(row).toMatchObject({ id: first, status: 'sent', to: ['anna@shop.example'], attempts: 1, fault: null });
    for (const member of ['body', 'sealed_body', 'transcript']) expect(row).not.toHaveProperty(member);
  });

  it('filters by status and text, and pages', async () => {
    expect(await rows('--status', 'failed')).toEqual([]);
    expect(await rows('--query', 'ANNA@')).toHaveLength(1);
    expect(await rows('--query', '100%')).toEqual([]);
    expect(await rows('--limit', '1', '--page', '2')).toEqual([]);
    expect((await run(['list', '--limit', '1', '--page', '2'])).err).toContain('0 of 1 mails');
  });

  it.each([
    ['--status lost', '--status', 2],
    ['--limit 0', '--limit', 2],
    ['--limit 501', '--limit', 2],
    ['--limit x', '--limit', 2],
    ['--page -1', '--page', 2],
    ['--query LONG', 'query', 5],
    ['--queri x', '--query', 2],
    ['extra', 'Too many arguments', 2],
  ])('refuses %s, and names %s', async (line, named, wanted) => {
    const { code, out, err } = await run(['list', ...wordsOf(line)]);
    expect([code, out], err).toEqual([wanted, '']);
    expect(err).toContain(named);
  });
});

describe('mail show', () => {
  it('prints members and text, or the transcript', async () => {
    const { out } = await run(['show', String(first)]);
    expect(out).toMatch(/^to +anna@shop\.example$/m);
    expect(out).not.toContain('sealed');
    expect((await run(['show', String(first), '--transcript'])).out).toContain('C: RCPT TO:<anna@shop.example>');
    expect(await json('show', String(first))).toMatchObject({
      id: first,
      text: expect.any(String),
      transcript: expect.stringContaining('S: 250'),
    });
  });

  it.each([
    ['999999', 3, 'mail_unknown'],
    ['0', 5, 'validation_failed'],
    ['-1', 5, 'validation_failed'],
    ['x', 5, 'validation_failed'],
    ['2147483648', 5, 'validation_failed'],
    ['', 2, 'usage'],
    ['1 2', 2, 'usage'],
  ])('of %j is refused with %i %s', async (line, wanted, code) => {
    const refused = await run(['show', ...wordsOf(line), '--json']);
    expect([refused.code, refused.out, refused.problem().code], refused.err).toEqual([wanted, '', code]);
  });
});

describe('mail resend', () => {
  it('queues a new mail to the original recipients, and prints its id alone', async () => {
    const taken = mail.taken.length;
    const { code, out, err } = await run(['resend', String(first)]);
    expect([code, out]).toEqual([0, expect.stringMatching(/^\d+\n$/)]);
    expect(err).toContain(`backroom mail show ${out.trim()}`);
    expect(await ended(Number(out))).toMatchObject({ status: 'sent', resent_of: first });
    expect(mail.taken).toHaveLength(taken + 1);
  });

  it('sends to others, each once', async () => {
    const to = 'b@shop.example, c@shop.example,b@shop.example';
    const made = (await json('resend', String(first), '--to', to)) as Row;
    expect(await ended(made.id)).toMatchObject({ status: 'sent', to: ['b@shop.example', 'c@shop.example'] });
    expect(mail.taken.at(-1)).toContain('To: b@shop.example, c@shop.example');
  });

  it('records a refusal of the mail server', async () => {
    refusal = 550;
    const made = (await json('resend', String(first))) as Row;
    expect(await ended(made.id)).toMatchObject({ status: 'failed', fault: { code: 'mail_refused' } });
    refusal = undefined;
    expect((await run(['list', '--status', 'failed'])).out).toContain('mail_refused');
  });

  it.each([
    ['999999', 3, 'mail_unknown'],
    ['x', 5, 'validation_failed'],
    ['', 2, 'usage'],
    ['FIRST --to no-address', 5, 'validation_failed'],
    ['FIRST --to NONE', 5, 'validation_failed'],
    ['FIRST --to INJECTED', 5, 'validation_failed'],
    ['FIRST --to MANY', 5, 'validation_failed'],
    ['FIRST --to LONG', 5, 'validation_failed'],
  ])('of %j is refused with %i %s, and sends nothing', async (line, wanted, code) => {
    const count = (await rows()).length;
    const refused = await run(['resend', ...wordsOf(line), '--json']);
    expect([refused.code, refused.out, refused.problem().code], refused.err).toEqual([wanted, '', code]);
    expect(await rows()).toHaveLength(count);
  });

  it('names the flag of recipients that it refuses', async () => {
    const refused = await run(['resend', String(first), '--to', 'no-address', '--json']);
    expect(refused.problem()).toMatchObject({ errors: [{ field: '--to' }] });
    expect((await run(['resend', String(first), '--to', 'no-address'])).err).toContain('--to: Give at most 20');
  });
});

describe('the content of a mail', () => {
  it('is in no export, audit record or job', async () => {
    const { text } = (await json('show', String(first))) as { text: string };
    const link = /https?:\/\/\S+/.exec(text)?.[0] ?? '';
    const [row] = await rows('--query', 'anna@');
    const places = {
      export: (await server.run(['export', '-'])).out,
      audit: (await server.run(['call', '/audit', 'per_page=100'])).out,
      jobs: (await server.run(['jobs', 'list', '--json'])).out,
    };
    for (const [name, content] of Object.entries(places)) {
      for (const secret of [link, row?.subject ?? '', text.slice(0, 60)]) expect(secret).not.toBe('');
      for (const secret of [link, row?.subject ?? '', text.slice(0, 60), 'C: RCPT TO'])
        expect(content, name).not.toContain(secret);
    }
    expect(places.audit).toContain('mail.resend');
    expect(places.jobs).toContain('mail-resend');
  });
});

describe('mail pair, status and unpair', () => {
  const connect = (code: string, headers: Readonly<Record<string, string>> = {}) =>
    askShop(server, 'POST', '/mailer/v1/connect-app', { headers: { 'auth-key': code, ...headers } });

  it('without a phone there is nothing to end', async () => {
    const { code, problem } = await run(['unpair', '--yes', '--json']);
    expect([code, problem().code]).toEqual([6, 'phone_not_paired']);
    expect(await json('status')).toMatchObject({ transport: 'smtp', uri: mail.url, phone: null, outbound_allow: [] });
    expect((await run(['status'])).out).toMatch(/^private addresses +none \(OUTBOUND_ALLOW\)$/m);
  });

  it('pair one phone by a picture or a text that works once', async () => {
    const { code, out, err } = await run(['pair']);
    const shown = /^[A-Z2-9]{8}-[A-Z2-9]{24}$/m.exec(out)?.[0] ?? '';
    expect([code, shown]).not.toContain('');
    expect(out).toMatch(/[▀▄█]{3}/);
    expect(err).toMatch(/It works once, until 20\S+Z\./);
    expect((await run(['status'])).out).toMatch(/^code +waits for a phone until 20\S+Z$/m);
    expect((await connect(shown, { device: 'Phone of Anna' })).status).toBe(200);
    expect((await connect(shown)).status).toBe(401);
    expect(await json('status')).toMatchObject({ code_expires_at: null, phone: { device: 'Phone of Anna' } });
  });

  it('print code, link and end as JSON, of which only the newest is valid', async () => {
    const [old, fresh] = [await json('pair'), await json('pair')] as { code: string; link: string }[];
    expect(fresh).toEqual({
      code: expect.stringMatching(/^[A-Z2-9]{8}-/),
      link: expect.stringMatching(/^shopapp:\/\/mail-pairing\?siteUrl=http/),
      expires_at: expect.stringMatching(/Z$/),
    });
    expect((await connect(old?.code ?? '')).status).toBe(401);
    expect((await connect(fresh?.code ?? '', { device: 'Second', 'server-url': 'https://push.lan/x' })).status).toBe(
      200,
    );
  });

  it('show why the address of push messages was refused', async () => {
    await expect
      .poll(async () => ((await json('status')) as { phone: { last_push: unknown } }).phone.last_push, {
        timeout: 30_000,
      })
      .toMatchObject({ error: expect.stringMatching(/^outbound_/) });
    expect((await run(['status'])).out).toMatch(/^push messages +https:\/\/push\.lan\/x$/m);
  });

  it('end the pairing after a confirmation, or with --yes', async () => {
    expect((await run(['unpair'])).code).toBe(2);
    expect(await json('status')).toMatchObject({ phone: { device: 'Second' } });
    expect(await json('unpair', '--yes')).toEqual({ device: 'Second' });
    expect(await json('status')).toMatchObject({ phone: null });
    await run(['pair']);
    expect((await run(['unpair', '--yes'])).err).toContain('The code is void.');
  });

  it('leave audit records of the operator, without the code', async () => {
    const { out } = await server.run(['call', '/audit', 'per_page=100', 'action=phone.*']);
    for (const action of ['phone.code', 'phone.unpair']) expect(out).toContain(action);
    expect(out).not.toMatch(/[A-Z2-9]{8}-[A-Z2-9]{24}/);
  });

  it.each([[['pair', 'x']], [['status', '--all']], [['unpair', 'phone']], [['remove']], [[]]])(
    'refuse %j',
    async (argv) => {
      expect(await run([...argv])).toMatchObject({ code: 2, out: '' });
    },
  );
});
