import { type Descriptor, placesOf, type RouteView } from '@backroom/core/interface';
import { pairs, table } from '../print.ts';

/** What can be asked, in few words each. */
export const summariesOf = (routes: readonly RouteView[]): readonly object[] =>
  routes.map(({ methods, path, access, summary, tag }) => ({ methods, path, access, summary, tag }));

/** The same in columns. */
export const routeTable = (routes: readonly RouteView[]): readonly string[] =>
  table(
    ['method', 'path', 'access', 'summary'],
    routes.map(({ methods, path, access, summary }) => [methods.join('|'), path, access, summary]),
  );

/** One thing that can be given. */
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly descriptor: Descriptor;
}

/** What can be given to a route, with where it goes. */
export function parametersOf({
  methods,
  path,
  params,
}: Pick<RouteView, 'methods' | 'path' | 'params'>): readonly Parameter[] {
  const places = placesOf(methods, path, params);
  return (['path', 'query', 'body'] as const).flatMap((place) =>
    Object.entries(places[place]).map(([name, descriptor]) => ({ name, in: place, descriptor })),
  );
}

/** Everything that can be given to one route, for programs. */
export const descriptionOf = (route: RouteView): object => ({
  ...summariesOf([route])[0],
  if_match: route.versioned && route.effect === 'write',
  idempotency_key: route.once,
  parameters: parametersOf(route).map(({ name, in: place, descriptor }) => ({ name, in: place, ...descriptor })),
});

/** Parameters as rows: name, place, type, whether it must be given, meaning. */
export const parameterRows = (parameters: readonly Parameter[]): readonly (readonly string[])[] =>
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

/** Everything that can be given to one route, for people. */
export function describeRoute(route: RouteView): readonly string[] {
  const { methods, path, access, summary, versioned, effect, once } = route;
  const parameters = parametersOf(route);
  const flags = {
    ...(versioned && effect === 'write' && { '--if-match': 'the version it is meant for' }),
    ...(once && { '--key': 'so that it happens at most once' }),
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

function exampleOf({ methods, path }: RouteView, parameters: readonly Parameter[]): string {
  const [method = 'GET'] = methods;
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    parameters.some((each) => each.name === name && each.descriptor.type === 'integer') ? '7' : 'x',
  );
  const wanted = parameters.filter(({ in: place, descriptor }) => place !== 'path' && descriptor.required);
  const isSecret = wanted.some(({ descriptor }) => descriptor.format === 'password');
  const words = isSecret ? ['--body -'] : wanted.map(({ name }) => `${name}=…`);
  return ['backroom call', ...(method === 'GET' ? [] : [method]), address, ...words].join(' ');
}

function typeOf(descriptor: Descriptor): string {
  const { type, format, enum: words, items, properties, nullable } = descriptor;
  const plain = () => {
    if (format === 'sort') return `sort by ${words?.join(', ')}`;
    if (words) return words.join('|');
    if (type === 'array') return `list of ${items ? typeOf(items) : 'text'}`;
    if (type === 'object') return properties ? `{${Object.keys(properties).join(', ')}}` : 'object';
    return format ?? (type === 'string' ? 'text' : type);
  };
  return `${plain()}${nullable ? ' or null' : ''}`;
}
