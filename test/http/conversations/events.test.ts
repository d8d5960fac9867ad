import { setTimeout } from 'node:timers/promises';
import { storesOf } from '@backroom/adapters-persistence';
import { describe, expect, it } from 'vitest';
import { anAdministrator } from '../../support/builders.ts';
import { ofThisSite, openDeskBrowser } from '../../support/desk-browser.ts';
import { readEvents } from '../../support/event-reader.ts';
import { workOff } from '../../support/jobs.ts';
import { inWorld, type Person } from '../../support/world.ts';

const headersOf = ({ token }: Pick<Person, 'token'>) => ({ authorization: `Bearer ${token}` });

inWorld('embedded', (world) => {
  const follow = async (person: Pick<Person, 'token'>, more: Readonly<Record<string, string>> = {}) => {
    const stream = await readEvents(world().url, { ...headersOf(person), ...more });
    await stream.until(() => stream.raw.length > 0);
    return stream;
  };

  describe('the event stream', () => {
    it('is never cached or compressed, and sets the time to reconnect', async () => {
      const stream = await follow(world().ada, { 'accept-encoding': 'br, gzip', accept: 'text/event-stream' });
      expect(Object.fromEntries(stream.response.headers)).toMatchObject({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      expect(stream.response.headers.get('content-encoding')).toBeNull();
      expect(stream.raw[0]).toBe('retry: 2000\n: open');
      stream.close();
    });

    it('sends events of committed changes only', async () => {
      const { ada } = world();
      const stream = await follow(ada);
      await ada.post('/items', { name: 'x'.repeat(300) });
      await setTimeout(300);
      expect(stream.topics().has('stock')).toBe(false);
      await ada.post('/items', { name: 'A chair' });
      expect(await stream.until(() => stream.topics().has('stock'))).toBe(true);
      expect(stream.events[0]).toMatchObject({ event: 'changed', id: expect.stringMatching(/^[0-9a-f]{1,8}-\d+$/) });
      stream.close();
    });

    it('sends nothing while workers find no work', async () => {
      const { ada, application } = world();
      await workOff(application.core, anAdministrator());
      const stream = await follow(ada);
      // Events come in the order of commits: with this one, those of earlier work are here.
      await ada.post('/categories', { name: 'The last change' });
      expect(await stream.until(() => stream.topics().has('stock'))).toBe(true);
      const known = stream.events.length;
      const { jobs } = storesOf(application.database);
      expect(await jobs.claimNext({ now: world().clock.now(), forMs: 60_000 })).toBeUndefined();
      await setTimeout(1_300);
      expect(stream.events.slice(known)).toEqual([]);
      stream.close();
    });

    it('has one event a second for many changes', async () => {
      const { ada } = world();
      const stream = await follow(ada);
      for (let number = 0; number < 40; number += 1) await ada.post('/categories', { name: `Many ${number}` });
      await setTimeout(1_300);
      expect(stream.events.length).toBeLessThanOrEqual(4);
      expect(stream.topics().has('stock')).toBe(true);
      stream.close();
    });

    it('sends topics to accounts that may read them', async () => {
      const { ada } = world();
      const [member, manager] = [await world().person(), await world().person({ shop_role: 'store_manager' })];
      const streams = [await follow(member), await follow(manager)];
      const customer = { email: 'new@shop.example', first_name: 'New', last_name: 'One' };
      const answer = await ada.post('/cms-json/shop/v3/customers', customer);
      expect(answer.status, answer.text).toBe(201);
      expect(await streams[1]?.until(() => streams[1]?.topics().has('customers') ?? false)).toBe(true);
      expect(streams[0]?.topics().has('customers')).toBe(false);
      for (const stream of streams) stream.close();
    });

    it('resumes at the last event, and reports where that is unknown', async () => {
      const { ada } = world();
      const first = await follow(ada);
      await ada.post('/categories', { name: 'Left here' });
      await first.until(() => first.events.length > 0);
      const { id = '' } = first.events.at(-1) ?? {};
      first.close();
      await ada.post('/categories', { name: 'Missed' });
      const second = await follow(ada, { 'last-event-id': id });
      expect(await second.until(() => second.topics().has('stock'))).toBe(true);
      expect(second.events.every(({ event }) => event === 'changed')).toBe(true);
      second.close();
      for (const unknown of ['ffffffff-1', 'x', '', `${id.split('-')[0]}-999999`]) {
        const stream = await follow(ada, { 'last-event-id': unknown });
        expect(await stream.until(() => stream.events.length > 0), unknown).toBe(true);
        expect(stream.events[0]).toMatchObject({ event: 'all', data: {} });
        stream.close();
      }
    });

    it('allows eight streams of one account', async () => {
      const person = await world().person();
      const streams = [];
      for (let number = 0; number < 8; number += 1) streams.push(await follow(person));
      const refused = await fetch(`${world().url}/events`, { headers: headersOf(person) });
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
      expect(await refused.json()).toMatchObject({ code: 'too_many_streams' });
      for (const stream of streams) stream.close();
      await setTimeout(300);
      (await follow(person)).close();
    });

    it.each([
      ['signing out', async (person: Person) => person.post('/users/logout')],
      ['revoked tokens', async ({ id }: Person) => world().ada.post(`/users/${id}/revoke-tokens`)],
      ['a disabled account', async ({ id }: Person) => world().ada.patch(`/users/${id}`, { is_active: false })],
      ['other rights', async ({ id }: Person) => world().ada.patch(`/users/${id}`, { shop_role: 'editor' })],
    ])('ends at once with %s', async (_, act) => {
      const person = await world().person();
      const stream = await follow(person);
      await act(person);
      expect(await Promise.race([stream.reading, setTimeout(2_000, 'late')])).toBe('ended');
      expect(stream.events.at(-1)).toMatchObject({ event: 'ended', data: { reason: 'session' } });
    });

    it('is opened by the cookie of a session from this site, outlives its renewal, and ends with it', async () => {
      const browser = openDeskBrowser(world);
      const { nonce } = (await browser.signIn(await world().person())).body;
      const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
      expect((await fetch(`${world().url}/events`, { headers: { cookie } })).status).toBe(401);
      const stream = await readEvents(world().url, { cookie, ...ofThisSite });
      await stream.until(() => stream.raw.length > 0);
      await browser.ask('POST', '/session/renewal', { nonce });
      await setTimeout(400);
      expect(stream.events.filter(({ event }) => event === 'ended')).toEqual([]);
      await browser.ask('DELETE', '/session', { nonce });
      expect(await Promise.race([stream.reading, setTimeout(2_000, 'late')])).toBe('ended');
    });

    it('requires a signed-in caller, and has no body for HEAD', async () => {
      expect((await fetch(`${world().url}/events`)).status).toBe(401);
      const head = await fetch(`${world().url}/events`, { method: 'HEAD', headers: headersOf(world().ada) });
      expect([head.status, await head.text()]).toEqual([200, '']);
    });
  });
});
