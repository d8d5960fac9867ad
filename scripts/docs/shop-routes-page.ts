import type { Schema, Schemas } from '@backroom/core/interface';
import { type ShopRoute, shopRoutes } from '@backroom/core/interface';
import { anchorOf, code, page, table } from './markdown.ts';

/** All routes of the shop interface by section, under their default names. */
export function shopRoutesPage(): string {
  const routes = shopRoutes();
  const sections = [...new Set(routes.map(({ tag }) => tag))];
  return page(
    'Routes of the shop interface',
    ...introduction,
    ...sections.map((tag) => `- [${tag}](#${anchorOf(tag)})`),
    '',
    ...sections.flatMap((tag) => [`## ${tag}`, '', ...routes.filter((route) => route.tag === tag).flatMap(describe)]),
  );
}

const introduction = [
  'Each route is reached at `/index.php?rest_route=<route>` and below `/cms-json`. The index (`/index.php?rest_route=/`) and',
  '`OPTIONS` also describe the parameters. Every route supports `_fields`, `_envelope`, `_embed`, `_method` and `_pretty`.',
  '',
];

const describe = (route: ShopRoute): readonly string[] => [
  `### ${route.methods.join(', ')} ${route.path}`,
  '',
  route.summary,
  '',
  `- Access: ${inWords(route.access)}.`,
  ...(route.batch ? ['- May be an item of a batch.'] : []),
  ...(route.once ? ['- Headers it understands: `Idempotency-Key`.'] : []),
  '',
  ...table(['parameter', 'type', 'given', 'limits', 'meaning'], parametersOf(route)),
];

function inWords(access: ShopRoute['access']): string {
  if (access === 'anyone') return 'public';
  if (access === 'own-session' || access === 'signed-in') return 'all signed-in users';
  return `users with ${code(access)}`;
}

const parametersOf = ({ params, variables }: ShopRoute): readonly (readonly string[])[] => [
  ...Object.entries(variables)
    .filter(([name]) => !Object.hasOwn(params, name))
    .map(([name, pattern]) => [code(name), 'text', 'in the path', code(pattern), '']),
  ...membersOf(params).map(([name, descriptor]) => [
    code(name),
    typeOf(descriptor),
    givenOf(descriptor),
    limitsOf(descriptor),
    descriptor.description ?? (descriptor.in ? 'The whole body.' : ''),
  ]),
];

/** Parameters and their nested members: `device[os]`, `requests[0][path]`. */
const membersOf = (params: Schemas, around = ''): readonly (readonly [string, Schema])[] =>
  Object.entries(params).flatMap(([name, descriptor]) => {
    const full = around === '' ? name : `${around}[${name}]`;
    return [
      [full, descriptor] as const,
      ...membersOf(descriptor.properties ?? {}, full),
      ...membersOf(descriptor.items?.properties ?? {}, `${full}[0]`),
    ];
  });

function typeOf({ type, items, format, enum: choices }: Schema): string {
  if (choices && choices.length > 0) return choices.map((each) => code(String(each))).join(', ');
  const types = type === undefined ? ['anything'] : typeof type === 'string' ? [type] : type;
  const words = types.map((each) => (each === 'array' && items ? `list of ${typeOf(items)}` : each)).join(' or ');
  return format ? `${words} (${format})` : words;
}

const givenOf = ({ required, default: value }: Schema): string =>
  required ? 'required' : value === undefined ? '' : `default ${code(JSON.stringify(value))}`;

const limitsOf = ({ minimum, maximum, maxLength, maxItems }: Schema): string =>
  [
    ...(minimum === undefined ? [] : [`at least ${minimum}`]),
    ...(maximum === undefined ? [] : [`at most ${maximum}`]),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(maxItems === undefined ? [] : [`at most ${maxItems} entries`]),
  ].join('; ');
