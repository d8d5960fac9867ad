import type { ShopRole } from '@backroom/core';

/** Who may use a route of the shop, in the words of the specification (docs/spec/shop-platform.md 0.2), by hand. */
export type ShopLevel = 'anyone' | 'token' | 'signed in' | keyof typeof holders;

/** Roles in the shop that have a capability beside administrators. */
export const holders = {
  manage_settings: [],
  manage_store: ['store_manager'],
  edit_products: ['store_manager'],
  edit_content: ['store_manager', 'editor'],
  manage_extensions: [],
  manage_themes: [],
  manage_connector: [],
  read_mail_log: [],
} as const satisfies Readonly<Record<string, readonly ShopRole[]>>;

const passwords = '/cms/v2/users/{user_id}/application-passwords';

/** Records of the shop (docs/spec/commerce-data.md 4): only its managers read them, independent of the right to change them. */
const records = (path: string, writing: ShopLevel, changes: readonly string[] = ['PUT', 'PATCH']) => ({
  [`GET ${path}`]: 'manage_store' as const,
  [`POST ${path}`]: writing,
  [`GET ${path}/{id}`]: 'manage_store' as const,
  ...Object.fromEntries(changes.map((method) => [`${method} ${path}/{id}`, writing] as const)),
  [`DELETE ${path}/{id}`]: writing,
});

/** The permission of every endpoint but the roots of namespaces, which are for anyone. */
export const shopPermissions: Readonly<Record<string, ShopLevel>> = {
  'GET /': 'anyone',
  'POST /batch/v1': 'anyone',
  'POST /invoicing/v1/stocks': 'manage_store',

  // Embeds and pages of the public site (docs/spec/shop-platform.md 12 and 17).
  'GET /oembed/1.0/embed': 'anyone',
  'GET /oembed/1.0/proxy': 'edit_content',
  'GET /cms/v2/pages': 'edit_content',
  'POST /cms/v2/pages': 'edit_content',
  'GET /cms/v2/pages/{id}': 'edit_content',
  'PUT /cms/v2/pages/{id}': 'edit_content',
  'PATCH /cms/v2/pages/{id}': 'edit_content',
  'DELETE /cms/v2/pages/{id}': 'edit_content',

  // Analytics (docs/spec/analytics.md 12).
  'GET /shop-analytics/reports': 'manage_store',
  'GET /shop-analytics/reports/revenue/stats': 'manage_store',
  'GET /shop-analytics/reports/orders': 'manage_store',
  'GET /shop-analytics/reports/orders/stats': 'manage_store',
  'GET /shop-analytics/reports/products': 'manage_store',
  'GET /shop-analytics/reports/products/stats': 'manage_store',
  'GET /shop-analytics/reports/variations': 'manage_store',
  'GET /shop-analytics/reports/variations/stats': 'manage_store',
  'GET /shop-analytics/reports/categories': 'manage_store',
  'GET /shop-analytics/reports/coupons': 'manage_store',
  'GET /shop-analytics/reports/coupons/stats': 'manage_store',
  'GET /shop-analytics/reports/taxes': 'manage_store',
  'GET /shop-analytics/reports/taxes/stats': 'manage_store',
  'GET /shop-analytics/reports/stock': 'manage_store',
  'GET /shop-analytics/reports/stock/stats': 'manage_store',
  'GET /shop-analytics/reports/downloads': 'manage_store',
  'GET /shop-analytics/reports/downloads/stats': 'manage_store',
  'GET /shop-analytics/reports/customers': 'manage_store',
  'GET /shop-analytics/reports/customers/stats': 'manage_store',
  'GET /shop-analytics/reports/performance-indicators': 'manage_store',
  'GET /shop-analytics/reports/performance-indicators/allowed': 'manage_store',
  'GET /shop-analytics/customers': 'manage_store',
  'GET /shop-analytics/customers/{id}': 'manage_store',
  'GET /shop-analytics/leaderboards': 'manage_store',
  'GET /shop-analytics/leaderboards/allowed': 'manage_store',
  'GET /shop-analytics/leaderboards/{leaderboard}': 'manage_store',
  'POST /shop-analytics/reports/{type}/export': 'manage_store',
  'PUT /shop-analytics/reports/{type}/export': 'manage_store',
  'PATCH /shop-analytics/reports/{type}/export': 'manage_store',
  'GET /shop-analytics/reports/{type}/export/{export_id}/status': 'manage_store',
  'POST /shop-analytics/reports/import': 'manage_store',
  'PUT /shop-analytics/reports/import': 'manage_store',
  'PATCH /shop-analytics/reports/import': 'manage_store',
  'POST /shop-analytics/reports/import/cancel': 'manage_store',
  'PUT /shop-analytics/reports/import/cancel': 'manage_store',
  'PATCH /shop-analytics/reports/import/cancel': 'manage_store',
  'POST /shop-analytics/reports/import/delete': 'manage_store',
  'PUT /shop-analytics/reports/import/delete': 'manage_store',
  'PATCH /shop-analytics/reports/import/delete': 'manage_store',
  'GET /shop-analytics/reports/import/status': 'manage_store',
  'GET /shop-analytics/reports/import/totals': 'manage_store',
  'GET /shop-analytics/imports/status': 'manage_store',
  'POST /shop-analytics/imports/trigger': 'manage_store',
  'POST /shop-analytics/imports/retry-failed': 'manage_store',

  ...records('/shop/v3/orders', 'manage_store'),
  ...records('/shop/v3/orders/{order_id}/refunds', 'manage_store', []),
  ...records('/shop/v3/products', 'edit_products'),
  ...records('/shop/v3/products/{product_id}/variations', 'edit_products'),
  ...records('/shop/v3/products/categories', 'manage_store'),
  ...records('/shop/v3/coupons', 'manage_store'),
  ...records('/shop/v3/customers', 'manage_store'),
  ...records('/shop/v3/taxes', 'manage_store'),

  'POST /shop-admin/tax/recommendations/dismiss': 'manage_store',
  'POST /shop-admin/notice/dismiss': 'manage_store',
  'GET /shop-admin/features': 'manage_store',
  'GET /shop-admin/experiments/assignment': 'manage_store',
  'GET /shop-admin/options': 'manage_store',
  'POST /shop-admin/options': 'manage_store',
  'PUT /shop-admin/options': 'manage_store',
  'PATCH /shop-admin/options': 'manage_store',
  'GET /shop-admin/onboarding/profile': 'manage_store',
  'POST /shop-admin/onboarding/profile': 'manage_store',
  'PUT /shop-admin/onboarding/profile': 'manage_store',
  'PATCH /shop-admin/onboarding/profile': 'manage_store',
  'GET /shop-admin/onboarding/profile/experimental_get_email_prefill': 'manage_store',
  'GET /shop-admin/onboarding/profile/progress': 'manage_store',
  'POST /shop-admin/onboarding/profile/progress/core-profiler/complete': 'manage_store',
  'PUT /shop-admin/onboarding/profile/progress/core-profiler/complete': 'manage_store',
  'PATCH /shop-admin/onboarding/profile/progress/core-profiler/complete': 'manage_store',
  'POST /shop-admin/onboarding/profile/update-store-currency-and-measurement-units': 'manage_store',

  'GET /shop-admin/mobile-app': 'manage_store',
  'GET /shop-admin/mobile-app/send-magic-link': 'manage_store',
  'GET /shop-admin/mobile-app/qr-login-availability': 'manage_store',
  'POST /shop-admin/mobile-app/qr-login-token': 'manage_store',
  'POST /shop-admin/mobile-app/qr-login-status': 'manage_store',
  'POST /shop-admin/mobile-app/qr-login-approve': 'manage_store',
  'DELETE /shop-admin/mobile-app/qr-login-revoke': 'manage_store',
  // Phones have no account: the token is the credential, and a wrong one is refused by the route.
  'POST /shop-admin/mobile-app/qr-login-scan': 'token',
  'POST /shop-admin/mobile-app/qr-login-exchange': 'token',
  'GET /shop-admin/mobile-app/qr-login-session-status': 'anyone',

  // With one's own; with those of others as an administrator (test/http/conversations/application-passwords.test.ts).
  [`GET ${passwords}`]: 'signed in',
  [`POST ${passwords}`]: 'signed in',
  [`DELETE ${passwords}`]: 'signed in',
  [`GET ${passwords}/introspect`]: 'signed in',
  [`GET ${passwords}/{uuid}`]: 'signed in',
  [`POST ${passwords}/{uuid}`]: 'signed in',
  [`PUT ${passwords}/{uuid}`]: 'signed in',
  [`PATCH ${passwords}/{uuid}`]: 'signed in',
  [`DELETE ${passwords}/{uuid}`]: 'signed in',
};
