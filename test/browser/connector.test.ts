import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { askForPairing, openTwoSites, pairingAt } from '../support/site-pairs.ts';
import { desktop, executablePath, openChromium, phone, press, titled } from './chromium-pages.ts';

describe.skipIf(executablePath === undefined)('the page of the connector in Chromium', () => {
  const sites = openTwoSites('embedded');
  const chromium = openChromium('connector');

  it.each<[string, BrowserContextOptions]>([
    ['desktop', { viewport: desktop }],
    ['phone-dark', { viewport: phone, isMobile: true, hasTouch: true, colorScheme: 'dark' }],
  ])('approves and ends a pairing without script, on a %s', async (name, options) => {
    const { desk, branch } = sites();
    const { look } = chromium;
    await using own = await chromium.open(options);
    const { page } = own;
    const scripts: string[] = [];
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
    await askForPairing(desk);
    await page.goto(`${branch.world.url}/cms-admin/connector`);
    await titled(page, 'Sign in');
    await page.getByLabel('Username').fill('ada');
    await page.getByLabel('Password').fill(branch.world.ada.password);
    await press(page, 'Sign in');
    await titled(page, 'Pairing with another site');
    await look(page, `${name}-offered`);
    await press(page, 'Approve the pairing');
    await page.getByRole('status').waitFor();
    expect([(await pairingAt(desk)).state, (await pairingAt(branch)).state]).toEqual(['paired', 'paired']);
    await look(page, `${name}-paired`);
    await press(page, 'Check the pairing');
    expect(await page.getByRole('status').textContent()).toContain('The other site answers');
    await press(page, 'End the pairing');
    await page.getByText('This site is not paired.').waitFor();
    await look(page, `${name}-ended`);
    desk.connector.other = undefined;
    branch.connector.other = undefined;
    await press(page, 'Ask the other site');
    await page.getByRole('alert').waitFor();
    await look(page, `${name}-fault`);
    desk.connector.other = branch.world;
    branch.connector.other = desk.world;
    expect(scripts).toEqual([]);
  });
});
