import { choicesOf, placesOf, plainTypeOf, type RouteView, type Schema } from '@backroom/core/interface';
import { pairs, table } from '../print.ts';

/** Summaries of routes, for programs. */
export const summariesOf = (routes: readonly RouteView[]): readonly object[] =>
  routes.map(({ methods, path, access, summary, tag }) => ({ methods, path, access, summary, tag }));

/** Summaries of routes in columns, for people. */
export const routeTable = (routes: readonly RouteView[]): readonly string[] =>
  table(
    ['method', 'path', 'access', 'summary'],
    routes.map(({ methods, path, access, summary }) => [methods.join('|'), path, access, summary]),
  );

interface RouteParameter {
  readonly name: string;
  readonly in: string;
  readonly descriptor: Schema;
}

/** The parameters of a route, with their location. */
export function parametersOf({
  methods,
  path,
  params,
}: Pick<RouteView, 'methods' | 'path' | 'params'>): readonly RouteParameter[] {
  const places = placesOf(methods, path, params);
  return (['path', 'query', 'body'] as const).flatMap((place) =>
    Object.entries(places[place]).map(([name, descriptor]) => ({ name, in: place, descriptor })),
  );
}

/** The full description of a route, for programs. */
export const descriptionOf = (route: RouteView): object => ({
  ...summariesOf([route])[0],
  if_match: route.versioned && route.effect === 'write',
  idempotency_key: route.once,
  parameters: parametersOf(route).map(({ name, in: place, descriptor }) => ({ name, in: place, ...descriptor })),
});

/** Parameters as rows: name, location, type, default or `required`, description. */
export const parameterRows = (parameters: readonly RouteParameter[]): readonly (readonly string[])[] =>
  parameters.map(({ name, in: place, descriptor }) => [
    name,
    place,
    typeOf(descriptor),
    descriptor.required
      ? 'required'
      : descriptor.default === undefined
        ? ''
        : `default ${JSON.stringify(descriptor.default)}`,
    descriptor.description ?? '',
  ]);

/** The full description of a route, for people. */
export function describeRoute(route: RouteView): readonly string[] {
  const { methods, path, access, summary, versioned, effect, once } = route;
  const parameters = parametersOf(route);
  const flags = {
    ...(versioned && effect === 'write' && { '--if-match': 'the version that the change is based on' }),
    ...(once && { '--key': 'an idempotency key' }),
  };
  const rows = parameterRows(parameters);
  return [
    `${methods.join('|')} ${path}`,
    summary,
    `Access: ${access}`,
    '',
    ...(rows.length === 0 ? ['No parameters.'] : table(['name', 'in', 'type', '', ''], rows)),
    ...(Object.keys(flags).length === 0 ? [] : ['', ...pairs(flags)]),
    '',
    `Example: ${exampleOf(route, parameters)}`,
  ];
}

function exampleOf({ methods, path }: RouteView, parameters: readonly RouteParameter[]): string {
  const [method = 'GET'] = methods;
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    parameters.some((each) => each.name === name && each.descriptor.type === 'integer') ? '7' : 'x',
  );
  const wanted = parameters.filter(({ in: place, descriptor }) => place !== 'path' && descriptor.required);
  const isSecret = wanted.some(({ descriptor }) => descriptor.format === 'password');
  const words = isSecret ? ['--body -'] : wanted.map(({ name }) => `${name}=…`);
  return ['backroom call', ...(method === 'GET' ? [] : [method]), address, ...words].join(' ');
}

function typeOf(descriptor: Schema): string {
  const { format, items, properties, nullable } = descriptor;
  const type = plainTypeOf(descriptor);
  const words = choicesOf(descriptor);
  const plain = () => {
    if (format === 'sort') return `sort by ${words?.join(', ')}`;
    if (words) return words.join('|');
    if (type === 'array') return `list of ${items ? typeOf(items) : 'text'}`;
    if (type === 'object') return properties ? `{${Object.keys(properties).join(', ')}}` : 'object';
    return format ?? (type === 'string' ? 'text' : type);
  };
  return `${plain()}${nullable ? ' or null' : ''}`;
}
