import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readCsv } from '../support/exports.ts';
import { type MailServer, startMailServer } from '../support/mail-servers.ts';
import { places, roundsOfKills, roundsOfWorkers } from './places.ts';
import {
  askPatiently,
  type Killable,
  type ServerProcess,
  signIn,
  startServer,
  startWorkers,
  withAdministrator,
} from './server-process.ts';

/** Hours that have nothing to do with what was sold: many rows without any order. */
const hours = { after: '2018-01-01T00:00:00', before: '2023-12-31T23:59:59', interval: 'hour', order: 'asc' };
const rows = 2_191 * 24;
/** Where the file is only what a mail is about. */
const oneDay = { ...hours, before: '2018-01-01T23:59:59' };
const patience = 120_000;
/** Of the whole form on a busy machine. */
const timeout = 1_500_000;

type Members = Readonly<Record<string, unknown>>;

/** A client that requests exports, by a token that outlives the server. */
function callerOf(server: ServerProcess, token: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const ask = async (path: string, init: RequestInit = {}): Promise<Members> =>
    (await askPatiently(`${server.url}${path}`, { headers, ...init })).json() as Promise<Members>;
  const at = (path: string) => `/index.php?rest_route=/shop-analytics/reports/revenue/export${path}`;
  return {
    ask,
    async begin(email: boolean, asked: object = hours) {
      const body = JSON.stringify({ report_args: asked, email });
      return String((await ask(at(''), { method: 'POST', body })).export_id);
    },
    async finished(id: string): Promise<string> {
      for (const since = performance.now(); performance.now() - since < patience; await setTimeout(50)) {
        const { percent_complete: percent, download_url: url } = await ask(at(`/${id}/status`));
        // It listens at another port after each start.
        if (percent === 100) return String(url).replace(/^http:\/\/[^/]+/, server.url);
      }
      throw new Error('The export was not finished.');
    },
  };
}

/** The file has every hour once, in order, below one header. */
async function expectWhole(url: string, count = rows): Promise<void> {
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  const [header, ...lines] = readCsv(await answer.text());
  expect(header?.[0]).toBe('Date');
  const dates = lines.map(([date]) => date ?? '');
  expect([dates.length, new Set(dates).size]).toEqual([count, count]);
  expect(dates).toEqual(dates.toSorted());
}

/** Waits for the mail about an export; there is one. */
async function expectOneMail(mail: MailServer, id: string): Promise<void> {
  const mails = () => mail.taken.filter((message) => message.replaceAll('=\r\n', '').includes(id)).length;
  for (const since = performance.now(); mails() === 0 && performance.now() - since < patience; ) await setTimeout(50);
  expect(mails()).toBe(1);
}

/** A started server, and a function that starts others beside it. */
interface Started {
  readonly start: () => Promise<ServerProcess>;
  readonly startWorkers: () => Promise<Killable>;
  readonly first: ServerProcess;
  readonly token: string;
}

/** Where a server keeps its data, its mail server, and its other settings. */
interface Setting {
  readonly place: (typeof places)[number];
  readonly mail: MailServer;
  readonly more?: Readonly<Record<string, string>>;
}

async function withServer({ place, mail, more = {} }: Setting, work: (world: Started) => Promise<void>): Promise<void> {
  const { variables, remove } = await place.open();
  const files = await mkdtemp(join(tmpdir(), 'backroom-export-kill-'));
  const own = { SMTP_URL: mail.url, SITE_EMAIL: 'office@shop.example', FILES_DIR: files };
  const given = { ...withAdministrator(variables), ...own };
  const started: Killable[] = [];
  const keep = <T extends Killable>(process: T): T => {
    started.push(process);
    return process;
  };
  const start = async () => keep(await startServer({ ...given, ...more }));
  const first = await start();
  try {
    const token = await signIn(first.url);
    const { ask } = callerOf(first, token);
    const me = await ask('/users/me');
    const body = JSON.stringify({ email: 'ada@shop.example' });
    await ask(`/users/${String(me.user_id)}`, { method: 'PATCH', body });
    await work({ start, startWorkers: async () => keep(await startWorkers(given)), first, token });
  } finally {
    for (const each of started) await each.kill();
    await remove();
    await rm(files, { recursive: true });
    await mail.close();
  }
}

/** The sender of mails: the server itself, or workers beside it. */
interface Sender {
  readonly process: Killable;
  /** The server that receives requests, from now on. */
  readonly server: ServerProcess;
}

interface MailKills {
  readonly place: (typeof places)[number];
  readonly kills: number;
  readonly more?: Setting['more'];
  /** Starts a sender, the first one or another one in its place. */
  readonly startSender: (world: Started, last: Sender | undefined) => Promise<Sender>;
}

/** Kills the sender of a mail, in turn before anything of the message went out and when all of it had: each mail is there once. */
async function killSenders({ place, kills, more = {}, startSender }: MailKills): Promise<void> {
  let killAt: 'recipient' | 'message' | undefined;
  let kill = () => {};
  const killed = (at: typeof killAt) => {
    if (killAt !== at) return undefined;
    killAt = undefined;
    kill();
    return undefined;
  };
  const mail = await startMailServer({ onRecipient: () => killed('recipient'), onMessage: () => killed('message') });
  await withServer({ place, mail, more }, async (world) => {
    let sender = await startSender(world, undefined);
    for (let done = 0; done < kills; done += 1) {
      killAt = done % 2 === 0 ? 'recipient' : 'message';
      const dead = new Promise<void>((resolve) => {
        kill = () => void sender.process.kill().then(resolve);
      });
      const id = await callerOf(sender.server, world.token).begin(true, oneDay);
      await dead;
      sender = await startSender(world, sender);
      await expectOneMail(mail, id);
      await expectWhole(await callerOf(sender.server, world.token).finished(id), 24);
    }
    // Long enough for a second sender.
    await setTimeout(8_000);
    expect(mail.taken).toHaveLength(kills);
  });
}

describe.each(places)('a server on $name that is killed', (place) => {
  it('in the middle of exports ends each of them by itself, whole, with one mail', { timeout }, async () => {
    const mail = await startMailServer();
    await withServer({ place, mail }, async ({ start, first, token }) => {
      let server = first;
      for (let round = 0; round < (roundsOfKills[place.name] ?? 1); round += 1) {
        const id = await callerOf(server, token).begin(true);
        await setTimeout(Math.random() * 1_500);
        await server.kill();
        server = await start();
        const since = performance.now();
        const url = await callerOf(server, token).finished(id);
        console.log(`${place.name}: whole ${Math.round(performance.now() - since)} ms after the restart`);
        await expectWhole(url);
        await expectOneMail(mail, id);
      }
    });
  });

  it('during a delivery sends the mail again if no server accepted it, and never if one may have', {
    timeout,
  }, async () => {
    await killSenders({
      place,
      kills: roundsOfKills[place.name] ?? 0,
      async startSender({ start, first }, last) {
        const server = last ? await start() : first;
        return { process: server, server };
      },
    });
  });
});

describe('workers of their own that are killed', () => {
  const [, postgres] = places;

  it('in the middle of exports leave them to others, which end them whole, with one mail', {
    timeout,
  }, async () => {
    const mail = await startMailServer();
    const serves = async ({ first, token, ...world }: Started) => {
      let worker = await world.startWorkers();
      for (let round = 0; round < roundsOfWorkers; round += 1) {
        const id = await callerOf(first, token).begin(true);
        await setTimeout(Math.random() * 1_500);
        await worker.kill();
        worker = await world.startWorkers();
        const since = performance.now();
        const url = await callerOf(first, token).finished(id);
        console.log(`workers: whole ${Math.round(performance.now() - since)} ms after the restart`);
        await expectWhole(url);
        await expectOneMail(mail, id);
      }
    };
    await withServer({ place: postgres, mail, more: { JOB_WORKERS: '0' } }, serves);
  });

  it('during a delivery leave the mail to other workers if no server accepted it, and to none if one may have', {
    timeout,
  }, async () => {
    await killSenders({
      ...{ place: postgres, kills: roundsOfWorkers, more: { JOB_WORKERS: '0' } },
      startSender: async (world) => ({ process: await world.startWorkers(), server: world.first }),
    });
  });
});
