import { MemoryLog } from '@backroom/adapters-memory';
import { UndiciOutboundClient, WebSiteConnector } from '@backroom/adapters-outbound';
import type { SiteAnswer, SiteCall, SiteConnector, StatisticsProvider } from '@backroom/core/connector';
import { afterAll, beforeAll } from 'vitest';
import { signedInBrowser } from './page-browser.ts';
import { openWorld, type World } from './world.ts';

/** A site connector whose other site starts later, and which records its requests. */
export interface LateConnector extends SiteConnector {
  readonly calls: SiteCall[];
  /** The other site; undefined while it cannot be reached. */
  other: Pick<World, 'url'> | undefined;
}

function lateConnector(): LateConnector {
  const calls: SiteCall[] = [];
  let known = '';
  return {
    calls,
    other: undefined,
    get address() {
      known = this.other?.url ?? known;
      return known;
    },
    async send(call): Promise<SiteAnswer> {
      calls.push(call);
      const { port } = new URL(known);
      const outbound = new UndiciOutboundClient({
        log: new MemoryLog(),
        allow: this.other ? [`127.0.0.1:${port}`] : [],
      });
      return new WebSiteConnector(outbound, known).send(call);
    },
  };
}

/** One of two sites. */
export interface PairedWorld {
  readonly world: World;
  readonly connector: LateConnector;
}

/** A provider beside those of the core; one that fails must not matter. */
const providers: readonly StatisticsProvider[] = [{ read: async () => ({ tills: 3, 'No name': 'x' }) }];

/** Opens two sites that name each other, before the tests of the surrounding suite, and closes them afterwards. */
export function openTwoSites(kind: World['kind']): () => { readonly desk: PairedWorld; readonly branch: PairedWorld } {
  let sites: { readonly desk: PairedWorld; readonly branch: PairedWorld };
  beforeAll(async () => {
    const [desk, branch] = await Promise.all([openSite(kind, 'The desk'), openSite(kind, 'The branch')]);
    desk.connector.other = branch.world;
    branch.connector.other = desk.world;
    sites = { desk, branch };
  });
  afterAll(async () => {
    await Promise.all([sites?.desk.world.close(), sites?.branch.world.close()]);
  });
  return () => sites;
}

async function openSite(kind: World['kind'], name: string): Promise<PairedWorld> {
  const connector = lateConnector();
  const environment = {
    SITE_NAME: name,
    SECRETS_KEY: Buffer.alloc(32, name.length).toString('base64'),
    CONNECTOR_REDIRECT_ORIGINS: 'https://front.example',
  };
  const world = await openWorld(kind, {
    environment,
    ports: { siteConnector: connector, statisticsProviders: providers },
  });
  return { world, connector };
}

/** The pairing of a site, as its administrator sees it. */
export const pairingAt = async ({ world: { application } }: PairedWorld) =>
  application.core.connector.showPairing(await application.actor('system'), {});

/** Requests a pairing; the request of the first site is to be approved at the second. */
export const askForPairing = async ({ world: { application, url } }: PairedWorld) =>
  application.core.connector.beginPairing(await application.actor('system'), { siteUrl: url });

/** Pairs two sites, where an administrator approves on the page of the second. */
export async function pairSites(first: PairedWorld, second: PairedWorld): Promise<void> {
  await askForPairing(first);
  const browser = await signedInBrowser(() => second.world, second.world.ada);
  const page = '/cms-admin/connector';
  const { text } = await browser.ask(page);
  await browser.send(page, { ...fieldsIn(text), approve: '1' });
}

/** The hidden fields of the form of a page. */
export const fieldsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll('&amp;', '&'),
    ]),
  );

/** Sends a request again, changed, as a stranger would. */
export async function sendAgain(
  { url, method, headers, body }: SiteCall,
  changes: { readonly url?: string; readonly headers?: Record<string, string>; readonly body?: string } = {},
) {
  const response = await fetch(changes.url ?? url, {
    method,
    headers: { ...headers, ...changes.headers },
    ...(body !== undefined && { body: changes.body ?? body }),
  });
  const answer = (await response.json()) as { readonly code?: string } | boolean;
  return { status: response.status, answer, code: typeof answer === 'object' ? answer.code : undefined };
}
