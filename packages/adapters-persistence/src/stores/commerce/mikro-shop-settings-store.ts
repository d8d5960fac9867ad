import type { ShopSettings, ShopSettingsStore } from '@backroom/core';
import type { Database } from '../../database.ts';
import { moment } from '../../reading/snapshot-id.ts';

/** What the shop decides, in PostgreSQL: one row, which everybody locks who changes it. */
export class MikroShopSettingsStore implements ShopSettingsStore {
  readonly #database: Database;
  readonly #defaults: ShopSettings;

  constructor(database: Database, defaults: ShopSettings) {
    this.#database = database;
    this.#defaults = defaults;
  }

  /** Tells the surrounding work what state of the data they are from, too: they are read first of all where it matters. */
  async read(): Promise<ShopSettings> {
    const row = await this.#row().select(moment.as('moment')).executeTakeFirst();
    this.#database.unitOfWork.noteMoment(row?.moment ?? null);
    return this.#settingsOf(row);
  }

  async hold(): Promise<ShopSettings> {
    return this.#settingsOf(await this.#row().forNoKeyUpdate().executeTakeFirst());
  }

  async save(settings: ShopSettings, now: Date): Promise<void> {
    await this.#database
      .kysely()
      .updateTable('shop_setting')
      .set({ document: JSON.stringify(settings), updated_at: now })
      .where('id', '=', 1)
      .execute();
  }

  #row() {
    return this.#database.kysely().selectFrom('shop_setting').select('document').where('id', '=', 1);
  }

  /** Settings that were saved before a member was known have its default. */
  #settingsOf(row: { readonly document: unknown } | undefined): ShopSettings {
    return { ...this.#defaults, ...((row?.document ?? {}) as Partial<ShopSettings>) };
  }
}
