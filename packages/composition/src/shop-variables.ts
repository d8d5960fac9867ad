import { readFileSync } from 'node:fs';
import { defaultShopNames, publishedNamespace, type ShopNames, shopNamespaces } from '@backroom/core/interface';
import * as v from 'valibot';
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

/** Names under which the shop interface is published. */
export const shopVariables = {
  SHOP_PRETTY_PREFIX: variable(segment, 'Where the shop interface is reached without index.php.', {
    byDefault: defaultShopNames.prettyPrefix,
  }),
  SHOP_HEADER_PREFIX: variable(headerStart, 'What headers of the shop interface begin with.', {
    byDefault: defaultShopNames.headerPrefix,
  }),
  SHOP_ADMIN_PATH: variable(segment, 'Where the pages for people are.', { byDefault: defaultShopNames.adminPath }),
  SHOP_ERROR_PREFIX: variable(codeStart, 'What codes of refusals begin with that belong to the shop.', {
    byDefault: defaultShopNames.errorPrefix,
  }),
  SHOP_NAMESPACES_FILE: variable(
    text,
    'A JSON file with the names of namespaces that shall be published under others: {"shop-admin": "store-admin"}.',
  ),
} as const;

/** What these variables said that were set. */
export interface ShopValues {
  readonly SHOP_PRETTY_PREFIX?: string;
  readonly SHOP_HEADER_PREFIX?: string;
  readonly SHOP_ADMIN_PATH?: string;
  readonly SHOP_ERROR_PREFIX?: string;
  readonly SHOP_NAMESPACES_FILE?: string;
}

/** The names an installation wants; what cannot be is told among the faults. */
export function readShopNames(values: ShopValues, faults: string[]): ShopNames {
  const names: ShopNames = {
    prettyPrefix: values.SHOP_PRETTY_PREFIX ?? defaultShopNames.prettyPrefix,
    headerPrefix: values.SHOP_HEADER_PREFIX ?? defaultShopNames.headerPrefix,
    adminPath: values.SHOP_ADMIN_PATH ?? defaultShopNames.adminPath,
    errorPrefix: values.SHOP_ERROR_PREFIX ?? defaultShopNames.errorPrefix,
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
  // A list would pass as a record without members.
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
