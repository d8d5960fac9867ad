import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { findChromium, launchChromium } from '../support/chromium.ts';
import { accessibilityFaults } from './accessibility.ts';

/** The Chromium of this machine; undefined without one. */
export const executablePath: string | undefined = findChromium();

export const desktop = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };

/** Whether pictures of pages are taken that are for readers only; no test compares them. */
const takesPictures = process.env.BACKROOM_PICTURES === '1';

/** A browser for the tests of the surrounding suite. */
export function openChromium(name: string, args: readonly string[] = []) {
  let browser: Browser;
  let pictures: Promise<string> | undefined;
  beforeAll(async () => {
    browser = await launchChromium(args);
  });
  afterAll(() => browser?.close());
  const keepPicture = async (page: Page, title: string): Promise<void> => {
    pictures ??= pictureFolder(name);
    await page.screenshot({ path: join(await pictures, `${title}.png`), fullPage: true });
  };
  const picture = async (page: Page, title: string): Promise<void> => {
    if (takesPictures) await keepPicture(page, title);
  };
  return {
    /** Keeps a picture of a page in a temporary folder. */
    keepPicture,
    /** Does so with `BACKROOM_PICTURES=1`. */
    picture,
    /** The major version of the browser. */
    major: () => Number.parseInt(browser.version(), 10),
    /** A page in a fresh context, which ends with the surrounding block. */
    async open(options: BrowserContextOptions) {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      return { page, [Symbol.asyncDispose]: () => context.close() };
    },
    /** Takes a picture where they are wanted; expects no fault of accessibility and no overflow of the width. */
    async look(page: Page, title: string): Promise<void> {
      await picture(page, title);
      expect(await accessibilityFaults(page), title).toEqual([]);
      const width = page.viewportSize()?.width ?? 0;
      expect(await page.evaluate('document.documentElement.scrollWidth'), title).toBeLessThanOrEqual(width);
    },
  };
}

async function pictureFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `backroom-${name}-`));
  process.stderr.write(`Pictures of the pages are in ${folder}.\n`);
  return folder;
}

/** Waits for the page with this title. */
export const titled = (page: Page, title: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor({ timeout: 20_000 });

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();
