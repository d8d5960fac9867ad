/** Names of the shop interface that an operator may replace, so that existing clients find what they expect. */
export interface ShopNames {
  /** Published names of namespaces by our own; those that are missing keep their name. */
  readonly namespaces: Readonly<Record<string, string>>;
  /** What headers of our own begin with: `X-CMS-Total`. */
  readonly headerPrefix: string;
  /** The first segment of addresses without `index.php`. */
  readonly prettyPrefix: string;
  /** The first segment of pages for people. */
  readonly adminPath: string;
  /** What codes of refusals begin with that belong to the shop: `shop_rest_cannot_view`. */
  readonly errorPrefix: string;
}

/** The names of an installation that sets nothing. */
export const defaultShopNames: ShopNames = {
  namespaces: {},
  headerPrefix: 'X-CMS-',
  prettyPrefix: 'cms-json',
  adminPath: 'cms-admin',
  errorPrefix: 'shop_',
};

/** Every namespace, in the order in which the index lists them. */
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

/** The namespace that a path of ours lies in; empty for the root and for batches. */
export const namespaceOf = (path: string): string =>
  longestFirst.find((each) => path === `/${each}` || path.startsWith(`/${each}/`)) ?? '';

/** The name under which a namespace is published. */
export const publishedNamespace = (namespace: string, { namespaces }: ShopNames): string =>
  namespaces[namespace] ?? namespace;

/** A path of ours as it is published: `/shop-admin/options` where the namespace is called `store` becomes `/store/options`. */
export function publishedPath(path: string, names: ShopNames): string {
  const namespace = namespaceOf(path);
  return namespace === '' ? path : `/${publishedNamespace(namespace, names)}${path.slice(namespace.length + 1)}`;
}

/** A code of ours as it is published. */
export const publishedCode = (code: string, { errorPrefix }: ShopNames): string =>
  code.startsWith(defaultShopNames.errorPrefix)
    ? `${errorPrefix}${code.slice(defaultShopNames.errorPrefix.length)}`
    : code;
