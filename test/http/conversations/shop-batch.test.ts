import type { Actor } from '@backroom/core';
import { beforeAll, expect, it } from 'vitest';
import { siteShopRoutesOf } from '../../core/interface/shop/tables.ts';
import { shopOf } from '../../support/shop.ts';
import { onEveryDatabase } from '../../support/world.ts';
import { tinyShop } from '../tiny-shop.ts';

const batch = (...ids: readonly string[]) => ({ requests: ids.map((id) => ({ path: `/shop-admin/things/${id}` })) });

onEveryDatabase('a batch with a key', (world) => {
  let ada: Actor;
  let other: Actor;
  beforeAll(async () => {
    ada = await world().application.actor('command_line');
    other = { ...ada, userId: world().mara.id };
  });
  /** A shop with a table of its own on the database of the world. */
  const open = () => {
    const { routes, done } = tinyShop();
    const { ask, failures } = shopOf(world().application.core, { routes: [...siteShopRoutesOf(), ...routes] });
    const send = (key: string, body: unknown, as = ada) =>
      ask({ method: 'POST', path: '/batch/v1', body, headers: { 'idempotency-key': key }, as });
    return { send, done, failures };
  };

  it('is done once, and its answer repeated', async () => {
    const { send, done, failures } = open();
    const first = await send('once', batch('a', 'b'));
    expect(failures).toEqual([]);
    expect(await send('once', batch('a', 'b'))).toMatchObject({ status: 207, body: first.body });
    expect(done).toEqual(['a', 'b']);
  });

  it('is refused when the key was used for another', async () => {
    const { send, done } = open();
    await send('other', batch('a'));
    expect(await send('other', batch('b'))).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused', data: { status: 422 } },
    });
    expect(done).toEqual(['a']);
  });

  it('is done again a day later', async () => {
    const { send, done } = open();
    await send('daily', batch('a'));
    world().clock.advance(24 * 3_600_000 + 1);
    await send('daily', batch('a'));
    expect(done).toEqual(['a', 'a']);
  });

  it('of another user is another', async () => {
    const { send, done } = open();
    await send('mine', batch('a'));
    expect(await send('mine', batch('b'), other)).toMatchObject({ status: 207 });
    expect(done).toEqual(['a', 'b']);
  });

  it('is refused while the first is running', async () => {
    const { send, done } = open();
    const answers = await Promise.all([send('race', batch('a')), send('race', batch('a')), send('race', batch('a'))]);
    const reported = answers.map(({ status }) => status).toSorted();
    expect(reported[0]).toBe(207);
    expect(reported.filter((each) => each !== 207).every((each) => each === 409)).toBe(true);
    expect(done).toEqual(['a']);
  });

  it('is refused when the key cannot be one', async () => {
    const { send, done } = open();
    expect(await send('ä', batch('a'))).toMatchObject({ status: 400, body: { code: 'rest_invalid_header' } });
    expect(done).toEqual([]);
  });
});
