import { LightningPreviewSanitizer } from '@backroom/adapters-html';
import { hostileCss, hostileHtml } from '@backroom/testing';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCatalogue, aLicenceKey, openCatalogueFolder } from '../support/catalogues.ts';
import { findChromium, launchChromium } from '../support/chromium.ts';
import { askShop } from '../support/shop-client.ts';
import { inWorld } from '../support/world.ts';
import { accessibilityFaults } from './accessibility.ts';

const executablePath = findChromium();

/** A page with text around a preview, which the vendor may not reach; the script of an attack would set its title. */
const around = `<!doctype html><title>quiet</title>
<p id="before">before</p><main></main><p id="after">after</p>
<script>var attack = () => { document.title = 'attacked'; };</script>`;

const writeByScript = (text: string): string => `{
  const element = document.createElement('main');
  document.body.append(element);
  element.innerHTML = ${JSON.stringify(text)};
}`;
const seen = `({
  title: document.title,
  visible: ['before', 'after'].map((id) => {
    const element = document.getElementById(id);
    const { x, y } = element.getBoundingClientRect();
    return document.elementFromPoint(x + 1, y + 1) === element;
  }),
  scripts: document.scripts.length,
})`;

describe.skipIf(executablePath === undefined)('previews in Chromium', () => {
  const sanitizer = new LightningPreviewSanitizer();
  let browser: Browser;
  let page: Page;
  const requests: string[] = [];
  beforeAll(async () => {
    browser = await launchChromium();
    page = await browser.newPage();
    await page.route('**/*', (route) => {
      requests.push(route.request().url());
      return route.abort();
    });
  });
  afterAll(() => browser?.close());

  /** Shows a preview inside of a page, written by the parser and by a script. */
  async function shown(html: string, css: string) {
    const safe = sanitizer.sanitize({ html, css });
    const main = `<style>${safe.css}</style><main>${safe.html}</main>`;
    requests.length = 0;
    await page.setContent(around.replace('<main></main>', main), { waitUntil: 'domcontentloaded' });
    await page.evaluate(writeByScript(safe.html));
    await page.waitForTimeout(30);
    return page.evaluate(seen);
  }
  const quiet = { title: 'quiet', visible: [true, true], scripts: 1 };

  it.each(hostileHtml)('run nothing of %s', async (html) => {
    expect(await shown(html, '')).toEqual(quiet);
    expect(requests.filter((url) => url.includes('attacker'))).toEqual([]);
  });

  it.each(hostileCss)('stay inside with %s', async (css) => {
    expect(await shown('<p>p</p><a class="a">a</a>', css)).toEqual(quiet);
    expect(requests).toEqual([]);
  });

  it('notice what runs without the sanitiser', async () => {
    await page.setContent(around.replace('<main></main>', hostileHtml[0] ?? ''));
    expect(await page.title()).toBe('attacked');
  });
});

const folder = await openCatalogueFolder();
await folder.publish(aCatalogue());

describe.skipIf(executablePath === undefined)('the page of extensions and licences in Chromium', () => {
  inWorld(
    'embedded',
    (world) => {
      let browser: Browser;
      beforeAll(async () => {
        browser = await launchChromium();
        await askShop(world(), 'POST', '/shop/v3/marketplace/refresh', { bearer: world().ada.token ?? '', body: {} });
      });
      afterAll(() => browser?.close());

      const sizes: readonly (readonly [string, BrowserContextOptions])[] = [
        ['desktop', { viewport: { width: 1_280, height: 800 } }],
        ['phone', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
      ];
      it.each(sizes)('connects a licence key, on a %s', async (name, options) => {
        const context = await browser.newContext(options);
        const page = await context.newPage();
        const look = async () => {
          expect(await accessibilityFaults(page), name).toEqual([]);
          const width = page.viewportSize()?.width ?? 0;
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        };
        await page.goto(`${world().url}/cms-admin/market`);
        await page.getByLabel('Username').fill('ada');
        await page.getByLabel('Password').fill(world().ada.password);
        await page.getByRole('button', { name: 'Sign in', exact: true }).click();
        await page.getByRole('heading', { level: 1, name: 'Extensions and licences' }).waitFor();
        await look();
        const key = aLicenceKey({ product_id: 1_001, sites_max: 1, order_id: name.length }, folder.key);
        await page.getByLabel('Licence key').fill(key);
        await page.getByRole('button', { name: 'Connect this site', exact: true }).click();
        await page.getByRole('status').waitFor();
        expect(await page.getByRole('status').textContent()).toContain('The licence is connected');
        await look();
        await context.close();
      });
    },
    { environment: { CATALOG_URL: folder.path, CATALOG_KEY: folder.key.publicKey } },
  );
});
