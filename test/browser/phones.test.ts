import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { phoneClient, phoneLimits, textOf, tokenIn } from '../support/phone-client.ts';
import { askShop } from '../support/shop-client.ts';
import { inWorld } from '../support/world.ts';
import { desktop, executablePath, openChromium, phone, press, titled } from './chromium-pages.ts';

describe.skipIf(executablePath === undefined)('the page for phones in Chromium', () => {
  inWorld(
    'embedded',
    (world) => {
      const chromium = openChromium('phones');
      const { look } = chromium;
      const app = phoneClient((...asked) => askShop(world(), ...asked));
      const manager = async () => world().person({ shop_role: 'store_manager' });
      /** Signs in, and shows a code; returns the token in it. */
      const showCode = async (page: Page) => {
        const { username, password } = await manager();
        await page.goto(`${world().url}/cms-admin/phones`);
        await page.getByLabel('Username').fill(username);
        await page.getByLabel('Password').fill(password);
        await press(page, 'Sign in');
        await titled(page, 'Phones');
        await press(page, 'Show the code');
        await titled(page, 'Scan the code');
        const link = await page.getByRole('link', { name: 'Open the app on this device' }).getAttribute('href');
        const token = tokenIn(link ?? '');
        world().keepSecret(token, 'the token of a code');
        return token;
      };
      const exchange = async (token: string, session: string) => {
        const grant = textOf(await app.session(session, token), 'exchange_grant');
        const answer = await app.exchange(token, grant);
        world().keepSecret(textOf(answer, 'application_password'), 'the password of a phone');
        expect(answer.status, answer.text).toBe(200);
      };

      it.each([
        ['a desktop', { viewport: desktop }, false],
        ['a phone in the dark', { viewport: phone, colorScheme: 'dark', isMobile: true, hasTouch: true }, false],
        ['a desktop without script', { viewport: desktop, javaScriptEnabled: false }, true],
      ] as const)('signs in a phone on %s', async (device, options, isByHand) => {
        await using opened = await chromium.open(options);
        const { page } = opened;
        const token = await showCode(page);
        const next = async (button: string, title: string) => {
          if (isByHand) await press(page, button);
          await titled(page, title);
        };
        if (!isByHand) await look(page, `code on ${device}`);
        const scan = await app.scan(token);
        await next('I have scanned it', 'Which number does the phone show?');
        if (!isByHand) await look(page, `numbers on ${device}`);
        const heights = "[...document.querySelectorAll('.numbers button')].map((button) => button.clientHeight)";
        for (const height of await page.evaluate<number[]>(heights)) expect(height, 'one line').toBeLessThan(70);
        await press(page, textOf(scan, 'real_number'));
        await titled(page, 'The phone is signing in');
        if (!isByHand) await look(page, `approved on ${device}`);
        await exchange(token, textOf(scan, 'session_id'));
        await next('Look again', 'The phone is signed in');
        if (!isByHand) await look(page, `signed in on ${device}`);
        await page.getByRole('link', { name: 'Show all phones' }).click();
        await titled(page, 'Phones');
        if (!isByHand) await look(page, `phones on ${device}`);
        await page.getByRole('button', { name: /^Sign out Shop Mobile/ }).click();
        await page.getByText('The phone is signed out.').waitFor();
        if (!isByHand) await look(page, `signed out on ${device}`);
      });

      it.each([
        ['desktop', desktop],
        ['phone', phone],
      ] as const)('shows a rejected phone and an old code on a %s', async (device, viewport) => {
        await using opened = await chromium.open({ viewport });
        const { page } = opened;
        await app.scan(await showCode(page));
        await titled(page, 'Which number does the phone show?');
        await press(page, 'None of these');
        await titled(page, 'The phone was rejected');
        await look(page, `rejected on a ${device}`);
        await press(page, 'Show a new code');
        await titled(page, 'Scan the code');
        world().clock.advance(300_000);
        await titled(page, 'The code is no longer valid');
        await look(page, `expired on a ${device}`);
        expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
      });
    },
    { environment: phoneLimits('0') },
  );
});
