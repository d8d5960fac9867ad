import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { fillSignIn, inDeskShop, looks, openDeskPages, settled } from './desk-shop.ts';

const folder = fileURLToPath(new URL('../pictures/', import.meta.url));
const versionFile = join(folder, 'chromium.json');
const writes = inject('writesPictures');

/** The major version of the Chromium that made the pictures. */
const madeBy = (): number =>
  existsSync(versionFile) ? (JSON.parse(readFileSync(versionFile, 'utf8')) as { readonly major: number }).major : 0;

/** Screens without the present time on them, in a shop that ends with the year 2025. */
const screens: readonly (readonly [name: string, path: string])[] = [
  ['overview', '/?period=2025-11-01..2025-11-30'],
  ['revenue', '/reports/revenue?period=2025-11-01..2025-11-30&compare=year'],
  ['orders report', '/reports/orders?period=2025-07-01..2025-12-31&by=week&cut=category&if=status.is:completed'],
  ['orders', '/orders'],
  ['order', '/orders/390'],
];

/** The part of all points at which two pictures differ by more than a shade; 1 for pictures of different sizes. */
const difference = (page: Page, one: Buffer, other: Buffer): Promise<number> =>
  page.evaluate(`(async () => {
    const pointsOf = async (base64) => {
      const image = await createImageBitmap(await (await fetch('data:image/png;base64,' + base64)).blob());
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, image.width, image.height);
    };
    const [one, other] = await Promise.all(${JSON.stringify([one, other].map((each) => each.toString('base64')))}.map(pointsOf));
    if (one.width !== other.width || one.height !== other.height) return 1;
    let points = 0;
    for (let at = 0; at < one.data.length; at += 4)
      if ([0, 1, 2].some((part) => Math.abs(one.data[at + part] - other.data[at + part]) > 8)) points += 1;
    return points / (one.data.length / 4);
  })()`);

inDeskShop('embedded', { orders: 400, until: '2026-01-01' }, (shop) => {
  const args = ['--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb'];
  const pages = openDeskPages('pictures', shop, args);
  const isComparable = (): boolean => {
    if (writes || madeBy() === pages.major()) return true;
    process.stderr.write(
      `Pictures are not compared: Chromium ${madeBy()} made them, this one is ${pages.major()}. "npm test -- --update" writes them.\n`,
    );
    return false;
  };

  /** Compares what is on a page with its picture; where pictures are written, keeps it. */
  async function compare(page: Page, name: string): Promise<void> {
    const file = join(folder, `${name.replaceAll(/[ ,]+/g, '-')}.png`);
    const now = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    if (writes) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, now);
      writeFileSync(versionFile, `{ "major": ${pages.major()} }\n`);
      return;
    }
    const blank = await page.context().newPage();
    const part = await difference(blank, readFileSync(file), now);
    await blank.close();
    if (part > 0.001) await pages.keepPicture(page, name);
    expect(part, `${name}: the part of points that differ`).toBeLessThanOrEqual(0.001);
  }

  describe.each(looks)('the screens at %s', (look, options) => {
    it('look as they did', async ({ skip }) => {
      if (!isComparable()) skip();
      // Lower than in the other tests, for small files.
      const { width = 1280, height = 720 } = options.viewport ?? {};
      await using at = await pages.open({ ...options, viewport: { width, height: Math.min(height, 720) } });
      const { page } = at;
      await page.clock.setFixedTime(new Date('2026-01-02T09:30:00Z'));
      await page.goto(`${shop().url}/desk`);
      await page.getByLabel('User name').waitFor();
      await compare(page, `sign-in ${look}`);
      await fillSignIn(page, { username: 'admin', password: 'first-light-over-harbour' });
      await page.getByLabel('User name').waitFor({ state: 'detached' });
      for (const [name, path] of screens) {
        await at.go(path);
        await page.mouse.move(0, 0);
        if (page.viewportSize()?.width === 1280) await page.getByText('Live', { exact: true }).waitFor();
        await settled(page);
        await compare(page, `${name} ${look}`);
      }
    });
  });
});
