import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describeInventory, describeShop } from '@backroom/composition';
import { defaultShopNames } from '@backroom/core/interface';
import { commandsPage } from './commands-page.ts';
import { configurationPage } from './configuration-page.ts';
import { errorsPage } from './errors-page.ts';
import { eventsPage } from './events-page.ts';
import type { ExampleDatabase } from './example-shop.ts';
import { reportsPage } from './reports-page.ts';
import { routesPage } from './routes-page.ts';
import { shopRecordsPage } from './shop-records-page.ts';
import { shopRoutesPage } from './shop-routes-page.ts';
import { themesPage } from './themes-page.ts';

/** A generated file. */
export interface Page {
  /** Relative to the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/**
 * All generated pages of the documentation; deterministic. The reports page runs an example, in the given database.
 */
export const makePages = async (database?: ExampleDatabase): Promise<readonly Page[]> => [
  { path: 'docs/commands.md', text: commandsPage() },
  { path: 'docs/configuration.md', text: configurationPage() },
  { path: 'docs/errors.md', text: errorsPage() },
  { path: 'docs/events.md', text: eventsPage() },
  { path: 'docs/openapi.json', text: openapi() },
  { path: 'docs/openapi-shop.json', text: shopOpenapi() },
  { path: 'docs/reports.md', text: await reportsPage(database) },
  { path: 'docs/routes.md', text: routesPage() },
  { path: 'docs/shop-records.md', text: shopRecordsPage() },
  { path: 'docs/shop-routes.md', text: shopRoutesPage() },
  { path: 'docs/themes.md', text: themesPage() },
];

/** The description by a server with default settings. */
const openapi = (): string =>
  `${JSON.stringify(describeInventory({ publicUrl: undefined, inventoryPrefix: '', publicDocs: false })(), undefined, 2)}\n`;

const shopOpenapi = (): string =>
  `${JSON.stringify(describeShop({ publicUrl: undefined, shopNames: defaultShopNames })(), undefined, 2)}\n`;

export function writePages(folder: string, pages: readonly Page[]): void {
  for (const { path, text } of pages) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Paths of pages that are missing or outdated below a folder. */
export const stalePages = (folder: string, pages: readonly Page[]): readonly string[] =>
  pages.flatMap(({ path, text }) => (textOf(join(folder, path)) === text ? [] : [path]));

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
