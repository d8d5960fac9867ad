import { dateTypes, orderStatuses } from '../../commerce/index.ts';
import { choice, flag, integer, listOf, namedObject, record, text } from '../../interface/schema.ts';
import { allCapabilities } from '../../kernel/capability.ts';

const userShape = namedObject(
  'SessionAccount',
  {
    id: integer(),
    username: text(),
    display_name: text({ nullable: true }),
    email: text({ nullable: true }),
    role: choice(['admin', 'member']),
    is_admin: flag(),
    shop_role: text({ nullable: true }),
    source: choice(['local', 'ldap']),
  },
  { nullable: true, description: 'Null without a session.' },
);

const signedIn = { required: false, description: 'Absent without a session.' } as const;

const shopShape = namedObject('SessionShop', {
  name: text(),
  time_zone: text(signedIn),
  currency: text(signedIn),
  price_decimals: integer(signedIn),
  week_starts_on: integer({ ...signedIn, description: '0 is Sunday. Absent without a session.' }),
  date_type: choice(dateTypes, signedIn),
  excluded_statuses: listOf(choice(orderStatuses), signedIn),
  statuses: listOf(choice(orderStatuses), signedIn),
  prices_include_tax: flag({ ...signedIn, description: 'Prices of products are with tax.' }),
  round_tax_at_subtotal: flag({ ...signedIn, description: 'Tax is rounded once for an order, not for each line.' }),
});

const namesShape = namedObject('SessionNames', {
  inventory_prefix: text(),
  desk_path: text({ nullable: true }),
  pretty_prefix: text({ description: 'First segment of the addresses of the shop interface.' }),
  admin_path: text(),
  header_prefix: text(),
  nonce_header: text({ description: 'Header that carries the nonce, on both interfaces.' }),
  total_header: text(),
  pages_header: text(),
  namespaces: record({ description: 'Published namespace of the shop interface by its name in the documentation.' }),
});

/** The session of a browser, and what its page needs to know of the installation. */
export const sessionShape = namedObject('SessionDocument', {
  user: userShape,
  capabilities: listOf(choice(allCapabilities)),
  must_change_password: flag(),
  nonce: text({ nullable: true, description: 'Null for callers without a cookie, which need none.' }),
  expires_at: text({ format: 'date-time', nullable: true }),
  ends_at: text({ format: 'date-time', nullable: true, description: 'The latest expiry that renewals can give.' }),
  password_rules: namedObject('PasswordRules', { min_length: integer(), max_length: integer() }),
  shop: shopShape,
  names: namesShape,
  features: listOf(text()),
  build: namedObject(
    'SessionBuild',
    {
      version: text(),
      commit: text({ nullable: true }),
      desk: text({ nullable: true, description: 'Identifies the build of the desk.' }),
    },
    { nullable: true, description: 'Null without a session.' },
  ),
});
