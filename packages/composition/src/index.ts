/** Composes Backroom from its adapters: as a server, as a worker, for the command line, or embedded in a program. */
export type { CommandOptions, PlainRequest } from '@backroom/adapters-http/control';
export { CsvTables } from '@backroom/adapters-node';
export { DatabaseUnavailable, DataFolderCopied, DataFolderInUse } from '@backroom/adapters-persistence';
export { describeInventory, describeShop } from './api-description.ts';
export {
  type CatalogueFaults,
  checkCatalogueFile,
  createSigningKeyFile,
  type LicenceKeyTerms,
  type SignedCatalogue,
  signCatalogueFile,
  signLicenceKey,
} from './catalogue-files.ts';
export { type Application, compose } from './compose.ts';
export type { Backend } from './control/backend.ts';
export { OtherVersion } from './control/control-socket.ts';
export { openBackend } from './control/open-backend.ts';
export { checkArticlesFile, checkSuggestionsFile, type DocumentCheck } from './document-files.ts';
export { type EmbeddedBackroom, type EmbedOptions, openBackroom } from './embed.ts';
export { openSchema } from './open-schema.ts';
export { type RunningServer, type ServeOptions, serve } from './serve.ts';
export {
  type DatabaseLocation,
  type Environment,
  readSettings,
  type Settings,
  SettingsError,
  showVariables,
} from './settings/settings.ts';
export { fileVariables, variables } from './settings/variables.ts';
export { SystemClock } from './system-clock.ts';
export { readThemeFile } from './theme-files.ts';
export { type RunningWorkers, type WorkOptions, work } from './work.ts';
export { startWorkers, type Workers } from './workers.ts';
