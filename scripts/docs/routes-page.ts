import { capabilitiesOf, type MemberAccess } from '@backroom/core';
import {
  choicesOf,
  inventoryRoutes,
  NO_CONTENT,
  placesOf,
  plainTypeOf,
  type Route,
  type Schema,
  type Schemas,
} from '@backroom/core/interface';
import { anchorOf, code, page, table } from './markdown.ts';

/** All routes of the interface by section: access, parameters and answers. */
export function routesPage(): string {
  const routes = inventoryRoutes({ publicDocs: false });
  const whenPublic = inventoryRoutes({ publicDocs: true });
  const sections = [...new Set(routes.map(({ tag }) => tag))];
  const shown: Shown = new Map();
  return page(
    'Routes',
    ...introduction,
    ...sections.flatMap((tag) => [
      `- [${tag}](#${anchorOf(tag)}): ${routes
        .filter((route) => route.tag === tag)
        .map(linkTo)
        .join(', ')}`,
    ]),
    '',
    ...sections.flatMap((tag) => [
      `## ${tag}`,
      '',
      ...routes.flatMap((route, index) =>
        route.tag === tag ? describe(route, { shown, whenPublic: whenPublic[index] ?? route }) : [],
      ),
    ]),
  );
}

const titleOf = ({ methods, path }: Route): string => `${methods.join(' or ')} ${path}`;
const linkTo = (route: Route): string => `[${titleOf(route)}](#${anchorOf(titleOf(route))})`;

/** The first route with each shape of answer; later ones refer to it. */
type Shown = Map<Schema, Route>;

interface RouteContext {
  readonly shown: Shown;
  /** The same route with HTTP_PUBLIC_DOCS. */
  readonly whenPublic: Route;
}

function describe(route: Route, { shown, whenPublic }: RouteContext): readonly string[] {
  const differs =
    whenPublic.access !== route.access ? `; with \`HTTP_PUBLIC_DOCS=true\`, ${inWords(whenPublic.access)}` : '';
  const headers = headersOf(route);
  return [
    `### ${titleOf(route)}`,
    '',
    route.summary,
    '',
    `- Access: ${inWords(route.access)}${differs}.`,
    ...(headers.length > 0 ? [`- Headers it understands: ${headers.map(code).join(', ')}.`] : []),
    ...(route.accepts.includes('form') ? ['- Body: JSON, or a form.'] : []),
    ...(route.ignores.length > 0
      ? [`- Members that are known and dropped: ${route.ignores.map(code).join(', ')}.`]
      : []),
    '',
    ...table(['parameter', 'in', 'type', 'given', 'limits', 'meaning'], parametersOf(route)),
    ...answerOf(route, shown),
  ];
}

const headersOf = ({ versioned, effect, once }: Route): readonly string[] => [
  ...(versioned && effect === 'write' ? ['If-Match'] : []),
  ...(once ? ['Idempotency-Key'] : []),
];

const levels: readonly MemberAccess[] = ['read', 'operate', 'contribute'];

/** The access of a route, in words. Each level of `MEMBER_ACCESS` includes the previous one. */
function inWords(access: Route['access']): string {
  if (access === 'anyone') return 'public, without a token';
  if (access === 'own-session') return 'all signed-in users, even while a password change is due';
  if (access === 'signed-in') return 'all signed-in users';
  const enough = levels.filter((level) => capabilitiesOf('member', level).has(access));
  if (enough.length === levels.length) return `members and administrators (${code(access)})`;
  const members = enough.length > 0 ? `members where \`MEMBER_ACCESS\` is ${enough.map(code).join(' or ')}, and ` : '';
  return `${members}administrators (${code(access)})`;
}

function parametersOf({ methods, path, params }: Route): readonly (readonly string[])[] {
  const places = placesOf(methods, path, params);
  return (['path', 'query', 'body'] as const).flatMap((place) =>
    membersOf(places[place]).map(({ name, descriptor }) => [
      code(name),
      place,
      typeOf(descriptor),
      givenOf(descriptor),
      limitsOf(descriptor),
      descriptor.description ?? '',
    ]),
  );
}

interface Member {
  readonly name: string;
  readonly descriptor: Schema;
}

/** Parameters and their nested members: `reference.type`, `operations[].quantity`; `within` are the shapes around them. */
const membersOf = (params: Schemas, prefix = '', within: readonly (string | undefined)[] = []): readonly Member[] =>
  Object.entries(params).flatMap(([name, descriptor]) => [
    { name: `${prefix}${name}`, descriptor },
    ...nestedOf(descriptor, `${prefix}${name}.`, within),
    ...(descriptor.items ? nestedOf(descriptor.items, `${prefix}${name}[].`, within) : []),
  ]);

function nestedOf(
  { name, properties = {} }: Schema,
  prefix: string,
  within: readonly (string | undefined)[],
): readonly Member[] {
  const isInItself = name !== undefined && within.includes(name);
  return isInItself ? [] : membersOf(properties, prefix, [...within, name]);
}

function typeOf(descriptor: Schema): string {
  const { format, items, nullable } = descriptor;
  const type = plainTypeOf(descriptor);
  const words = choicesOf(descriptor);
  const plain = () => {
    if (descriptor.name !== undefined) return code(descriptor.name);
    if (format === 'sort') return `order by ${words?.map(code).join(', ')}`;
    if (words) return words.map(code).join(', ');
    if (type === 'array') return `list of ${items ? typeOf(items) : 'text'}`;
    if (format === 'instant') return 'date-time';
    if (format === 'quantity' || format === 'money' || format === 'date-time') return format;
    if (type === 'string') return format === undefined || format === 'multiline' ? 'text' : format;
    return type;
  };
  return `${plain()}${nullable ? ' or null' : ''}`;
}

const givenOf = ({ required, default: value }: Schema): string =>
  required ? 'required' : value === undefined ? '' : `default ${code(String(value))}`;

function limitsOf({ minimum, maximum, minLength, maxLength, maxItems, pattern, items }: Schema): string {
  const between = (low: number | undefined, high: number | undefined, unit = '') => {
    if (low === undefined && high === undefined) return [];
    if (low === undefined) return [`at most ${high}${unit}`];
    return [high === undefined ? `at least ${low}${unit}` : `${low} to ${high}${unit}`];
  };
  return [
    ...between(minimum, maximum),
    ...between(minLength, maxLength, ' characters'),
    ...between(undefined, maxItems, ' entries'),
    ...(pattern === undefined ? [] : [code(pattern)]),
    ...(items && items.properties === undefined && limitsOf(items) !== '' ? [`each ${limitsOf(items)}`] : []),
  ].join('; ');
}

function answerOf(route: Route, shown: Shown): readonly string[] {
  const { status, returns, isList } = route;
  if (status === NO_CONTENT) return [`Answer: ${status}, nothing to read.`, ''];
  if (!returns) return [`Answer: ${status}, a document.`, ''];
  const isMany = returns.type === 'array';
  const shape = returns.items ?? returns;
  const one = shape.name === undefined ? shape.type : code(shape.name);
  const what = `${isMany ? 'a list of ' : ''}${one}${isList ? ', with `X-Total-Count`, `X-Total-Pages` and `Link`' : ''}`;
  const before = shown.get(shape);
  if (before) return [`Answer: ${status}, ${what}; members as in ${linkTo(before)}.`, ''];
  shown.set(shape, route);
  const rows = membersOf(shape.properties ?? {}, '', [shape.name]).map(({ name, descriptor }) => [
    code(name),
    typeOf(descriptor),
    descriptor.required === false ? 'not always there' : '',
    descriptor.description ?? '',
  ]);
  return [`Answer: ${status}, ${what}.`, '', ...table(['member', 'type', '', 'meaning'], rows)];
}

const introduction = [
  'What holds for every route:',
  '',
  '- Requests carry `Authorization: Bearer <token>`, unless the access is public.',
  '- Bodies and answers are JSON in UTF-8; a path with a slash at its end is the same path.',
  '- A quantity is a number, or a decimal text, with at most 4 decimals; it is answered as a number. Money is a decimal text',
  '  with at most 4 decimals. A date-time follows RFC 3339; it is answered in UTC.',
  '- In a query, a list is written with commas, an order as `name,-created_at`, a member of an object as `name.member`.',
  '- `If-Match` carries the version that was read, as in its `ETag`; the change is refused when the object has another by now.',
  '  With `REQUIRE_IF_MATCH=true` it must be there.',
  '- `Idempotency-Key` makes a repeated request have its effect once; the first answer is given again, with',
  '  `Idempotent-Replayed: true`.',
  '- Where a `GET` is answered with an `ETag`, the same `GET` with it in `If-None-Match` is answered with 304 while nothing has',
  '  changed. `HEAD` is `GET` without the body; `OPTIONS` lists the methods of an address.',
  '- Lists have their length in `X-Total-Count` and `X-Total-Pages`, and their first, previous, next and last page in `Link`, which is',
  '  omitted when it would be longer than 2 KiB.',
  '- A 201 for one object has its address in `Location`.',
  '- Every answer has `X-Request-Id`. Refusals are described in [errors.md](errors.md).',
  '',
  'Beside these routes the server has `/docs`, a page on which they can be tried, and with `METRICS_TOKEN` also `/metrics`.',
  'Programs read [openapi.json](openapi.json).',
  '',
];
