import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, CDPSession, Cookie, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { launch, launchServer } from '../../cli/processes.ts';
import type { Environment } from '../../cli/terminal.ts';
import { createMigratedDatabase, dropDatabase, serverUrl } from '../../support/databases.ts';
import { makeDataFolder } from '../../support/templates.ts';
import { desktop, executablePath, openChromium, phone } from '../chromium-pages.ts';

export interface Account {
  readonly username: string;
  readonly password: string;
}

/** The administrator of the shop. */
export const admin: Account = { username: 'admin', password: 'first-light-over-harbour' };

/** A running server with the built application, and a sample shop whose last day is today. */
export interface DeskShop {
  readonly url: string;
  /** Runs a command beside the server. */
  command(...argv: readonly string[]): Promise<string>;
}

interface ShopOptions {
  readonly orders?: number;
  /** The day after the last order; tomorrow without one. */
  readonly until?: string;
  readonly environment?: Environment;
  /** Without a configured administrator: the server makes one. */
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

const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

async function openShop(
  kind: 'embedded' | 'postgres',
  { orders = 0, until = tomorrow(), environment: more = {}, isFirstStart = false }: ShopOptions,
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
  if (kind === 'embedded') await makeDataFolder(folder);
  if (orders > 0) {
    await run(['sample', '--orders', String(orders), '--years', '2', '--until', until, '--chunk', '5000']);
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

export const schemes = ['light', 'dark'] as const;
export type Scheme = (typeof schemes)[number];

export const widths = [
  ['1280 px', { viewport: desktop }],
  ['390 px', { viewport: phone, isMobile: true, hasTouch: true }],
] as const;

/** Variants of pages: width, and light or dark. */
export const looks: readonly (readonly [name: string, options: BrowserContextOptions])[] = widths.flatMap(
  ([name, options]) => schemes.map((colorScheme) => [`${name}, ${colorScheme}`, { ...options, colorScheme }] as const),
);

/** Checks a loaded page in each scheme. */
export async function inSchemes(
  page: Page,
  look: (scheme: Scheme) => Promise<unknown>,
  all: readonly Scheme[] = schemes,
) {
  for (const colorScheme of all) {
    await page.emulateMedia({ colorScheme });
    await look(colorScheme);
  }
}

/** Pages of the application; a message of the console, an error, or a breach of the policy fails the test. */
export function openDeskPages(name: string, shop: () => DeskShop, args: readonly string[] = []) {
  const chromium = openChromium(`desk-${name}`, args);
  const sessions = new Map<string, Cookie[]>();
  return {
    look: chromium.look,
    picture: chromium.picture,
    keepPicture: chromium.keepPicture,
    major: chromium.major,
    async open(options: BrowserContextOptions = {}) {
      const opened = await chromium.open({
        viewport: desktop,
        locale: 'en-GB',
        timezoneId: 'America/New_York',
        reducedMotion: 'reduce',
        ...options,
      });
      const heard = listen(opened.page);
      const allowed: RegExp[] = [];
      return {
        page: opened.page,
        heard,
        /** Ignores messages of the console that belong to a refusal which the test provokes. */
        allow: (pattern: RegExp) => void allowed.push(pattern),
        go: (path: string) => go(opened.page, `${shop().url}/desk${path}`),
        /** Signs in at a path: by the form the first time, then with the session of that time. Waits until the screen is there. */
        async signIn(who: Account = admin, path = '') {
          const { page } = opened;
          await page.context().addCookies(sessions.get(who.username) ?? []);
          await page.goto(`${shop().url}/desk${path}`);
          const field = page.locator('input[autocomplete="username"]');
          await page.locator('main h1').or(field).first().waitFor({ state: 'attached' });
          if (await field.isVisible()) {
            await fillSignIn(page, who);
            await field.waitFor({ state: 'detached' });
          }
          await settled(page);
          sessions.set(who.username, await page.context().cookies());
        },
        async [Symbol.asyncDispose]() {
          await opened[Symbol.asyncDispose]();
          const unexpected = heard.filter((message) => !allowed.some((pattern) => pattern.test(message)));
          expect(unexpected, 'messages of the console').toEqual([]);
        },
      };
    },
  };
}

/** Fills in the form of the sign-in, and sends it. */
export async function fillSignIn(page: Page, { username, password }: Account) {
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

/** What waits for an answer. */
export const unsettled = '[class*="bone"], [aria-busy="true"]';

/** Waits until nothing on the page is a bone or busy. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor({ state: 'attached' });
  await expect.poll(() => page.locator(unsettled).count(), { timeout: 30_000, interval: 60 }).toBe(0);
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
