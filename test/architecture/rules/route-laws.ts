import { isUseCase } from '@backroom/core';
import { type PublishedRoute, type Route, type Schema, type Schemas, variablesOf } from '@backroom/core/interface';
import { LARGEST_ID } from '@backroom/core/kernel';

/** A broken rule, in words that name the route. */
export type Breach = string;

const titleOf = ({ methods, path }: Route): string => `${methods.join('/')} ${path}`;

/** One check of one route: what it breaks. */
type RouteRule = (route: Route) => readonly Breach[];

const breach = (isBroken: boolean, text: string): readonly Breach[] => (isBroken ? [text] : []);

const variablesHaveParameters: RouteRule = ({ path, params }) =>
  variablesOf(path).flatMap((name) => [
    ...breach(!(name in params), `{${name}} has no parameter`),
    ...breach(params[name]?.required !== true, `{${name}} must be required`),
  ]);

const summaryIsASentence: RouteRule = ({ summary }) =>
  breach(!/^\p{Lu}.*[^.\s]\.$/u.test(summary), `the summary is no sentence that ends in a full stop: “${summary}”`);

const readsDoNotWrite: RouteRule = ({ methods, effect }) =>
  breach(methods.includes('GET') && effect === 'write', 'a GET points at a use case that writes');

const standsUnderATag: RouteRule = ({ tag }) => breach(tag.trim() === '', 'stands under no heading');

const onlyListsHavePages: RouteRule = ({ params, isList, methods }) =>
  breach(
    'page' in params !== 'per_page' in params || (isList && !methods.includes('GET')),
    'pages belong to lists that are read',
  );

const parametersAreSound: RouteRule = ({ params }) => faultsOf(params, '');

function faultsOf(params: Schemas, prefix: string): readonly Breach[] {
  return Object.entries(params).flatMap(([name, descriptor]) => [
    ...faultsOfOne(`${prefix}${name}`, descriptor),
    ...(descriptor.properties ? faultsOf(descriptor.properties, `${prefix}${name}.`) : []),
    ...(descriptor.items ? faultsOf({ '[]': descriptor.items }, `${prefix}${name}`) : []),
  ]);
}

/** `id`, `item_id`, `ids[]`; their bounds come from the type of an id. */
const isIdName = (name: string): boolean => /(?:^|[._])ids?(?:\[\])?$/.test(name);

function faultsOfOne(name: string, descriptor: Schema): readonly Breach[] {
  const { type, required, default: given, minimum, maximum, minLength, maxLength } = descriptor;
  const low = minimum ?? Number.NEGATIVE_INFINITY;
  const high = maximum ?? Number.POSITIVE_INFINITY;
  const isOutside = typeof given === 'number' && (given < low || given > high);
  return [
    ...breach(!/^(?:[a-z][a-z0-9_]*(?:\.|\[\]\.?)?)+$/.test(name), `${name} is not in snake_case`),
    ...breach(required === true && given !== undefined, `${name} is required and has a default`),
    ...breach(type === 'integer' && isIdName(name) && maximum !== LARGEST_ID, `${name} lacks the bounds of an id`),
    ...breach(low > high || isOutside, `${name}: minimum, default and maximum are not in order`),
    ...breach(
      minLength !== undefined && maxLength !== undefined && minLength > maxLength,
      `${name}: the shortest is longer than the longest`,
    ),
    ...breach(!choicesHold(descriptor), `${name}: the default is not among its choices`),
  ];
}

/** Whether the default is a choice; an order (`sort`) may name several, each with a minus. */
function choicesHold({ enum: choices, default: given, format }: Schema): boolean {
  if (!choices || given === undefined) return true;
  const named =
    format === 'sort'
      ? String(given)
          .split(',')
          .map((part) => part.replace(/^-/, ''))
      : [String(given)];
  return choices.length === 0 || named.every((each) => choices.includes(each));
}

const rules: readonly RouteRule[] = [
  variablesHaveParameters,
  summaryIsASentence,
  readsDoNotWrite,
  standsUnderATag,
  onlyListsHavePages,
  parametersAreSound,
];

/** What a table of routes breaks. An empty table breaks the first rule of all. */
export const breachesOf = (routes: readonly Route[]): readonly Breach[] => [
  ...breach(routes.length === 0, 'there are no routes'),
  ...routes.flatMap((route) => rules.flatMap((rule) => rule(route).map((text) => `${titleOf(route)}: ${text}`))),
  ...addressedTwice(routes),
];

/** Routes that answer the same method at the same address, whatever their variables are called. */
function addressedTwice(routes: readonly Route[]): readonly Breach[] {
  const addresses = routes.flatMap(({ methods, path }) =>
    methods.map((method) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`),
  );
  return addresses.filter((each, index) => addresses.indexOf(each) !== index).map((each) => `${each} is there twice`);
}

/** The names of use cases that no route points at, and that are not among the others that are reached. */
export function unreachable(
  contexts: Readonly<Record<string, object>>,
  routes: readonly PublishedRoute[],
): readonly string[] {
  const reached = new Set<unknown>(routes.map(({ useCase }) => useCase));
  return Object.entries(contexts).flatMap(([context, names]) =>
    Object.entries(names).flatMap(([name, value]) =>
      isUseCase(value) && !reached.has(value) ? [`${context}.${name}`] : [],
    ),
  );
}
