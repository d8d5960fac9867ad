import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zipOf } from '../support/archives.ts';
import { openWorld, type World } from '../support/world.ts';
import { desktop, executablePath, openChromium, phone } from './chromium-pages.ts';

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const logo = `:root { --logo: url("data:image/png;base64,${png}"); --logo-height: 2rem }`;

describe.skipIf(executablePath === undefined)('a theme in Chromium', () => {
  const chromium = openChromium('themes');
  let world: World;
  const post = (route: string, body: FormData | string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${world.url}/index.php?rest_route=/shop-admin/${route}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.ada.token}`, ...headers },
      body,
    });

  beforeAll(async () => {
    world = await openWorld('embedded');
    const folder = join(import.meta.dirname, '../../examples/theme-harbour');
    const [manifest, css] = await Promise.all(
      ['theme.json', 'theme.css'].map((name) => readFile(join(folder, name), 'utf8')),
    );
    const form = new FormData();
    const content = await zipOf([
      { name: 'harbour/theme.json', text: manifest ?? '' },
      { name: 'harbour/theme.css', text: `${css}${logo}` },
    ]);
    form.set('pluginzip', new Blob([new Uint8Array(content)]), 'harbour.zip');
    expect(await (await post('themes', form)).json()).toMatchObject({ status: 'success' });
  });
  afterAll(() => world?.close());

  const activate = (theme: string) =>
    post('onboarding/themes/activate', JSON.stringify({ theme }), { 'content-type': 'application/json' });

  it.each<[string, BrowserContextOptions, string]>([
    ['desktop', { viewport: desktop }, 'rgb(233, 240, 242)'],
    ['phone-dark', { viewport: phone, isMobile: true, hasTouch: true, colorScheme: 'dark' }, 'rgb(12, 26, 32)'],
  ])('changes the pages at the next visit, on a %s', async (name, options, ground) => {
    await activate('default');
    await using own = await chromium.open(options);
    const { page } = own;
    const groundOf = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    for (const [path, title] of [
      ['/', 'front'],
      ['/cms-admin/login', 'sign-in'],
    ]) {
      await activate('default');
      await page.goto(`${world.url}${path}`);
      expect(await groundOf()).not.toBe(ground);
      await activate('harbour');
      await page.reload();
      expect(await groundOf()).toBe(ground);
      await chromium.look(page, `${name}-${title}`);
    }
  });
});
