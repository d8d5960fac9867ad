import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { PHONE_APP_ID } from '@backroom/core/phones';
import { describe, expect, it } from 'vitest';
import { phoneClient, phoneLimits, screenClient, textOf, tokenIn } from '../support/phone-client.ts';
import { askShop, type ShopAnswered } from '../support/shop-client.ts';
import { places, roundsOfKills } from './places.ts';
import { type ServerProcess, signIn, startServer, withAdministrator } from './server-process.ts';

/** A server that can be killed and started again on the same data, with a phone and a screen that stay. */
async function openSite(variables: Readonly<Record<string, string>>) {
  let server: ServerProcess = await startServer(variables);
  const ask = (...asked: [string, string, object?]): Promise<ShopAnswered> => askShop(server, ...asked);
  const bearer = await signIn(server.url);
  return {
    phone: phoneClient(ask),
    screen: screenClient(ask, { bearer }),
    end: () => server.kill(),
    async restart() {
      await server.kill();
      server = await startServer(variables);
    },
    /** The application passwords of phones. */
    async passwords(): Promise<readonly string[]> {
      const { body } = await ask('GET', '/cms/v2/users/me/application-passwords', { bearer });
      const all = body as unknown as readonly { readonly uuid: string; readonly app_id: string }[];
      return all.filter(({ app_id }) => app_id === PHONE_APP_ID).map(({ uuid }) => uuid);
    },
  };
}
type Site = Awaited<ReturnType<typeof openSite>>;

/** A phone that is approved. */
async function approved({ phone, screen }: Site) {
  const token = tokenIn(textOf(await screen.issue(), 'qr_url'));
  const scan = await phone.scan(token);
  expect((await screen.approve(token, textOf(scan, 'real_number'))).body).toEqual({ state: 'approved' });
  const grant = textOf(await phone.session(textOf(scan, 'session_id'), token), 'exchange_grant');
  return { token, grant };
}

describe.concurrent.each(places)('a server on $name that is killed while a phone signs in', ({ name, open }) => {
  const rounds = roundsOfKills[name] ?? 1;
  const withSite = async (work: (site: Site) => Promise<void>) => {
    const place = await open();
    const site = await openSite({ ...withAdministrator(place.variables), ...phoneLimits('0') });
    try {
      await work(site);
    } finally {
      await site.end();
      await place.remove();
    }
  };

  it('continues after a kill between any two steps, and no step works twice', { timeout: 600_000 }, () =>
    withSite(async (site) => {
      const { phone, screen } = site;
      const token = tokenIn(textOf(await screen.issue(), 'qr_url'));
      await site.restart();
      const scan = await phone.scan(token);
      expect(scan.status, scan.text).toBe(200);
      await site.restart();
      expect(await phone.scan(token)).toMatchObject({ status: 409 });
      expect((await screen.status(token)).body.numbers).toContain(textOf(scan, 'real_number'));
      expect((await screen.approve(token, textOf(scan, 'real_number'))).body).toEqual({ state: 'approved' });
      await site.restart();
      expect(await screen.approve(token, textOf(scan, 'real_number'))).toMatchObject({ status: 409 });
      const grant = textOf(await phone.session(textOf(scan, 'session_id'), token), 'exchange_grant');
      await site.restart();
      const exchange = await phone.exchange(token, grant);
      expect(exchange.status, exchange.text).toBe(200);
      await site.restart();
      expect(await phone.exchange(token, grant)).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
      expect(await site.passwords()).toEqual([exchange.body.uuid]);
      expect((await screen.status(token)).body).toMatchObject({ status: 'consumed', ap_uuid: exchange.body.uuid });
    }),
  );

  it(`issues one password at most when it is killed in the middle of ${rounds} exchanges`, { timeout: 600_000 }, () =>
    withSite(async (site) => {
      const known = new Set<string>();
      for (let round = 0; round < rounds; round += 1) {
        const { token, grant } = await approved(site);
        const answer = site.phone.exchange(token, grant).catch(() => undefined);
        await wait(randomInt(12));
        await site.restart();
        const first = await answer;
        const second = await site.phone.exchange(token, grant);
        const given = (await site.passwords()).filter((uuid) => !known.has(uuid));
        expect(given).toHaveLength(1);
        if (first?.status === 200) expect([first.body.uuid, second.status]).toEqual([given[0], 401]);
        else expect([200, 401]).toContain(second.status);
        if (second.status === 200) expect(second.body.uuid).toBe(given[0]);
        for (const uuid of given) known.add(uuid);
        expect((await site.screen.status(token)).body).toMatchObject({ status: 'consumed', ap_uuid: given[0] });
      }
    }),
  );
});
