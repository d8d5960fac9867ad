import { expect, it } from 'vitest';
import { phoneClient, screenClient, sha256, textOf, tokenIn } from '../../support/phone-client.ts';
import { askShop, type ShopAnswered } from '../../support/shop-client.ts';
import { onEveryDatabase } from '../../support/world.ts';

/** How often something is answered before the limit. */
async function countUntilLimited(act: (count: number) => Promise<ShopAnswered>): Promise<number> {
  for (let count = 0; count <= 1_200; count += 1) {
    const { status, body, headers } = await act(count);
    if (status !== 429) continue;
    expect(body).toMatchObject({ code: 'rate_limit_exceeded', data: { status: 429 } });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    return count;
  }
  throw new Error('The limit was not reached.');
}

onEveryDatabase(
  'the limits of sign-in of phones',
  (world) => {
    const phoneAt = (address: string) =>
      phoneClient((method, route, init = {}) =>
        askShop(world(), method, route, { ...init, headers: { 'x-forwarded-for': address } }),
      );
    const manager = async () => {
      const { token: bearer = '' } = await world().person({ shop_role: 'store_manager' });
      return screenClient((...asked) => askShop(world(), ...asked), { bearer });
    };
    const scannedAt = async (address: string) => {
      const screen = await manager();
      const token = tokenIn(textOf(await screen.issue(), 'qr_url'));
      const scan = await phoneAt(address).scan(token);
      expect(scan.status, scan.text).toBe(200);
      return { screen, token, session: textOf(scan, 'session_id'), real: textOf(scan, 'real_number') };
    };
    const unknown = () => sha256(String(Math.random()));

    it('five codes for each manager', async () => {
      const screen = await manager();
      expect(await countUntilLimited(() => screen.issue())).toBe(5);
      expect((await (await manager()).issue()).status).toBe(200);
    });

    it('random tokens never eat the budget of a valid one from the same address', async () => {
      const phone = phoneAt('203.0.113.1');
      const { screen, token, session, real } = await scannedAt('203.0.113.1');
      const fresh = tokenIn(textOf(await screen.issue(), 'qr_url'));
      await screen.approve(token, real);
      expect(await countUntilLimited(() => phone.scan(unknown()))).toBe(100);
      expect(await countUntilLimited(() => phone.exchange(unknown(), 'x'))).toBe(100);
      expect((await phone.scan(fresh)).status).toBe(200);
      const exchange = await phone.exchange(token, textOf(await phone.session(session, token), 'exchange_grant'));
      expect(exchange.status, exchange.text).toBe(200);
    });

    it('ten scans of valid codes from one address, whatever their outcome', async () => {
      const { token } = await scannedAt('203.0.113.2');
      expect(await countUntilLimited(() => phoneAt('203.0.113.2').scan(token))).toBe(9);
      expect((await phoneAt('203.0.113.3').scan(token)).status).toBe(409);
    });

    it('ten exchanges of one code, from any address', async () => {
      const { token } = await scannedAt('203.0.113.4');
      const count = await countUntilLimited((round) => phoneAt(`198.51.100.${round + 1}`).exchange(token, 'x'));
      expect(count).toBe(10);
    });

    it('sixty looks of one session, which unknown sessions do not share', async () => {
      const { token, session } = await scannedAt('203.0.113.5');
      const phone = phoneAt('203.0.113.5');
      for (let round = 0; round < 10; round += 1) await phone.session(unknown(), token);
      expect(await countUntilLimited(() => phone.session(session, token))).toBe(60);
    });

    it('twenty choices and ten sign-outs of one manager', async () => {
      const screen = await manager();
      expect(await countUntilLimited(() => screen.approve(unknown(), '000'))).toBe(20);
      expect(await countUntilLimited(() => screen.revoke(unknown()))).toBe(10);
    });

    it('six hundred looks of one manager', async () => {
      const screen = await manager();
      // In parts: the server refuses requests beyond those that may wait for the database (503).
      for (let part = 0; part < 6; part += 1) {
        const looks = await Promise.all(Array.from({ length: 100 }, () => screen.status('x')));
        expect(looks.filter(({ status }) => status === 200)).toHaveLength(100);
      }
      expect((await screen.status('x')).status).toBe(429);
    });
  },
  { environment: { TRUST_PROXY: '1' } },
);
