import { variablesOf } from '../../interface/address.ts';
import { section } from '../../interface/route.ts';
import { cannotView, type ShopRoute, shopRoute } from '../../interface/shop/route.ts';
import type { Schemas } from '../../kernel/schema.ts';
import {
  changeExtensionSettings,
  type DeclaredRoute,
  type ExtensionContribution,
  readExtensionIndex,
  readExtensionSettings,
  routeOfExtension,
} from '../index.ts';

/** The namespace of the routes of an extension. */
const namespaceOf = (slug: string): string => `x/${slug}/v1`;

/** The routes of these extensions: each has its namespace, with an index as those of the core. */
export const contributedRoutes = (contributions: readonly ExtensionContribution[]): readonly ShopRoute[] =>
  contributions.flatMap((each) => {
    const routes = compiled.get(each) ?? section(`Extension: ${each.title}`, ...routesOf(each));
    compiled.set(each, routes);
    return routes;
  });

/** The routes of a contribution, whose parameters are compiled once. */
const compiled = new WeakMap<ExtensionContribution, readonly ShopRoute[]>();

function routesOf({ slug, declaration }: ExtensionContribution): readonly ShopRoute[] {
  const settings = settingRoutes(slug, declaration.settings);
  if (declaration.routes.length + settings.length === 0) return [];
  const namespace = namespaceOf(slug);
  const index = shopRoute({
    methods: ['GET'],
    path: `/${namespace}`,
    namespace,
    summary: `List the routes of the extension ${slug}.`,
    params: { context: { default: 'view' } },
    input: ({ context }, around) => ({ describe: () => around.index.namespace(namespace, String(context)) }),
    useCase: readExtensionIndex,
  });
  return [index, ...settings, ...declaration.routes.flatMap((declared, route) => endpointsOf(slug, declared, route))];
}

/** The settings that an extension declares, for administrators. */
function settingRoutes(slug: string, declared: Schemas): readonly ShopRoute[] {
  if (Object.keys(declared).length === 0) return [];
  const namespace = namespaceOf(slug);
  const common = { path: `/${namespace}/settings`, namespace, refusal: cannotView };
  return [
    shopRoute({
      ...common,
      methods: ['GET'],
      summary: `Read the settings of the extension ${slug}.`,
      input: () => ({ slug }),
      useCase: readExtensionSettings,
    }),
    shopRoute({
      ...common,
      methods: ['POST', 'PUT', 'PATCH'],
      summary: `Change settings of the extension ${slug}; null restores a default.`,
      params: { values: { type: 'object', required: true } },
      input: ({ values }) => ({ slug, values }),
      useCase: changeExtensionSettings,
    }),
  ];
}

/** Reading and writing methods of one declared route are endpoints of their own: only the former are safe to repeat. */
function endpointsOf(slug: string, declared: DeclaredRoute, route: number): readonly ShopRoute[] {
  const reading = declared.methods.filter((method) => method === 'GET');
  const writing = declared.methods.filter((method) => method !== 'GET');
  return [reading, writing]
    .filter(({ length }) => length > 0)
    .map((methods) => endpointOf(slug, { ...declared, methods }, route));
}

function endpointOf(slug: string, declared: DeclaredRoute, route: number): ShopRoute {
  const { methods, path, params, summary, returns, access } = declared;
  const namespace = namespaceOf(slug);
  const variables = variablePatterns(path, params);
  const useCase = routeOfExtension(slug, route, declared);
  return shopRoute<object, unknown, Schemas, typeof variables>({
    methods,
    path: `/${namespace}${path}`,
    namespace,
    summary,
    params,
    variables,
    useCase,
    input: (given) => given,
    ...(returns && { returns }),
    ...(access !== 'anyone' && { refusal: cannotView }),
  });
}

/** A variable is digits if its parameter is an integer, else letters, digits, `_` and `-`. */
const variablePatterns = (path: string, params: Schemas): Readonly<Record<string, string>> =>
  Object.fromEntries(
    variablesOf(path).map((name) => [name, params[name]?.type === 'integer' ? '[0-9]+' : '[A-Za-z0-9_-]+']),
  );
