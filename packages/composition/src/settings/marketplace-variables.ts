import { join, resolve } from 'node:path';
import { isVerifyingKey } from '@backroom/adapters-node';
import * as v from 'valibot';
import { list, text, variable } from './variable.ts';

const source = v.pipe(
  text,
  v.check(
    (value) => !/^[a-z][a-z0-9+.-]*:\/\//i.test(value) || isSource(value),
    'must be the path of a file, or a URL that begins with https:// or http:// and has no user name',
  ),
);
const keys = v.pipe(
  list,
  v.check(
    (entries) => entries.every(isVerifyingKey),
    'must be public keys (Ed25519) of 32 bytes in base64, separated by commas',
  ),
);

const server = v.pipe(
  text,
  v.check(isSource, 'must be a URL that begins with https:// or http:// and has no user name'),
);

/** Maximum characters of a stored path. */
const PATH_LENGTH = 200;
const folders = v.pipe(
  list,
  v.check((entries) => entries.every((entry) => entry !== ''), 'must be paths of folders, separated by commas'),
  v.transform((entries) => [...new Set(entries.map((entry) => resolve(entry)))]),
  v.check(
    (entries) => entries.every(({ length }) => length <= PATH_LENGTH),
    `must name folders whose absolute paths have at most ${PATH_LENGTH} characters`,
  ),
);

/** Documents of the operator, licences, and folders of extensions. */
export const marketplaceVariables = {
  CATALOG_URL: variable(
    source,
    'The extension catalogue: the path of a file, or an https URL. http is possible for targets in OUTBOUND_ALLOW. Without it nothing is offered.',
  ),
  CATALOG_KEY: variable(
    keys,
    'Public keys (Ed25519, 32 bytes in base64, separated by commas) that sign the catalogue and licence keys. Without it signatures are not checked, and nothing can be installed from the catalogue.',
  ),
  SUGGESTIONS_URL: variable(
    source,
    'Payment and shipping suggestions: the path of a file, or an https URL. Without it the built-in ones are shown.',
  ),
  KNOWLEDGE_BASE_URL: variable(
    source,
    'The articles of the marketing page: the path of a file, or an https URL. Without it there are none.',
  ),
  LICENCE_SERVER_URL: variable(
    server,
    'The licence server: it verifies licence keys and counts connected sites. Without it keys are verified by their signatures.',
  ),
  EXTENSIONS_DIR: variable(
    text,
    'The folder of installed extensions; servers of one shop share it. By default `extensions` in DATA_DIR.',
  ),
  EXTENSIONS_UNSIGNED: variable(
    folders,
    'Folders of extensions under development, separated by commas: each has a `package.json`, and is run without a signature. Not for production; each start logs a warning.',
  ),
} as const;

/** Values of the variables that are set. */
export interface MarketplaceValues {
  readonly CATALOG_URL?: string;
  readonly SUGGESTIONS_URL?: string;
  readonly KNOWLEDGE_BASE_URL?: string;
  readonly LICENCE_SERVER_URL?: string;
  readonly CATALOG_KEY?: readonly string[];
  readonly EXTENSIONS_DIR?: string;
  readonly EXTENSIONS_UNSIGNED?: readonly string[];
}

/** Folders of extensions; all paths are absolute. */
export interface ExtensionFolders {
  /** Of installed packages. */
  readonly installed: string;
  /** Folders that are run without a signature. */
  readonly unsigned: readonly string[];
}

/**
 * The folders that the variables name, or their defaults.
 * @param folder the folder of data
 */
export const readExtensionFolders = (values: MarketplaceValues, folder: string): ExtensionFolders => ({
  installed: values.EXTENSIONS_DIR === undefined ? join(folder, 'extensions') : resolve(values.EXTENSIONS_DIR),
  unsigned: values.EXTENSIONS_UNSIGNED ?? [],
});

function isSource(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}
