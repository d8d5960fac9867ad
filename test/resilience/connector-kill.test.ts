import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { openBrowser } from '../support/page-browser.ts';
import { fieldsIn } from '../support/site-pairs.ts';
import { places, roundsOfKills } from './places.ts';
import { type ServerProcess, startServer, withAdministrator } from './server-process.ts';

const page = '/cms-admin/connector';
const ada = { username: 'ada', password: 'first-light-over-harbour' };

/** A site that can be killed and started again on the same data and port. */
async function openSite(data: Readonly<Record<string, string>>, port: number, otherPort: number) {
  const variables = {
    ...withAdministrator(data),
    PORT: String(port),
    SECRETS_KEY: randomBytes(32).toString('base64'),
    CONNECTOR_URL: `http://127.0.0.1:${otherPort}`,
    OUTBOUND_ALLOW: `127.0.0.1:${otherPort}`,
    RATE_LIMIT_LOGIN: '0',
    RATE_LIMIT_CONNECTOR: '0',
    LOG_LEVEL: 'silent',
  };
  let server: ServerProcess = await startServer(variables);
  const browser = openBrowser(() => server);
  await browser.signIn(ada);
  return {
    end: () => server.kill(),
    kill: () => server.kill(),
    async start() {
      server = await startServer(variables);
    },
    /** Presses a button of the page, and returns the text of the page afterwards. */
    async press(button: string): Promise<string> {
      const { text } = await browser.ask(page);
      return (await browser.send(page, { ...fieldsIn(text), [button]: '1' })).text;
    },
    /** The state that the page shows. */
    async state(): Promise<string> {
      const { text } = await browser.ask(page);
      const found = Object.entries(sentences).find(([, sentence]) => text.includes(sentence));
      return found?.[0] ?? text;
    },
  };
}
type Site = Awaited<ReturnType<typeof openSite>>;

const sentences = {
  none: 'This site is not paired.',
  requested: 'This site asks to be paired.',
  offered: 'The other site asks to be paired',
  approved: 'The pairing is approved here.',
  paired: '<p>The sites are paired.</p>\n<dl>',
};

/** One exchange in each direction; a site without a pairing has none to make. */
async function exchange(...sites: readonly Site[]): Promise<readonly string[]> {
  for (const site of sites) await site.press('check');
  return Promise.all(sites.map((site) => site.state()));
}

/** Paired, or not: a half pairing that nothing confirms any more counts as none, since it signs nothing and expires. */
const isPaired = (state: string): boolean => state === 'paired' || state === 'approved';

describe.concurrent.each(places)(
  'two servers on $name of which one is killed while they are paired',
  ({ name, open }) => {
    const kills = Math.max(4, roundsOfKills[name] ?? 1);
    const withSites = async (work: (desk: Site, branch: Site) => Promise<void>) => {
      const one = await open();
      const other = await open();
      const port = await freePort();
      const otherPort = await freePort();
      const desk = await openSite(one.variables, port, otherPort);
      const branch = await openSite(other.variables, otherPort, port);
      try {
        await work(desk, branch);
      } finally {
        await Promise.all([desk.end(), branch.end()]);
        await Promise.all([one.remove(), other.remove()]);
      }
    };

    it('continue after a kill between any two steps', { timeout: 600_000 }, () =>
      withSites(async (desk, branch) => {
        const restart = async (site: Site) => {
          await site.kill();
          await site.start();
        };
        await desk.press('pair');
        expect([await desk.state(), await branch.state()]).toEqual(['requested', 'offered']);
        await restart(desk);
        await restart(branch);
        await branch.press('approve');
        expect([await desk.state(), await branch.state()]).toEqual(['paired', 'paired']);
        await restart(branch);
        await restart(desk);
        expect(await exchange(desk, branch)).toEqual(['paired', 'paired']);
        await desk.press('unpair');
        expect([await desk.state(), await branch.state()]).toEqual(['none', 'none']);
        // Approved while the first site is down: the job confirms it afterwards.
        await desk.press('pair');
        await desk.kill();
        await branch.press('approve');
        expect(await branch.state()).toBe('approved');
        await restart(branch);
        await desk.start();
        expect(await exchange(branch)).toEqual(['paired']);
        expect(await desk.state()).toBe('paired');
      }),
    );

    it(`agree within one exchange after each of ${kills} kills in the middle`, { timeout: 600_000 }, () =>
      withSites(async (desk, branch) => {
        for (let round = 0; round < kills; round += 1) {
          const victim = round % 2 === 0 ? desk : branch;
          const step = round % 4 < 2 ? 'pair' : 'approve';
          if (step === 'approve') await desk.press('pair');
          const pressed = (step === 'pair' ? desk.press('pair') : branch.press('approve')).catch(() => undefined);
          await wait(randomInt(40));
          await victim.kill();
          await pressed;
          await victim.start();
          const states = await exchange(branch, desk);
          expect(new Set(states.map(isPaired)).size, `${step} ${states}`).toBe(1);
          if (states.some(isPaired)) expect(states).toEqual(['paired', 'paired']);
          for (const site of [desk, branch]) if ((await site.state()) !== 'none') await clear(site);
        }
      }),
    );
  },
);

/** Ends a pairing or a half one. */
async function clear(site: Site): Promise<void> {
  await site.press((await site.state()) === 'offered' ? 'reject' : 'unpair');
  expect(await site.state()).toBe('none');
}
