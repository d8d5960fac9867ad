import { ManualClock, MemoryLog, MemoryRateLimiter } from '@backroom/adapters-memory';
import { Ed25519Verifier, FileDocumentSource } from '@backroom/adapters-node';
import { createCore, defaultSettings } from '@backroom/core';
import { catalogueRules, noLicenceServer } from '@backroom/core/marketplace';
import { NOON } from '@backroom/testing/builders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAdministrator } from '../support/builders.ts';
import { aCatalogue, aLicenceKey, type CatalogueFolder, openCatalogueFolder } from '../support/catalogues.ts';
import { countStatements } from '../support/counted-statements.ts';
import { withStandIns } from '../support/stand-ins.ts';

const site = 'https://shop.example';

describe('the marketplace', () => {
  let folder: CatalogueFolder;
  const { stores, count } = countStatements();
  beforeAll(async () => {
    folder = await openCatalogueFolder();
  });
  afterAll(() => folder?.[Symbol.asyncDispose]());

  it('reads products in one statement, and subscriptions in four, whatever their number', async () => {
    const supplied = {
      ...stores(),
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
    expect(await count(() => marketplace.listFeatured(ada, {}))).toBe(1);
    const connect = (order_id: number) =>
      marketplace.connectLicence(ada, {
        productKey: aLicenceKey({ product_id: 1_001, sites_max: 1, order_id }, folder.key),
        site,
      });
    await connect(1);
    expect(await count(() => marketplace.listSubscriptions(ada, { site }))).toBe(4);
    for (let order = 2; order < 12; order += 1) await connect(order);
    expect(await count(() => marketplace.listSubscriptions(ada, { site }))).toBe(4);
    expect(await count(() => connect(5))).toBeLessThanOrEqual(12);
  });
});
