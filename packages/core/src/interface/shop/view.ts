import { choicesOf, plainTypeOf, type Schema, type Schemas, typesOf } from '../../kernel/schema.ts';
import { variablesOf } from '../address.ts';
import type { Route } from '../route.ts';
import type { ShopRoute } from './route.ts';

/** Description of a route for programs that document routes or build requests. */
export type RouteView = Pick<
  Route,
  'methods' | 'path' | 'params' | 'access' | 'summary' | 'tag' | 'versioned' | 'effect' | 'once'
>;

/** Describes a shop route with one type per parameter. */
export const viewOf = (route: ShopRoute): RouteView => ({
  methods: route.methods,
  path: route.path,
  params: { ...variablesIn(route), ...paramsOf(route.params) },
  access: route.access,
  summary: route.summary,
  tag: route.tag,
  versioned: route.versioned,
  effect: route.effect,
  once: route.once,
});

const variablesIn = ({ path, variables }: ShopRoute): Schemas =>
  Object.fromEntries(
    variablesOf(path).map((name) => [
      name,
      { type: 'string', required: true, pattern: variables[name] ?? '' } as const,
    ]),
  );

const paramsOf = (params: Schemas): Schemas =>
  Object.fromEntries(Object.entries(params).map(([name, descriptor]) => [name, descriptorOf(descriptor)]));

function descriptorOf(schema: Schema): Schema {
  const { description, required, minimum, maximum, items, properties } = schema;
  const words = choicesOf(schema);
  return {
    type: plainTypeOf(schema),
    ...(typesOf(schema).includes('null') && { nullable: true }),
    ...(description !== undefined && { description }),
    ...(required !== undefined && { required }),
    ...(schema.default != null && { default: schema.default }),
    ...(words && { enum: words }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(items && { items: descriptorOf(items) }),
    ...(properties && Object.keys(properties).length > 0 && { properties: paramsOf(properties) }),
  };
}
