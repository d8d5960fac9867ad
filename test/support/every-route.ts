import type { Route } from '@backroom/core/interface';

/** One method of one path. */
export interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly route: Route;
  /** As `GET /items/{id}`. */
  readonly name: string;
}

/** Every method of every path of a table. */
export const endpointsOf = (routes: readonly Route[]): readonly Endpoint[] =>
  routes.flatMap((route) =>
    route.methods.map((method) => ({ method, path: route.path, route, name: `${method} ${route.path}` })),
  );

/** The address of an endpoint for a missing record, unless the variables are set. */
export const addressOf = (path: string, variables: Readonly<Record<string, string>> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    return variables[name] ?? (name === 'group_id' ? '00000000-0000-4000-8000-000000000000' : '2147483647');
  });

/** Whether an endpoint takes a body. */
export const takesBody = ({ method }: Endpoint): boolean => !['GET', 'DELETE'].includes(method);

/** Whether the body of an endpoint is a file of rows. */
export const takesFile = ({ route }: Endpoint): boolean => route.accepts.includes('csv');

/** The smallest body that an endpoint takes where only the rest of a request matters; a file of no rows changes nothing. */
export const smallestBody = (endpoint: Endpoint) => {
  if (takesFile(endpoint)) return { text: 'sku\r\n', headers: { 'content-type': 'text/csv' } };
  return takesBody(endpoint) ? { body: {} } : {};
};
