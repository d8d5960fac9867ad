import { orderStatuses, type ShopSettings } from '../../commerce/index.ts';
import type { PublishedNames } from '../../interface/published-names.ts';
import { namespacesOf } from '../../interface/shop/names.ts';
import { allCapabilities } from '../../kernel/capability.ts';
import type { SessionState, SignedIn } from '../index.ts';

/** The published form of a session. */
export const presentSession =
  (names: PublishedNames) =>
  (state: SessionState): object => {
    const { signedIn, nonce = null, siteName, password } = state;
    return {
      user: signedIn ? userOf(signedIn.user) : null,
      capabilities: signedIn ? allCapabilities.filter((each) => signedIn.capabilities.has(each)) : [],
      must_change_password: signedIn?.user.mustChangePassword ?? false,
      nonce,
      expires_at: signedIn?.expiresAt?.toISOString() ?? null,
      ends_at: signedIn?.endsAt?.toISOString() ?? null,
      password_rules: { min_length: password.minLength, max_length: password.maxLength },
      shop: { name: siteName, ...(signedIn && shopOf(signedIn.shop)) },
      names: namesOf(names),
      features: signedIn?.features ?? [],
      build: signedIn ? buildOf(signedIn, names) : null,
    };
  };

const userOf = ({ userId, username, displayName, email, role, shopRole, source }: SignedIn['user']) => ({
  id: userId,
  username,
  display_name: displayName,
  email,
  role,
  is_admin: role === 'admin',
  shop_role: shopRole,
  source,
});

const shopOf = (shop: ShopSettings) => ({
  time_zone: shop.timeZone,
  currency: shop.currency,
  price_decimals: shop.priceDecimals,
  week_starts_on: shop.weekStartsOn,
  date_type: shop.dateType,
  excluded_statuses: shop.excludedStatuses,
  statuses: orderStatuses,
  prices_include_tax: shop.pricesIncludeTax,
  round_tax_at_subtotal: shop.roundTaxAtSubtotal,
});

const namesOf = ({ shop, inventoryPrefix, deskPath }: PublishedNames) => ({
  inventory_prefix: inventoryPrefix,
  desk_path: deskPath,
  pretty_prefix: shop.prettyPrefix,
  admin_path: shop.adminPath,
  header_prefix: shop.headerPrefix,
  nonce_header: `${shop.headerPrefix}Nonce`,
  total_header: `${shop.headerPrefix}Total`,
  pages_header: `${shop.headerPrefix}TotalPages`,
  namespaces: namespacesOf(shop),
});

const buildOf = ({ build: { version, commit } }: SignedIn, { deskBuild }: PublishedNames) => ({
  version,
  commit,
  desk: deskBuild(),
});
