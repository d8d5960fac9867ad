import { ManualClock, MemoryLog, MemoryRateLimiter } from '@backroom/adapters-memory';
import { Ed25519Verifier, FileDocumentSource } from '@backroom/adapters-node';
import { createCore, defaultSettings } from '@backroom/core';
import { catalogueRules, noLicenceServer } from '@backroom/core/marketplace';
import { NOON } from '@backroom/testing/builders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAdministrator } from '../support/builders.ts';
import { aCatalogue, aLicenceKey, type CatalogueFolder, openCatalogueFolder } from '../support/catalogues.ts';
import { databases } from '../support/databases.ts';
import { withStandIns } from '../support/stand-ins.ts';
import { listen } from '../support/statements.ts';
import { openStores, type Stores } from '../support/stores.ts';

const postgres = databases.find(({ name }) => name === 'postgres');
const site = 'https://shop.example';

describe('the marketplace', () => {
  let stores: Stores;
  let folder: CatalogueFolder;
  let listening: ReturnType<typeof listen>;
  beforeAll(async () => {
    if (!postgres) throw new Error('There is no server.');
    stores = await openStores(postgres);
    folder = await openCatalogueFolder();
    listening = listen();
  });
  afterAll(async () => {
    listening?.stop();
    await stores?.close();
    await folder?.[Symbol.asyncDispose]();
  });
  const statements = async (work: () => Promise<unknown>): Promise<number> => {
    listening.sent.length = 0;
    await work();
    return listening.sent.length;
  };

  it('reads products in one statement, and subscriptions in three, whatever their number', async () => {
    const supplied = {
      ...stores,
      clock: new ManualClock(NOON),
      log: new MemoryLog(),
      rateLimiter: new MemoryRateLimiter(),
      settings: { ...defaultSettings, catalogueKeys: [folder.key.publicKey] },
      signatureVerifier: new Ed25519Verifier(),
      extensionCatalog: new FileDocumentSource(folder.path, catalogueRules),
      licenceServer: noLicenceServer,
    };
    const { marketplace } = createCore(withStandIns(supplied));
    const ada = anAdministrator();
    await folder.publish(aCatalogue());
    await marketplace.refreshCatalogue(ada, {});
    await marketplace.listFeatured(ada, {});
    expect(await statements(() => marketplace.listFeatured(ada, {}))).toBe(1);
    const connect = (order_id: number) =>
      marketplace.connectLicence(ada, {
        productKey: aLicenceKey({ product_id: 1_001, sites_max: 1, order_id }, folder.key),
        site,
      });
    await connect(1);
    expect(await statements(() => marketplace.listSubscriptions(ada, { site }))).toBe(3);
    for (let order = 2; order < 12; order += 1) await connect(order);
    expect(await statements(() => marketplace.listSubscriptions(ada, { site }))).toBe(3);
    expect(await statements(() => connect(5))).toBeLessThanOrEqual(12);
  });
});
