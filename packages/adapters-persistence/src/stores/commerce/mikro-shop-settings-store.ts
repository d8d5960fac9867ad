import type { ShopSettings, ShopSettingsStore, VersionedSettings } from '@backroom/core/commerce';
import { sql } from 'kysely';
import type { Database } from '../../database.ts';
import { snapshotId } from '../../reading/snapshot-id.ts';

/** Shop settings in PostgreSQL: a single row, which every writer locks. */
export class MikroShopSettingsStore implements ShopSettingsStore {
  readonly #database: Database;
  readonly #defaults: ShopSettings;

  constructor(database: Database, defaults: ShopSettings) {
    this.#database = database;
    this.#defaults = defaults;
  }

  /** Also records the snapshot id in the work context. Reports read the settings first, so the id validates their cache. */
  async read(): Promise<ShopSettings> {
    const row = await this.#row().select(snapshotId.as('snapshot')).executeTakeFirst();
    this.#database.unitOfWork.noteSnapshot(row?.snapshot ?? null);
    return this.#settingsOf(row);
  }

  async readVersioned(): Promise<VersionedSettings> {
    const row = await this.#row().select('version').executeTakeFirst();
    return { settings: this.#settingsOf(row), defaults: this.#defaults, version: row?.version ?? 1 };
  }

  async hold(): Promise<ShopSettings> {
    return this.#settingsOf(await this.#row().forNoKeyUpdate().executeTakeFirst());
  }

  async save(settings: ShopSettings, now: Date): Promise<void> {
    const document = JSON.stringify(settings);
    const isOther = sql<number>`version + (document::text is distinct from ${document})::int`;
    await this.#database
      .kysely()
      .updateTable('shop_setting')
      .set({ document, updated_at: now, version: isOther })
      .where('id', '=', 1)
      .execute();
  }

  #row() {
    return this.#database.kysely().selectFrom('shop_setting').select('document').where('id', '=', 1);
  }

  /** Members that the stored document lacks, because it is older than they are, get their default. */
  #settingsOf(row: { readonly document: unknown } | undefined): ShopSettings {
    return { ...this.#defaults, ...((row?.document ?? {}) as Partial<ShopSettings>) };
  }
}
