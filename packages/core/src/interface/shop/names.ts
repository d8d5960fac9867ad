/** Names of the shop interface that an operator may override for compatibility with existing clients. */
export interface ShopNames {
  /** Published namespace by internal namespace; missing ones keep their internal name. */
  readonly namespaces: Readonly<Record<string, string>>;
  /** Prefix of custom headers: `X-CMS-Total`. */
  readonly headerPrefix: string;
  /** First segment of addresses without `index.php`. */
  readonly prettyPrefix: string;
  /** First segment of the HTML pages. */
  readonly adminPath: string;
  /** Prefix of the shop's own error codes: `shop_rest_cannot_view`. */
  readonly errorPrefix: string;
  /** URL scheme that opens the mobile app: `shopapp`. */
  readonly appScheme: string;
}

/** Names used unless configured. */
export const defaultShopNames: ShopNames = {
  namespaces: {},
  headerPrefix: 'X-CMS-',
  prettyPrefix: 'cms-json',
  adminPath: 'cms-admin',
  errorPrefix: 'shop_',
  appScheme: 'shopapp',
};

/** All namespaces in index order. */
export const shopNamespaces: readonly string[] = [
  'oembed/1.0',
  'mailer/v1',
  'mailer/v2',
  'maildash/v1',
  'invoicing/v1',
  'shop/v1',
  'shop/v2',
  'shop/v3',
  'shop/pos/v1/catalog',
  'shop/store',
  'shop/store/v1',
  'shop/private',
  'shop-admin',
  'shop-analytics',
  'shop-admin-email',
  'shop-push-notifications',
  'shop-telemetry',
  'market-site/v3',
  'connector/v4',
  'cms/v2',
  'cms-abilities/v1',
  'cms-site-health/v1',
  'cms-block-editor/v1',
];

const longestFirst = shopNamespaces.toSorted((a, b) => b.length - a.length);

/** Namespace of an internal path; empty for the root and for batches. */
export const namespaceOf = (path: string): string =>
  longestFirst.find((each) => path === `/${each}` || path.startsWith(`/${each}/`)) ?? '';

export const publishedNamespace = (namespace: string, { namespaces }: ShopNames): string =>
  namespaces[namespace] ?? namespace;

/** Published namespace of every namespace. */
export const namespacesOf = (names: ShopNames): Readonly<Record<string, string>> =>
  Object.fromEntries(shopNamespaces.map((each) => [each, publishedNamespace(each, names)]));

/** Maps an internal path to its published form: `/shop-admin/options` becomes `/store/options` for the namespace name `store`. */
export function publishedPath(path: string, names: ShopNames): string {
  const namespace = namespaceOf(path);
  return namespace === '' ? path : `/${publishedNamespace(namespace, names)}${path.slice(namespace.length + 1)}`;
}

export const publishedCode = (code: string, { errorPrefix }: ShopNames): string =>
  code.startsWith(defaultShopNames.errorPrefix)
    ? `${errorPrefix}${code.slice(defaultShopNames.errorPrefix.length)}`
    : code;
