/** Sign-in, navigation and states that every screen shares. */
export const shell = {
  skip: 'Skip to the content',
  screens: {
    overview: 'Overview',
    reports: 'Reports',
    stockroom: 'Stockroom',
    orders: 'Orders',
    products: 'Products',
    customers: 'Customers',
    coupons: 'Coupons',
    'tax-rates': 'Tax rates',
    jobs: 'Jobs',
    people: 'People',
    audit: 'Audit',
    directory: 'Directory',
    settings: 'Settings',
    extensions: 'Extensions',
    themes: 'Themes',
    phones: 'Phones',
    mail: 'Mail log',
    onboarding: 'Getting started',
    account: 'My account',
  } as Readonly<Record<string, string>>,
  groups: { start: '', reports: 'Reports', shop: 'Shop', system: 'System', mine: '' },
  main: 'Main',
  more: 'More',
  search: 'Search',
  account: (name: string) => `Account of ${name}`,
  live: { live: 'Live', polling: 'Updated every 30 seconds', offline: 'Offline' },
  theme: { label: 'Appearance', system: 'As the device', light: 'Light', dark: 'Dark' },
  language: 'Language',
  singleKeys: 'Single-key shortcuts',
  signOut: 'Sign out',
  newVersion: 'A new version of this page is available.',
  load: 'Load',
  offline: 'No connection. What is on the screen may be out of date; changes are kept until the connection is back.',
  notFound: { title: 'Page not found', text: 'There is nothing at this address.', action: 'Go to the start' },
  nothing: {
    title: 'No access',
    text: 'This account may not see any part of the shop. Ask an administrator for a role.',
  },
  addressFaults: (count: number, parts: string) =>
    count === 1
      ? `One part of the address was not understood and was left out: ${parts}`
      : `Parts of the address were not understood and were left out: ${parts}`,
  leave: {
    title: 'Leave without saving?',
    text: 'The changes of this form are not saved.',
    leave: 'Leave',
    stay: 'Stay',
  },
};

export const signIn = {
  title: 'Sign in',
  again: 'Sign in again',
  againText: 'The session ended. Nothing on the screen is lost.',
  name: 'User name',
  password: 'Password',
  show: 'Show the password',
  submit: 'Sign in',
  change: 'Choose a new password',
  changeText: 'A new password is needed before you can continue.',
  current: 'Current password',
  next: 'New password',
  repeat: 'New password again',
  rules: (least: number) => `At least ${least} characters; not a common password, and not the user name.`,
  different: 'The two new passwords differ.',
  save: 'Save the password',
};

export const state = {
  refused: {
    title: 'Not allowed',
    text: (capability: string) => `This needs the permission “${capability}”. Ask an administrator.`,
  },
  failed: 'This could not be loaded',
  unreachable: 'The server does not answer. It is asked again when the connection is back.',
  limited: (seconds: string) => `Too many requests. Trying again in ${seconds}.`,
  missing: 'This record does not exist, or was removed.',
  requestId: 'Request',
  retry: 'Try again',
  loading: 'Loading',
  saved: 'Saved',
  copied: 'Copied',
};

/** Names of capabilities, as refusals tell them. */
export const capability: Readonly<Record<string, string>> = {
  manage_store: 'manage the shop',
  edit_products: 'edit products',
  read_inventory: 'see the inventory',
  record_operations: 'record stock operations',
  manage_users: 'manage people',
  manage_system: 'manage the system',
  manage_settings: 'manage settings',
  manage_inventory: 'manage the inventory',
  read_audit_log: 'read the audit log',
  manage_directory: 'manage the directory',
  manage_extensions: 'manage extensions',
  read_mail_log: 'read the mail log',
};

export const action = {
  close: 'Close',
  cancel: 'Cancel',
  apply: 'Apply',
  clear: 'Clear',
  copy: 'Copy',
  remove: (what: string) => `Remove ${what}`,
  previous: 'Previous',
  next: 'Next',
  done: 'Done',
  save: 'Save',
  reset: 'Reset',
  menu: 'Menu',
};

export const keys = {
  title: 'Keyboard shortcuts',
  palette: 'Search and commands',
  help: 'These shortcuts',
  go: (screen: string) => `Go to ${screen}`,
  periods: 'Today, week, month, quarter, year to date',
  lastDays: 'Last 30 days',
  compare: 'Change the comparison',
  filter: 'Add a filter',
  export: 'Export',
  rows: 'Next and previous row; open it',
  pages: 'Previous and next page',
  chart: 'Move in the chart; Shift selects',
};

export const palette = {
  label: 'Search screens, records and actions',
  empty: 'Nothing found',
  screens: 'Screens',
  actions: 'Actions',
  orders: 'Orders',
  customers: 'Customers',
  products: 'Products',
  items: 'Items',
  order: (number: string) => `Order ${number}`,
};
