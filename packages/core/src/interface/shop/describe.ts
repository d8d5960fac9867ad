import { namesIn, patternText } from './address.ts';
import type { ShopDescriptor, ShopParams } from './descriptor.ts';
import type { ShopAddress } from './match.ts';
import { publishedMembers, publishedPart } from './published-keywords.ts';
import type { ShopRoute } from './route.ts';

/** What the index says of a route. */
export interface RouteDescription {
  readonly namespace: string;
  readonly methods: readonly string[];
  readonly endpoints: readonly object[];
  readonly schema?: object;
  readonly _links?: { readonly self: readonly { readonly href: string }[] };
}

/** The key of a route in the index: its pattern. */
export const keyOf = ({ path, endpoints }: ShopAddress): string => patternText(path, endpoints[0]?.variables ?? {});

/** Describes a route; with its schema where somebody asked for help. */
export function describeAddress(
  { path, endpoints }: ShopAddress,
  { link, hasSchema }: { readonly link: (path: string) => string; readonly hasSchema: boolean },
): RouteDescription {
  const schema = endpoints.find(({ returns }) => returns)?.returns;
  return {
    namespace: endpoints[0]?.namespace ?? '',
    methods: [...new Set(endpoints.flatMap(({ methods }) => methods))],
    endpoints: endpoints.map(describeEndpoint),
    ...(hasSchema && schema && { schema: describeSchema(schema) }),
    ...(namesIn(path).length === 0 && { _links: { self: [{ href: link(path) }] } }),
  };
}

const describeEndpoint = ({ methods, batch, params }: ShopRoute): object => ({
  methods,
  ...(batch && { allow_batch: { v1: true } }),
  args: describeParams(params),
});

/** The published parameters; an empty list where there are none. */
function describeParams(params: ShopParams): object {
  const published = publishedMembers(params);
  if (published.length === 0) return [];
  return Object.fromEntries(published.map(([name, { required = false, ...rest }]) => [name, { ...rest, required }]));
}

const describeSchema = (schema: ShopDescriptor): object => ({
  $schema: 'http://json-schema.org/draft-04/schema#',
  ...publishedPart(schema),
});
