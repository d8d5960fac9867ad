import { writeFile } from 'node:fs/promises';
import { ManualClock, MemoryLog } from '@backroom/adapters-memory';
import { createSigningKey, Ed25519Verifier, FileDocumentSource } from '@backroom/adapters-node';
import { type Core, createCore, defaultSettings } from '@backroom/core';
import { catalogueRules } from '@backroom/core/marketplace';
import { NOON } from '@backroom/testing/builders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAdministrator } from '../support/builders.ts';
import { aCatalogue, aProduct, type CatalogueFolder, keyIdOf, openCatalogueFolder } from '../support/catalogues.ts';
import { databases } from '../support/databases.ts';
import { withStandIns } from '../support/stand-ins.ts';
import { openStores, type Stores } from '../support/stores.ts';

const ada = anAdministrator({ userId: 1, username: 'ada' });

describe.each(databases)('the extension catalogue on $name', (database) => {
  let stores: Stores;
  beforeAll(async () => {
    stores = await openStores(database);
  });
  afterAll(() => stores?.close());

  /** A process of the installation; all of them share the database. */
  const processOn = (folder: CatalogueFolder, catalogueKeys: readonly string[] = [folder.key.publicKey]) => {
    const clock = new ManualClock(NOON);
    const log = new MemoryLog();
    const supplied = withStandIns({
      ...stores,
      clock,
      log,
      settings: { ...defaultSettings, catalogueKeys },
      signatureVerifier: new Ed25519Verifier(),
      extensionCatalog: new FileDocumentSource(folder.path, catalogueRules),
    });
    return { core: createCore(supplied), clock, log };
  };
  const refreshed = async (core: Core) => {
    const { fault } = await core.marketplace.refreshCatalogue(ada, {});
    const { products, state } = await core.marketplace.showCatalogue(ada, {});
    return { fault: fault?.code ?? null, products, version: state.version };
  };

  it('is used by all processes once one has accepted it', async () => {
    await using folder = await openCatalogueFolder();
    await folder.publish(aCatalogue());
    const [one, other] = [processOn(folder), processOn(folder)];
    expect(await one.core.marketplace.showCatalogue(ada, {})).toMatchObject({ isUsed: false, products: 0 });
    expect(await refreshed(one.core)).toEqual({ fault: null, products: 1, version: 1 });
    expect(await other.core.marketplace.showCatalogue(ada, {})).toMatchObject({ isUsed: true, products: 1 });
    await folder.publish(aCatalogue({ version: 2, products: [aProduct(), aProduct({ product_id: 2, slug: 'b' })] }));
    expect(await refreshed(other.core)).toEqual({ fault: null, products: 2, version: 2 });
    expect(await one.core.marketplace.showCatalogue(ada, {})).toMatchObject({ products: 2 });
  });

  it('keeps the last good copy when a file is bad, with the fault in its state and the log', async () => {
    await using folder = await openCatalogueFolder();
    const { core, log } = processOn(folder);
    await folder.publish(aCatalogue({ version: 5 }));
    expect(await refreshed(core)).toMatchObject({ fault: null, version: 5 });
    const stranger = createSigningKey();
    const bad: readonly (readonly [string, () => Promise<void>])[] = [
      ['catalogue_invalid', () => folder.write('{')],
      ['catalogue_unsigned', () => folder.write(JSON.stringify(aCatalogue({ version: 6 })))],
      ['catalogue_signature_invalid', () => folder.publish(aCatalogue({ version: 6 }), stranger)],
      ['catalogue_outdated', () => folder.publish(aCatalogue({ version: 4 }))],
      ['catalogue_too_large', () => writeFile(folder.path, Buffer.alloc(50 * 1_048_576, 0x20))],
    ];
    for (const [code, write] of bad) {
      await write();
      expect(await refreshed(core)).toEqual({ fault: code, products: 1, version: 5 });
      expect(log.entries.at(-1)).toMatchObject({ event: 'catalogue refused', facts: { code } });
    }
    await folder.publish(aCatalogue({ version: 6 }));
    expect(await refreshed(core)).toEqual({ fault: null, products: 1, version: 6 });
  });

  it('refuses a file that was changed after it was signed', async () => {
    await using folder = await openCatalogueFolder();
    const { core } = processOn(folder);
    await folder.publish(aCatalogue());
    const { readFile } = await import('node:fs/promises');
    await folder.write((await readFile(folder.path, 'utf8')).replace('a'.repeat(64), 'b'.repeat(64)));
    expect(await refreshed(core)).toMatchObject({ fault: 'catalogue_signature_invalid', products: 0 });
  });

  it('revokes a key for good, and stops using a copy that it signed', async () => {
    await using folder = await openCatalogueFolder();
    const next = createSigningKey();
    const keys = [folder.key.publicKey, next.publicKey];
    const { core } = processOn(folder, keys);
    await folder.publish(aCatalogue());
    expect(await refreshed(core)).toMatchObject({ fault: null });
    await folder.publish(aCatalogue({ version: 2, revoked_keys: [keyIdOf(folder.key.publicKey)] }), next);
    expect(await refreshed(core)).toMatchObject({ fault: null, version: 2 });
    await folder.publish(aCatalogue({ version: 3 }));
    expect(await refreshed(core)).toMatchObject({ fault: 'catalogue_key_revoked', version: 2 });
    const only = processOn(folder, [folder.key.publicKey]);
    expect(await only.core.marketplace.showCatalogue(ada, {})).toMatchObject({ isUsed: false, products: 0 });
  });

  it('may not revoke the key that signed it', async () => {
    await using folder = await openCatalogueFolder();
    const { core } = processOn(folder);
    await folder.publish(aCatalogue({ revoked_keys: [keyIdOf(folder.key.publicKey)] }));
    expect(await refreshed(core)).toMatchObject({ fault: 'catalogue_key_revoked', products: 0 });
  });

  it('is read again after a day, and an hour after a failure', async () => {
    await using folder = await openCatalogueFolder();
    const { core, clock } = processOn(folder);
    const whenDue = async () => (await core.marketplace.refreshCatalogueWhenDue(ada, {}))?.version;
    await folder.publish(aCatalogue({ version: 11 }));
    clock.advance(10 * 86_400_000);
    expect([await whenDue(), await whenDue()]).toEqual([11, undefined]);
    await folder.write('{');
    clock.advance(86_400_000);
    expect([await whenDue(), await whenDue()]).toEqual([11, undefined]);
    await folder.publish(aCatalogue({ version: 12 }));
    clock.advance(3_600_000);
    expect([await whenDue(), await whenDue()]).toEqual([12, undefined]);
  });

  it('is accepted once by two processes at the same time', async () => {
    await using folder = await openCatalogueFolder();
    await folder.publish(aCatalogue());
    const processes = [processOn(folder), processOn(folder), processOn(folder)];
    expect(await Promise.all(processes.map(({ core }) => refreshed(core)))).toEqual(
      Array.from({ length: 3 }, () => ({ fault: null, products: 1, version: 1 })),
    );
  });
});
