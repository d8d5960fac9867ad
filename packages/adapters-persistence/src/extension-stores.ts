import type { Database } from './database.ts';
import { MikroExtensionQueue } from './repositories/mikro-extension-queue.ts';
import { MikroExtensionStore } from './repositories/mikro-extension-store.ts';
import { MikroExtensionValues } from './repositories/mikro-extension-values.ts';
import { MikroThemeStore } from './repositories/mikro-theme-store.ts';

/** Stores of installed extensions and themes, by the names of the ports. */
export const extensionStores = (database: Database) => ({
  extensions: new MikroExtensionStore(database),
  extensionValues: new MikroExtensionValues(database),
  extensionQueue: new MikroExtensionQueue(database),
  themes: new MikroThemeStore(database),
});
