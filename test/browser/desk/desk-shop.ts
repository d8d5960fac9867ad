import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { launch, launchServer } from '../../cli/processes.ts';
import type { Environment } from '../../cli/terminal.ts';
import { createMigratedDatabase, dropDatabase, serverUrl } from '../../support/databases.ts';
import { desktop, executablePath, openChromium, phone } from '../chromium-pages.ts';

/** The administrator of the shop. */
export const admin = { username: 'admin', password: 'first-light-over-harbour' };

/** A running server with the built application, and a sample shop whose last day is today. */
export interface DeskShop {
  readonly url: string;
  /** Runs a command beside the server. */
  command(...argv: readonly string[]): Promise<string>;
}

interface ShopOptions {
  readonly orders?: number;
  readonly environment?: Environment;
  /** Without an administrator that was given: the server makes one. */
  readonly isFirstStart?: boolean;
}

/** Declares tests in a shop of a database of this kind; left out where there is no Chromium. */
export function inDeskShop(
  kind: 'embedded' | 'postgres',
  options: ShopOptions,
  tests: (shop: () => DeskShop) => void,
): void {
  describe.skipIf(executablePath === undefined)(`on the ${kind} database`, () => {
    let opened: Awaited<ReturnType<typeof openShop>> | undefined;
    beforeAll(async () => {
      opened = await openShop(kind, options);
    }, 300_000);
    afterAll(() => opened?.close());
    tests(() => {
      if (!opened) throw new Error('The shop is not open.');
      return opened;
    });
  });
}

async function openShop(
  kind: 'embedded' | 'postgres',
  { orders = 0, environment: more = {}, isFirstStart = false }: ShopOptions,
) {
  const folder = await mkdtemp(join(tmpdir(), 'backroom-desk-'));
  const database = kind === 'postgres' ? await createMigratedDatabase() : undefined;
  const environment: Environment = {
    DATA_DIR: folder,
    ...(database !== undefined && {
      DATABASE_URL: serverUrl(database),
      JWT_SECRET: randomBytes(32).toString('base64url'),
    }),
    ...(!isFirstStart && { BOOTSTRAP_ADMIN_USERNAME: admin.username, BOOTSTRAP_ADMIN_PASSWORD: admin.password }),
    ...more,
  };
  const run = async (argv: readonly string[]): Promise<string> => {
    await using child = launch(argv, { environment });
    const { code, out, err } = await child.ended;
    expect(code, err).toBe(0);
    return out;
  };
  await run(['migrate']);
  if (orders > 0) {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    await run(['sample', '--orders', String(orders), '--years', '2', '--until', tomorrow, '--chunk', '5000']);
  }
  const server = await launchServer(environment, ['--migrate']);
  expect(server.url, server.said().err).not.toBe('');
  return {
    url: server.url,
    said: () => server.said().err,
    command: (...argv: readonly string[]) => run(argv),
    async close() {
      await server.stop();
      if (database !== undefined) await dropDatabase(database);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Looks of pages: width, and light or dark. */
export const looks: readonly (readonly [name: string, options: BrowserContextOptions])[] = [
  ['1280 px, light', { viewport: desktop, colorScheme: 'light' }],
  ['1280 px, dark', { viewport: desktop, colorScheme: 'dark' }],
  ['390 px, light', { viewport: phone, colorScheme: 'light', isMobile: true, hasTouch: true }],
  ['390 px, dark', { viewport: phone, colorScheme: 'dark', isMobile: true, hasTouch: true }],
];

/** Pages of the application; a message of the console, an error, or a breach of the policy fails the test. */
export function openDeskPages(name: string, shop: () => DeskShop) {
  const chromium = openChromium(`desk-${name}`);
  return {
    look: chromium.look,
    picture: chromium.picture,
    async open(options: BrowserContextOptions = {}) {
      const opened = await chromium.open({
        viewport: desktop,
        locale: 'en-GB',
        timezoneId: 'America/New_York',
        reducedMotion: 'reduce',
        ...options,
      });
      const heard = listen(opened.page);
      return {
        page: opened.page,
        heard,
        go: (path: string) => go(opened.page, `${shop().url}/desk${path}`),
        /** Signs in at the start, and waits for the overview. */
        async signIn(who: { readonly username: string; readonly password: string } = admin) {
          await opened.page.goto(`${shop().url}/desk`);
          await fillSignIn(opened.page, who);
          await opened.page.locator('main h1').waitFor({ state: 'attached' });
          await opened.page.getByRole('heading', { name: 'Sign in' }).waitFor({ state: 'detached' });
        },
        async [Symbol.asyncDispose]() {
          await opened[Symbol.asyncDispose]();
          expect(heard, 'messages of the console').toEqual([]);
        },
      };
    },
  };
}

/** Fills in the form of the sign-in, and sends it. */
export async function fillSignIn(
  page: Page,
  { username, password }: { readonly username: string; readonly password: string },
) {
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

function listen(page: Page): string[] {
  const heard: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      heard.push(`${message.type()}: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => heard.push(`error: ${error.message}`));
  return heard;
}

async function go(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await settled(page);
}

/** Waits until nothing on the page is a bone or busy. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor({ state: 'attached' });
  await expect
    .poll(() => page.locator('[class*="bone"], [aria-busy="true"]').count(), { timeout: 30_000, interval: 60 })
    .toBe(0);
}

/** A number as the page writes it. */
export const numberIn = (text: string | null): number =>
  Number((text ?? '').replace(/[^\d.−-]/g, '').replace('−', '-'));

/** Milliseconds of the main thread while something happens, on the clock of the thread: other processes do not count. */
export async function threadTime(page: Page, act: () => Promise<unknown>): Promise<number> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
  const before = await read();
  await act();
  const after = await read();
  await session.detach();
  return after - before;
}
