import { themeStoreContract } from '@backroom/testing';
import { databases } from '../support/databases.ts';
import { openStores } from '../support/stores.ts';

for (const database of databases) themeStoreContract(`MikroThemeStore on ${database.name}`, () => openStores(database));
