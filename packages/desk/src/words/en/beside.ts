// Texts of the shell that the first screen does not show.
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

/** Names of capabilities in refusals. */
export const capability: Readonly<Record<string, string>> = {
  manage_store: 'manage the shop',
  edit_products: 'edit products',
  read_inventory: 'see the inventory',
  record_operations: 'record stock operations',
  manage_users: 'manage people',
  manage_system: 'manage the system',
  manage_settings: 'manage settings',
  manage_inventory: 'manage the inventory',
  edit_catalog: 'edit items and categories',
  edit_content: 'edit pages',
  manage_themes: 'manage themes',
  manage_connector: 'manage the connector',
  read_audit_log: 'read the audit log',
  manage_directory: 'manage the directory',
  manage_extensions: 'manage extensions',
  read_mail_log: 'read the mail log',
};
