import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseLocation } from '@backroom/composition';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '../support/mail-servers.ts';
import { openWith } from '../support/persistence.ts';
import { askShop, type ShopAnswered, type ShopRequestInit } from '../support/shop-client.ts';
import { ours } from '../support/templates.ts';
import { places, roundsOfKills } from './places.ts';
import { type ServerProcess, signIn, startServer, withAdministrator } from './server-process.ts';

type Place = (typeof places)[number];
interface Row {
  readonly id: number;
  readonly status: string;
  readonly subject: string;
}

/** A server that can be killed and started again on the same data, with a mail server that stays. */
async function withSite({ open }: Place, mail: MailServer, work: (site: Site) => Promise<void>): Promise<void> {
  const place = await open();
  const own = { SMTP_URL: mail.url, SITE_EMAIL: 'office@shop.example' };
  const variables = withAdministrator({ ...place.variables, ...own });
  const first = await startServer(variables);
  const site = new Site(variables, first, await signIn(first.url));
  try {
    await work(site);
  } finally {
    await site.server.kill();
    await place.remove();
    await mail.close();
  }
}

class Site {
  server: ServerProcess;
  readonly variables: Readonly<Record<string, string>>;
  readonly #bearer: string;

  constructor(variables: Readonly<Record<string, string>>, server: ServerProcess, bearer: string) {
    this.variables = variables;
    this.server = server;
    this.#bearer = bearer;
  }

  async restart(): Promise<void> {
    await this.server.kill();
    this.server = await startServer(this.variables);
  }

  connect(code: string, token: string): Promise<ShopAnswered> {
    const headers = { 'auth-key': code, 'device-token': token };
    return askShop(this.server, 'POST', '/mailer/v1/connect-app', { headers });
  }

  async isPaired(token: string): Promise<boolean> {
    const headers = { 'device-token': token };
    return (await askShop(this.server, 'GET', '/mailer/v1/get-logs', { headers })).status === 200;
  }

  asAda(method: string, route: string, init: ShopRequestInit = {}): Promise<ShopAnswered> {
    return askShop(this.server, method, `/maildash/v1/${route}`, { bearer: this.#bearer, ...init });
  }

  async rows(): Promise<readonly Row[]> {
    return (await this.asAda('GET', 'get-logs&per_page=100')).body.logs as readonly Row[];
  }

  /** The rows as soon as no mail is waiting. */
  async settled(): Promise<readonly Row[]> {
    await expect
      .poll(async () => (await this.rows()).filter(({ status }) => status === 'in_queue'), { timeout: 60_000 })
      .toEqual([]);
    return this.rows();
  }

  /** Sends the mail that is sent again later: a link to a file, by a short export. */
  async firstMail(): Promise<number> {
    const headers = { authorization: `Bearer ${this.#bearer}`, 'content-type': 'application/json' };
    const me = (await (await fetch(`${this.server.url}/users/me`, { headers })).json()) as { user_id: number };
    const body = JSON.stringify({ email: 'ada@shop.example' });
    await fetch(`${this.server.url}/users/${me.user_id}`, { method: 'PATCH', headers, body });
    const day = { after: '2018-01-01T00:00:00', before: '2018-01-01T23:59:59', interval: 'day' };
    const init = { bearer: this.#bearer, body: { report_args: day, email: true } };
    await askShop(this.server, 'POST', '/shop-analytics/reports/revenue/export', init);
    await expect.poll(async () => (await this.rows()).length, { timeout: 30_000 }).toBe(1);
    return (await this.settled())[0]?.id ?? 0;
  }
}

/** Moves the ends of stored keys, while no server runs: the mark of a running request would have lapsed. */
async function passElevenMinutes({ DATA_DIR: folder, DATABASE_URL: url = '' }: Site['variables']): Promise<void> {
  const where: DatabaseLocation =
    folder === undefined ? { kind: 'server', url, poolSize: 1 } : { kind: 'embedded', folder };
  const database = await openWith(where, ours);
  try {
    await sql`update idempotency set expires_at = expires_at - interval '11 minutes'`.execute(database.kysely());
  } finally {
    await database.close();
  }
}

const timeout = 900_000;
const aToken = () => randomBytes(20).toString('hex');

describe.each(places)('a server on $name that is killed', (place) => {
  const rounds = roundsOfKills[place.name] ?? 0;

  it(`in the middle of ${rounds} pairings has the phone before with a code that works, or the new one without`, {
    timeout,
  }, async () => {
    await withSite(place, await startMailServer(), async (site) => {
      let last: string | undefined;
      for (let round = 0; round < rounds; round += 1) {
        const code = await site.server.pairingCode();
        const [first, second] = [aToken(), aToken()];
        const answer = site.connect(code, first).catch(() => undefined);
        await wait(randomInt(15));
        await site.restart();
        const isPaired = await site.isPaired(first);
        if ((await answer)?.status === 200) expect(isPaired).toBe(true);
        if (last !== undefined) expect(await site.isPaired(last)).toBe(!isPaired);
        expect((await site.connect(code, second)).status).toBe(isPaired ? 401 : 200);
        expect([await site.isPaired(first), await site.isPaired(second)]).toEqual([isPaired, !isPaired]);
        expect((await site.connect(code, aToken())).status).toBe(401);
        last = isPaired ? first : second;
      }
    });
  });

  it(`in the middle of ${rounds * 2} resends sends each of them once at most, and records its outcome`, {
    timeout,
  }, async () => {
    const moments = ['begin', 'recipient', 'message', 'any'] as const;
    let killAt: (typeof moments)[number] | undefined;
    let kill = () => {};
    const killed = (at: typeof killAt) => {
      if (killAt === at) kill();
      return undefined;
    };
    const mail = await startMailServer({ onRecipient: () => killed('recipient'), onMessage: () => killed('message') });
    await withSite(place, mail, async (site) => {
      const id = await site.firstMail();
      let sent = mail.taken.length;
      let count = 1;
      for (let round = 0; round < rounds * 2; round += 1) {
        const moment = moments[round % moments.length];
        killAt = moment;
        const dead = new Promise<void>((resolve) => {
          kill = () => {
            killAt = undefined;
            void site.server.kill().then(resolve);
          };
        });
        const init = { body: { id }, headers: { 'idempotency-key': `round-${round}` } };
        const answer = site.asAda('POST', 'resend-email', init).catch(() => undefined);
        if (moment === 'begin') setTimeout(kill, randomInt(10));
        if (moment === 'any') setTimeout(kill, randomInt(10, 120));
        await dead;
        await answer;
        await passElevenMinutes(site.variables);
        await site.restart();
        const again = await site.asAda('POST', 'resend-email', init);
        expect([200, 502], again.text).toContain(again.status);
        const rows = await site.settled();
        const taken = mail.taken.length - sent;
        const made = rows.length - count;
        expect(made, `${moment}: ${again.text}`).toBe(1);
        expect(taken, `${moment}: ${JSON.stringify(rows[0])}`).toBeLessThanOrEqual(made);
        if (made === 1 && rows[0]?.status === 'success') expect(taken).toBe(1);
        if (moment === 'message') expect([taken, rows[0]?.status]).toEqual([1, 'failed']);
        sent = mail.taken.length;
        count = rows.length;
      }
      // Long enough for a second sender.
      await wait(8_000);
      expect(mail.taken).toHaveLength(sent);
    });
  });
});
