import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HtmlparserEmbedReader } from '@backroom/adapters-html';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium, launchChromium } from '../support/chromium.ts';
import { askShop } from '../support/shop-client.ts';
import { inWorld } from '../support/world.ts';
import { accessibilityFaults } from './accessibility.ts';

const executablePath = findChromium();
const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

/** A page of another site that shows this HTML, and the requests that its scripts make. */
async function otherSite(html: () => string) {
  const reached: string[] = [];
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/ran')) reached.push(request.url);
    response.setHeader('content-type', 'text/html').end(request.url === '/' ? html() : '<p>frame</p>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, reached, close: () => new Promise((resolve) => server.close(resolve)) };
}

describe.skipIf(executablePath === undefined)('the public site in Chromium', () => {
  inWorld('embedded', (world) => {
    let browser: Browser;
    let pictures: string;
    beforeAll(async () => {
      pictures = await mkdtemp(join(tmpdir(), 'backroom-public-'));
      browser = await launchChromium();
      process.stderr.write(`Pictures of the public site are in ${pictures}.\n`);
      const bearer = world().ada.token ?? '';
      const post = (route: string, body: object) => askShop(world(), 'POST', route, { bearer, body });
      await post('/shop/v3/products', {
        ...{ name: 'Blue mug', price: '12.5', regular_price: '15', sku: 'MUG-1', image: `${world().url}/favicon.svg` },
        description:
          '<p>Holds <b>half a litre</b> of tea.</p><ul><li>Dishwasher-proof</li><li>Made in Faenza</li></ul>',
      });
      await post('/shop/v3/products', { name: 'Teapot', stock_status: 'outofstock' });
      await post('/cms/v2/pages', {
        ...{ title: 'Delivery and returns', status: 'publish' },
        content: `<h2>Delivery</h2><p>Within <a href="https://example.org/zone">the zone</a>.</p><table><tr><th scope="col">Zone</th>
          <th scope="col">Days</th></tr><tr><td>One</td><td>2</td></tr></table><blockquote>On time.</blockquote><pre>${'a long line '.repeat(20)}</pre>`,
      });
    });
    afterAll(() => browser?.close());

    async function openPage(options: BrowserContextOptions = {}) {
      const context = await browser.newContext({ viewport: desktop, ...options });
      return { page: await context.newPage(), [Symbol.asyncDispose]: () => context.close() };
    }
    const overflow = (page: Page): Promise<boolean> =>
      page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

    const looks = [
      ['desktop', { viewport: desktop }],
      ['phone', { viewport: phone }],
      ['dark', { viewport: phone, colorScheme: 'dark' }],
    ] as const;
    const paths = [
      ['front', '/'],
      ['product', '/product/blue-mug'],
      ['sold-out', '/product/teapot'],
      ['page', '/page/delivery-and-returns'],
      ['missing', '/product/none'],
      ['frame', '/product/blue-mug/embed/'],
    ] as const;

    const cases = looks.flatMap(([look, options]) => paths.map(([name, path]) => ({ look, options, name, path })));
    it.each(cases.filter(({ look, name }) => look !== 'dark' || name === 'product'))(
      '$name looks right ($look): nothing is cut off, axe finds nothing, no script and no error',
      async ({ look, options, name, path }) => {
        await using opened = await openPage({ ...options, bypassCSP: true });
        const { page } = opened;
        const faults: string[] = [];
        page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())));
        await page.goto(world().url + path);
        await page.screenshot({ path: join(pictures, `${name}-${look}.png`), fullPage: true });
        expect(await overflow(page)).toBe(false);
        expect(await accessibilityFaults(page)).toEqual([]);
        expect(await page.locator('script').count()).toBe(0);
        expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
      },
    );

    it('has its look under its policy, in the sandbox too', async () => {
      await using opened = await openPage();
      const { page } = opened;
      for (const path of ['/product/blue-mug', '/product/blue-mug/embed/']) {
        const faults: string[] = [];
        page.on('console', (message) => faults.push(message.text()));
        await page.goto(world().url + path);
        const weight = await page.evaluate("getComputedStyle(document.querySelector('.price')).fontWeight");
        expect(weight, path).toBe('700');
        expect(faults).toEqual([]);
      }
    });

    it('is framed by another site, and its link opens the product in a new window', async () => {
      const embed = `/oembed/1.0/embed?url=${encodeURIComponent(`${world().url}/product/blue-mug`)}&maxwidth=400`;
      const { html } = (await askShop(world(), 'GET', embed)).body;
      const site = await otherSite(() => `<!doctype html><title>Blog</title><h1>Blog</h1>${html}`);
      await using opened = await openPage();
      const { page } = opened;
      await page.goto(site.url);
      const frame = page.frameLocator('iframe');
      await frame.getByRole('heading', { name: 'Blue mug' }).waitFor();
      expect(await frame.locator('p').nth(2).textContent()).toBe(
        'Holds half a litre of tea. Dishwasher-proof Made in Faenza',
      );
      await page.screenshot({ path: join(pictures, 'framed.png') });
      const [popup] = await Promise.all([page.context().waitForEvent('page'), frame.getByRole('link').click()]);
      await popup.waitForLoadState();
      expect(popup.url()).toBe(`${world().url}/product/blue-mug`);
      expect(await popup.title()).toBe('Blue mug – Backroom');
      await site.close();
    });

    it('is not framed as a whole', async () => {
      const site = await otherSite(() => `<iframe src="${world().url}/product/blue-mug"></iframe>`);
      await using opened = await openPage();
      await opened.page.goto(site.url);
      const frame = opened.page.frameLocator('iframe');
      expect(await frame.getByText('Blue mug').count()).toBe(0);
      await site.close();
    });

    it('shows HTML of a hostile provider without running anything of it', async () => {
      const run = "fetch('/ran');document.title='ran'";
      const hostile = [
        `<script>${run}</script><img src=x onerror="${run}"><svg onload="${run}"><animate onbegin="${run}"/></svg>`,
        `<blockquote onmouseover="${run}"><a href="javascript:${run}" onfocus="${run}" autofocus tabindex=0>x</a></blockquote>`,
        `<iframe srcdoc="<script>parent.${run}</script>" src="javascript:${run}"></iframe>`,
        `<iframe src="data:text/html,<script>parent.document.title='ran'</script>"></iframe>`,
        `<iframe src="/frame" onload="${run}" allow="camera"></iframe>`,
        `<math><mtext><table><mglyph><style><img src=x onerror="${run}"></style></mglyph></table></mtext></math>`,
        `<noscript><p title="</noscript><img src=x onerror=${run}>"></noscript><template><script>${run}</script></template>`,
        `<a href="&#106;avascript:${run}">y</a><style>@import '/ran.css'</style><link rel=stylesheet href=/ran.css>`,
        `<meta http-equiv=refresh content="0;url=/ran"><base href="/ran/"><form action=/ran><button autofocus>z</form>`,
        `<object data="/ran"></object><embed src="/ran"><video src=/ran onerror="${run}"></video><details open ontoggle="${run}">`,
        `<!--><img src=x onerror="${run}">--><xmp><img src=x onerror="${run}"></xmp><<script>${run}//<</script>`,
        `<iframe src="https://player.example/1"></iframe>`,
      ].join('\n');
      const kept = new HtmlparserEmbedReader().html(hostile, { sandbox: 'allow-scripts', title: 'T' }) ?? '';
      expect([...new Set([...kept.matchAll(/<\/?([a-z]+)/gi)].map(([, name]) => name))].toSorted()).toEqual([
        'a',
        'blockquote',
        'iframe',
      ]);
      const site = await otherSite(() => `<!doctype html><title>Blog</title>${kept}`);
      await using opened = await openPage();
      const { page } = opened;
      await page.goto(site.url);
      for (const link of await page.locator('a').all()) await link.dispatchEvent('mouseover');
      await page.locator('a').first().focus();
      await page.waitForTimeout(300);
      expect([site.reached, await page.title()]).toEqual([[], 'Blog']);
      const raw = await otherSite(() => `<!doctype html><title>Blog</title>${hostile}`);
      await page.goto(raw.url).catch(() => {});
      await expect.poll(() => raw.reached.length, { timeout: 10_000 }).toBeGreaterThan(0);
      await Promise.all([site.close(), raw.close()]);
    });
  });
});
