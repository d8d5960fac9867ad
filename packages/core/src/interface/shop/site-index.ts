import type { SiteFacts } from '../../kernel/site-facts.ts';
import type { Address } from '../match.ts';
import { describeAddress, keyOf } from './describe.ts';
import { publishedNamespace, type ShopNames, shopNamespaces } from './names.ts';
import type { ShopRoute } from './route.ts';

/** Discovery index of one site. Repeated requests return the same objects. */
export interface ShopIndex {
  /** The whole index; with schemas in the context `help`. */
  site(facts: SiteFacts, context: string): object;
  /** Index of one namespace by its published name; undefined for an unknown name. */
  namespace(name: string, context: string): object | undefined;
}

/** Dependencies of an index. */
export interface IndexParts {
  readonly addresses: readonly Address<ShopRoute>[];
  readonly names: ShopNames;
  readonly baseUrl: string;
  /** Address of a published path. */
  readonly link: (path: string) => string;
}

/** Creates the index of a route table; each part is built on first request and cached until the site's facts change. */
export function createShopIndex(parts: IndexParts): ShopIndex {
  const kept = new Map<string, { readonly said: string; readonly made: object }>();
  const once = (key: string, said: string, make: () => object): object => {
    const known = kept.get(key);
    const value = known?.said === said ? known : { said, made: make() };
    kept.set(key, value);
    return value.made;
  };
  const published = namespacesOf(parts);
  return {
    site: (facts, context) =>
      once(`site ${isHelp(context)} ${facts.hasApplicationPasswords}`, JSON.stringify(facts), () =>
        describeSite(parts, facts, { published, context }),
      ),
    namespace: (name, context) =>
      published.includes(name)
        ? once(`namespace ${isHelp(context)} ${name}`, '', () => ({
            namespace: name,
            routes: describeRoutes(parts, context, name),
            _links: { up: [{ href: parts.link('/') }] },
          }))
        : undefined,
  };
}

/** All namespaces: the fixed ones, then those of live routes. */
function namespacesOf({ addresses, names }: IndexParts): readonly string[] {
  const fixed = shopNamespaces.map((each) => publishedNamespace(each, names));
  const used = addresses.map(({ routes }) => routes[0]?.namespace ?? '').filter((each) => each !== '');
  return [...new Set([...fixed, ...used])];
}

const isHelp = (context: string): boolean => context === 'help';

function describeSite(
  parts: IndexParts,
  { name, description, timeZone, frontPage, hasApplicationPasswords }: SiteFacts,
  { published, context }: { readonly published: readonly string[]; readonly context: string },
): object {
  const { baseUrl, names } = parts;
  const authorization = `${baseUrl}/${names.adminPath}/authorize-application.php`;
  return {
    name,
    description,
    url: baseUrl,
    home: baseUrl,
    ...clockOf(timeZone),
    page_for_posts: 0,
    page_on_front: frontPage ?? 0,
    show_on_front: frontPage === null ? 'posts' : 'page',
    namespaces: published,
    authentication: hasApplicationPasswords ? { 'application-passwords': { endpoints: { authorization } } } : {},
    routes: describeRoutes(parts, context),
  };
}

/** Index members of a time zone: its name, or a fixed UTC offset in hours. */
function clockOf(timeZone: string): { readonly gmt_offset: string; readonly timezone_string: string } {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(timeZone) ?? [];
  if (!sign) return { gmt_offset: '0', timezone_string: timeZone };
  const offset = Number(hours) + Number(minutes) / 60;
  return { gmt_offset: `${sign === '-' && offset > 0 ? '-' : ''}${offset}`, timezone_string: '' };
}

function describeRoutes({ addresses, link }: IndexParts, context: string, namespace?: string): object {
  return Object.fromEntries(
    addresses
      .filter(({ routes }) => namespace === undefined || routes[0]?.namespace === namespace)
      .map((address) => [keyOf(address), describeAddress(address, { link, hasSchema: isHelp(context) })]),
  );
}
