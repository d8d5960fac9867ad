import type { Schema, Schemas } from '../../kernel/schema.ts';
import { patternText, variablesOf } from '../address.ts';
import type { Address } from '../match.ts';
import { publishedMembers, publishedPart } from './published-keywords.ts';
import type { ShopRoute } from './route.ts';

/** Index entry of a route. */
export interface RouteDescription {
  readonly namespace: string;
  readonly methods: readonly string[];
  readonly endpoints: readonly object[];
  readonly schema?: object;
  readonly _links?: { readonly self: readonly { readonly href: string }[] };
}

/** Key of a route in the index: its pattern. */
export const keyOf = ({ path, routes }: Address<ShopRoute>): string => patternText(path, routes[0]?.variables ?? {});

/** Describes a route; includes its schema in the help context. */
export function describeAddress(
  { path, routes }: Address<ShopRoute>,
  { link, hasSchema }: { readonly link: (path: string) => string; readonly hasSchema: boolean },
): RouteDescription {
  const schema = routes.find(({ returns }) => returns && returns.published !== false)?.returns;
  return {
    namespace: routes[0]?.namespace ?? '',
    methods: [...new Set(routes.flatMap(({ methods }) => methods))],
    endpoints: routes.map(describeEndpoint),
    ...(hasSchema && schema && { schema: describeSchema(schema) }),
    ...(variablesOf(path).length === 0 && { _links: { self: [{ href: link(path) }] } }),
  };
}

const describeEndpoint = ({ methods, batch, params }: ShopRoute): object => ({
  methods,
  ...(batch && { allow_batch: { v1: true } }),
  args: describeParams(params),
});

/** The published parameters; an empty list if there are none. */
function describeParams(params: Schemas): object {
  const published = publishedMembers(params);
  if (published.length === 0) return [];
  return Object.fromEntries(published.map(([name, { required = false, ...rest }]) => [name, { ...rest, required }]));
}

const describeSchema = (schema: Schema): object => ({
  $schema: 'http://json-schema.org/draft-04/schema#',
  ...publishedPart(withoutOptional(schema)),
});

/** Without `required: false`, the default of an answer's members. */
function withoutOptional({ required, items, properties, ...schema }: Schema): Schema {
  const members = Object.entries(properties ?? {}).map(([name, member]) => [name, withoutOptional(member)]);
  return {
    ...schema,
    ...(required && { required }),
    ...(items && { items: withoutOptional(items) }),
    ...(properties && { properties: Object.fromEntries(members) }),
  };
}
