/** A permission of a user. */
export type Capability =
  | 'read_inventory'
  | 'record_operations'
  | 'edit_catalog'
  | 'manage_inventory'
  | 'manage_users'
  | 'manage_system'
  | ShopCapability;

/** A permission in the shop. */
export type ShopCapability = (typeof shopCapabilities)[number];

/** The role of a non-administrator in the shop. */
export type ShopRole = 'store_manager' | 'editor' | 'customer';

export type Role = 'admin' | 'member';

/** How much of the inventory members may change: nothing, the ledger, or items and categories too. */
export type MemberAccess = 'read' | 'operate' | 'contribute';

const memberCapabilities: Readonly<Record<MemberAccess, readonly Capability[]>> = {
  read: ['read_inventory'],
  operate: ['read_inventory', 'record_operations'],
  contribute: ['read_inventory', 'record_operations', 'edit_catalog'],
};

/** The capabilities of the shop; an administrator has them all. */
export const shopCapabilities = [
  'manage_settings',
  'manage_store',
  'edit_products',
  'edit_content',
  'manage_extensions',
  'manage_themes',
  'manage_connector',
  'read_mail_log',
] as const;

const shopBundles: Readonly<Record<ShopRole, readonly ShopCapability[]>> = {
  store_manager: ['manage_store', 'edit_products', 'edit_content'],
  editor: ['edit_content'],
  customer: [],
};

/** Every capability, in the order of listings. */
export const allCapabilities: readonly Capability[] = [
  'read_inventory',
  'record_operations',
  'edit_catalog',
  'manage_inventory',
  'manage_users',
  'manage_system',
  ...shopCapabilities,
];

const ofAdministrators: ReadonlySet<Capability> = new Set(allCapabilities);

/** The capabilities of a role and a shop role; without a shop role (null) there are none in the shop. */
export const capabilitiesOf = (
  role: Role,
  memberAccess: MemberAccess,
  shopRole: ShopRole | null = null,
): ReadonlySet<Capability> =>
  role === 'admin'
    ? ofAdministrators
    : new Set([...memberCapabilities[memberAccess], ...(shopRole === null ? [] : shopBundles[shopRole])]);

/** Whether any setting of `MemberAccess` grants this capability to members. */
export const mayBeGrantedToMembers = (capability: Capability): boolean =>
  memberCapabilities.contribute.includes(capability);
