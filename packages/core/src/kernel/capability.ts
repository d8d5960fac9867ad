/** What one user may be trusted with, beyond being signed in. */
export type Capability =
  | 'read_inventory'
  | 'record_operations'
  | 'edit_catalog'
  | 'manage_inventory'
  | 'manage_users'
  | 'manage_system';

/** What kind of account a user has. */
export type Role = 'admin' | 'member';

/** How much of the inventory members may change: nothing, the ledger, or items and categories too. */
export type MemberAccess = 'read' | 'operate' | 'contribute';

const memberCapabilities: Readonly<Record<MemberAccess, readonly Capability[]>> = {
  read: ['read_inventory'],
  operate: ['read_inventory', 'record_operations'],
  contribute: ['read_inventory', 'record_operations', 'edit_catalog'],
};

const everything: readonly Capability[] = [
  'read_inventory',
  'record_operations',
  'edit_catalog',
  'manage_inventory',
  'manage_users',
  'manage_system',
];

/** The capabilities of a role in an installation that grants members this much. */
export const capabilitiesOf = (role: Role, memberAccess: MemberAccess): ReadonlySet<Capability> =>
  new Set(role === 'admin' ? everything : memberCapabilities[memberAccess]);

/** Whether some setting of `MemberAccess` gives this capability to members. */
export const mayBeGrantedToMembers = (capability: Capability): boolean =>
  memberCapabilities.contribute.includes(capability);
