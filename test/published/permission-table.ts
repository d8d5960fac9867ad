/** Who may use a route, in the words of the specification (docs/spec/inventory.md 1, 3.3, 13 and 14), by hand. */
export type Level = 'anyone' | 'own session' | 'signed in' | 'record' | 'edit' | 'admin';

/** The permission of every method and path: a route that is not here fails the suite, and so does one that is only here. */
export const permissions: Readonly<Record<string, Level>> = {
  'GET /session': 'anyone',
  'POST /session': 'anyone',
  'DELETE /session': 'own session',
  'POST /session/renewal': 'own session',
  'PUT /session/password': 'own session',
  'GET /events': 'signed in',

  'POST /users/login': 'anyone',
  'GET /users': 'signed in',
  'POST /users': 'admin',
  'GET /users/me': 'own session',
  'PATCH /users/me': 'signed in',
  'PUT /users/me/password': 'own session',
  'POST /users/logout': 'own session',
  'POST /users/logout-all': 'signed in',
  'GET /users/{id}': 'signed in',
  'PUT /users/{id}': 'admin',
  'PATCH /users/{id}': 'admin',
  'DELETE /users/{id}': 'admin',
  'POST /users/{id}/revoke-tokens': 'admin',
  'POST /users/{id}/unlock': 'admin',
  'POST /users/{id}/restore': 'admin',

  'GET /ldap-config': 'admin',
  'PUT /ldap-config': 'admin',
  'PATCH /ldap-config': 'admin',
  'POST /ldap-config': 'admin',
  'DELETE /ldap-config': 'admin',
  'POST /ldap-config/sync': 'admin',
  'POST /test-ldap': 'admin',

  'GET /items': 'signed in',
  'POST /items': 'edit',
  'GET /items/export': 'signed in',
  'POST /items/import': 'admin',
  'GET /items/lookup': 'signed in',
  'GET /items/{id}': 'signed in',
  'PUT /items/{id}': 'edit',
  'PATCH /items/{id}': 'edit',
  'DELETE /items/{id}': 'edit',
  'GET /items/{id}/stock': 'signed in',
  'GET /items/{id}/operations': 'signed in',

  'GET /categories': 'signed in',
  'POST /categories': 'edit',
  'GET /categories/tree': 'signed in',
  'GET /categories/{id}': 'signed in',
  'PUT /categories/{id}': 'edit',
  'PATCH /categories/{id}': 'edit',
  'DELETE /categories/{id}': 'edit',

  'GET /locations': 'signed in',
  'POST /locations': 'admin',
  'GET /locations/{id}': 'signed in',
  'PUT /locations/{id}': 'admin',
  'PATCH /locations/{id}': 'admin',
  'DELETE /locations/{id}': 'admin',

  'GET /operations': 'signed in',
  'POST /operations': 'record',
  'POST /operations/batch': 'record',
  'GET /operations/export': 'signed in',
  'POST /operations/import': 'admin',
  'GET /operations/summary': 'signed in',
  'GET /operations/{id}': 'signed in',
  'POST /operations/{id}/reverse': 'record',
  'POST /operations/groups/{group_id}/reverse': 'record',

  'GET /reports': 'admin',
  'POST /reports/answers': 'admin',

  'GET /audit': 'admin',
  'GET /audit/export': 'admin',

  'GET /jobs': 'admin',
  'GET /jobs/{id}': 'admin',
  'POST /jobs/{id}/retry': 'admin',
  'POST /jobs/{id}/cancel': 'admin',
  'POST /jobs/{id}/hasten': 'admin',

  'GET /settings': 'admin',
  'PATCH /settings': 'admin',

  'GET /search': 'signed in',
  'GET /attention': 'signed in',

  'GET /health': 'anyone',
  'GET /health/live': 'anyone',
  'GET /health/ready': 'anyone',
  'GET /version': 'signed in',
  'GET /openapi.json': 'signed in',
  'GET /openapi-shop.json': 'signed in',
  'GET /.well-known/jwks.json': 'anyone',
};

/** What each setting of `MEMBER_ACCESS` leaves to members. */
export const memberLevels: Readonly<Record<'contribute' | 'operate' | 'read', readonly Level[]>> = {
  contribute: ['anyone', 'own session', 'signed in', 'record', 'edit'],
  operate: ['anyone', 'own session', 'signed in', 'record'],
  read: ['anyone', 'own session', 'signed in'],
};
