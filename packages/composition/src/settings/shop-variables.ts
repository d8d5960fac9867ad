import { readFileSync } from 'node:fs';
import {
  defaultShopNames,
  inventoryRoutes,
  publishedNamespace,
  type ShopNames,
  shopNamespaces,
} from '@backroom/core/interface';
import * as v from 'valibot';
import { DEFAULT_DESK_PATH } from './desk-variables.ts';
import { text, variable } from './variable.ts';

const segment = v.pipe(
  text,
  v.regex(/^[A-Za-z0-9_~-][A-Za-z0-9._~-]*$/, 'must be one segment of a path, like cms-json'),
);
const headerStart = v.pipe(
  text,
  v.regex(/^[A-Za-z][A-Za-z0-9-]{0,40}-$/, 'must be the beginning of a header, like X-CMS-'),
);
const codeStart = v.pipe(
  text,
  v.regex(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*_$/, 'must be the beginning of a code, like shop_'),
);
const scheme = v.pipe(
  text,
  v.regex(
    /^(?!(?:https?|javascript|data|file|ftp|mailto)$)[a-z][a-z0-9+.-]{1,40}$/,
    'must be a scheme of an app, like shopapp',
  ),
);

/** Public names of the shop interface. */
export const shopVariables = {
  SHOP_PRETTY_PREFIX: variable(segment, 'The path prefix of the shop interface, without index.php.', {
    defaultValue: defaultShopNames.prettyPrefix,
  }),
  SHOP_HEADER_PREFIX: variable(headerStart, 'The prefix of headers of the shop interface.', {
    defaultValue: defaultShopNames.headerPrefix,
  }),
  SHOP_ADMIN_PATH: variable(segment, 'The path of the pages for people.', { defaultValue: defaultShopNames.adminPath }),
  SHOP_ERROR_PREFIX: variable(codeStart, 'The prefix of error codes of the shop interface.', {
    defaultValue: defaultShopNames.errorPrefix,
  }),
  SHOP_APP_SCHEME: variable(scheme, 'The URL scheme that opens the mobile app of the shop.', {
    defaultValue: defaultShopNames.appScheme,
  }),
  SHOP_NAMESPACES_FILE: variable(text, 'A JSON file that renames namespaces: {"shop-admin": "store-admin"}.'),
} as const;

/** Values of the variables that are set. */
export interface ShopValues {
  readonly SHOP_PRETTY_PREFIX?: string;
  readonly SHOP_HEADER_PREFIX?: string;
  readonly SHOP_ADMIN_PATH?: string;
  readonly SHOP_ERROR_PREFIX?: string;
  readonly SHOP_APP_SCHEME?: string;
  readonly SHOP_NAMESPACES_FILE?: string;
}

/** The public names of the shop interface; adds a fault for each invalid one. */
export function readShopNames(values: ShopValues, faults: string[]): ShopNames {
  const names: ShopNames = {
    prettyPrefix: values.SHOP_PRETTY_PREFIX ?? defaultShopNames.prettyPrefix,
    headerPrefix: values.SHOP_HEADER_PREFIX ?? defaultShopNames.headerPrefix,
    adminPath: values.SHOP_ADMIN_PATH ?? defaultShopNames.adminPath,
    errorPrefix: values.SHOP_ERROR_PREFIX ?? defaultShopNames.errorPrefix,
    appScheme: values.SHOP_APP_SCHEME ?? defaultShopNames.appScheme,
    namespaces: readNamespaces(values.SHOP_NAMESPACES_FILE, faults),
  };
  if (names.prettyPrefix === names.adminPath)
    faults.push('SHOP_PRETTY_PREFIX and SHOP_ADMIN_PATH must not be the same.');
  return names;
}

const name = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*){0,5}$/));
const table = v.record(v.picklist(shopNamespaces), name);

function readNamespaces(path: string | undefined, faults: string[]): ShopNames['namespaces'] {
  if (path === undefined) return {};
  const given = parsedFile(path);
  // An array would pass as an empty record.
  const read = v.safeParse(table, Array.isArray(given) ? undefined : given);
  if (!read.success) {
    faults.push(
      'SHOP_NAMESPACES_FILE must name a JSON file like {"shop-admin": "store-admin"} with namespaces there are.',
    );
    return {};
  }
  const namespaces = read.output as ShopNames['namespaces'];
  const published = shopNamespaces.map((each) =>
    publishedNamespace(each, { ...defaultShopNames, namespaces }).toLowerCase(),
  );
  if (new Set(published).size < published.length || published.includes('batch/v1'))
    faults.push('SHOP_NAMESPACES_FILE must not give two namespaces the same name.');
  return namespaces;
}

function parsedFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** First segments of addresses that are no route of an interface. */
const pages = [
  'docs',
  'metrics',
  'product',
  'page',
  'embed',
  'index.php',
  'site.css',
  'favicon.svg',
  'favicon.ico',
  'robots.txt',
];

/** The path of the desk, null if it is set to nothing; adds a fault for one that is taken. */
export function readDeskPath(given: string | undefined, names: ShopNames, faults: string[]): string | null {
  if (given === '') return null;
  const path = given ?? DEFAULT_DESK_PATH;
  const routes = inventoryRoutes({ publicDocs: false }).map(({ path: each }) => each.split('/')[1]);
  if ([...routes, ...pages, names.adminPath, names.prettyPrefix].includes(path))
    faults.push('DESK_PATH must not be the path of something else.');
  return path;
}
