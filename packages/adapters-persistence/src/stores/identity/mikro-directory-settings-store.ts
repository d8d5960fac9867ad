import type { StoredDirectorySettings, SyncClaim } from '@backroom/core/identity';
import { type DirectorySettings, type DirectorySettingsStore, defaultDirectorySettings } from '@backroom/core/identity';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../../database.ts';
import type { Tables } from '../../tables.ts';

type DirectorySettingsRow = Pick<
  Selectable<Tables['ldap_config']>,
  'settings' | 'sealed_password' | 'version' | 'updated_at' | 'updated_by'
>;

const columns = ['settings', 'sealed_password', 'version', 'updated_at', 'updated_by'] as const;

/** Directory settings in PostgreSQL: a single row, which every writer locks. */
export class MikroDirectorySettingsStore implements DirectorySettingsStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(): Promise<StoredDirectorySettings | undefined> {
    return toStored(await this.#row().executeTakeFirst());
  }

  async hold(): Promise<StoredDirectorySettings | undefined> {
    return toStored(await this.#row().forNoKeyUpdate().executeTakeFirst());
  }

  async save(
    { settings, sealedPassword, updatedBy }: Parameters<DirectorySettingsStore['save']>[0],
    now: Date,
  ): Promise<StoredDirectorySettings> {
    const row = await this.#change()
      .set({
        settings: JSON.stringify(settings),
        sealed_password: sealedPassword,
        version: sql`version + 1`,
        updated_at: now,
        updated_by: updatedBy,
      })
      .returning(columns)
      .executeTakeFirstOrThrow();
    return toStored(row) as StoredDirectorySettings;
  }

  async remove(): Promise<boolean> {
    const removed = await this.#change()
      .set({ settings: null, sealed_password: null, updated_at: null, updated_by: null })
      .where('settings', 'is not', null)
      .returning('id')
      .executeTakeFirst();
    return removed !== undefined;
  }

  async claimSync({ now, until, unlessSince }: SyncClaim): Promise<boolean> {
    const claimed = await this.#change()
      .set({ sync_started_at: now, sync_until: until })
      .where((eb) => eb.or([eb('sync_until', 'is', null), eb('sync_until', '<=', now)]))
      .$if(unlessSince !== undefined, (update) =>
        update.where((eb) =>
          eb.or([eb('sync_started_at', 'is', null), eb('sync_started_at', '<=', unlessSince as Date)]),
        ),
      )
      .returning('id')
      .executeTakeFirst();
    return claimed !== undefined;
  }

  async extendSync(until: Date): Promise<void> {
    await this.#change().set({ sync_until: until }).execute();
  }

  async releaseSync(): Promise<void> {
    await this.#change().set({ sync_until: null }).execute();
  }

  #row() {
    return this.#database.kysely().selectFrom('ldap_config').select(columns).where('id', '=', 1);
  }

  #change() {
    return this.#database.kysely().updateTable('ldap_config').where('id', '=', 1);
  }
}

/** Members that the stored document lacks, because it is older than they are, get their default. */
function toStored(row: DirectorySettingsRow | undefined): StoredDirectorySettings | undefined {
  if (!row || row.settings === null || row.updated_at === null) return undefined;
  return {
    settings: { ...defaultDirectorySettings, ...(row.settings as Partial<DirectorySettings>) },
    sealedPassword: row.sealed_password,
    version: row.version,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
  };
}
