/** The channel on which processes announce committed changes to each other. */
export const CHANGES_CHANNEL = 'backroom_changed';

/** Tables by the topic that their changes are announced under. */
export const tablesOfTopics: Readonly<Record<string, readonly string[]>> = {
  orders: ['shop_order', 'shop_refund', 'coupon', 'tax_rate', 'download', 'failed_order'],
  stock: ['item', 'item_stock', 'stock_level', 'operation', 'location', 'category', 'reservation', 'product_link'],
  catalog: ['product', 'product_category', 'product_attribute', 'product_attribute_term', 'page'],
  customers: ['customer'],
  settings: ['shop_setting', 'shop_option', 'theme', 'extension'],
  jobs: ['job', 'fact_import'],
  people: ['app_user', 'application_password', 'ldap_config'],
  sessions: ['revoked_token'],
};

export const topicsByTable: ReadonlyMap<string, string> = new Map(
  Object.entries(tablesOfTopics).flatMap(([topic, tables]) => tables.map((table) => [table, topic] as const)),
);
