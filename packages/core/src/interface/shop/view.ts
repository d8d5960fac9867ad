import type { Schema, Schemas, SchemaType } from '../../kernel/schema.ts';
import { variablesOf } from '../address.ts';
import type { Route } from '../route.ts';
import type { Descriptor, Params } from '../schema.ts';
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
  versioned: false,
  effect: route.effect,
  once: route.once,
});

const variablesIn = ({ path, variables }: ShopRoute): Params =>
  Object.fromEntries(
    variablesOf(path).map((name) => [
      name,
      { type: 'string', required: true, pattern: variables[name] ?? '' } as const,
    ]),
  );

const paramsOf = (params: Schemas): Params =>
  Object.fromEntries(Object.entries(params).map(([name, descriptor]) => [name, descriptorOf(descriptor)]));

function descriptorOf(descriptor: Schema): Descriptor {
  const { type, description, required, minimum, maximum, items, properties } = descriptor;
  const types: readonly SchemaType[] = type === undefined ? [] : typeof type === 'string' ? [type] : type;
  const words = descriptor.enum?.filter((each) => typeof each === 'string');
  return {
    type: plainType(types.find((each) => each !== 'null')),
    ...(types.includes('null') && { nullable: true }),
    ...(description !== undefined && { description }),
    ...(required !== undefined && { required }),
    ...(descriptor.default != null && { default: descriptor.default }),
    ...(words && words.length > 0 && { enum: words }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(items && { items: descriptorOf(items) }),
    ...(properties && Object.keys(properties).length > 0 && { properties: paramsOf(properties) }),
  };
}

const plainType = (type: SchemaType | undefined): Descriptor['type'] =>
  type === undefined || type === 'null' || type === 'file' ? 'string' : type;
