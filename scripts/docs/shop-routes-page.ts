import type { Schema, Schemas } from '@backroom/core/interface';
import { NO_CONTENT, type ShopRoute, shopRoutes } from '@backroom/core/interface';
import { anchorOf, code, page, table } from './markdown.ts';

/** All routes of the shop interface by section, under their default names. */
export function shopRoutesPage(): string {
  const routes = shopRoutes();
  const shapes = shapesOf(routes.flatMap(({ returns }) => (returns ? [returns] : [])));
  const sections = [...new Set(routes.map(({ tag }) => tag))];
  return page(
    'Routes of the shop interface',
    ...introduction,
    ...sections.map((tag) => `- [${tag}](#${anchorOf(tag)})`),
    '- [Shapes of answers](#shapes-of-answers)',
    '',
    ...sections.flatMap((tag) => [`## ${tag}`, '', ...routes.filter((route) => route.tag === tag).flatMap(describe)]),
    '## Shapes of answers',
    '',
    'The names are those of the schemas in [openapi-shop.json](openapi-shop.json).',
    '',
    ...shapes.flatMap(describeShape),
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
  ...answerOf(route),
];

function answerOf({ status, returns }: ShopRoute): readonly string[] {
  if (status === NO_CONTENT || !returns) return [`Answer: ${status}, nothing to read.`, ''];
  return [`Answer: ${status}, ${nameIn(returns)}.`, ''];
}

/** A shape with a link to its members. */
function nameIn(schema: Schema): string {
  if (schema.name !== undefined) return `[\`${schema.name}\`](#${anchorOf(schema.name)})`;
  return schema.type === 'array' && schema.items ? `a list of ${nameIn(schema.items)}` : typeOf(schema);
}

/** Shapes with a name, each once, by name. */
function shapesOf(schemas: readonly Schema[]): readonly Schema[] {
  const known = new Map<string, Schema>();
  const note = (schema: Schema): void => {
    const { name, items, properties = {}, additionalProperties } = schema;
    if (name !== undefined && known.has(name)) return;
    if (name !== undefined) known.set(name, schema);
    if (items) note(items);
    if (typeof additionalProperties === 'object') note(additionalProperties);
    for (const member of Object.values(properties)) note(member);
  };
  for (const schema of schemas) note(schema);
  return [...known.values()].sort((one, other) => ((one.name ?? '') < (other.name ?? '') ? -1 : 1));
}

const describeShape = ({ name = '', description, properties = {} }: Schema): readonly string[] => [
  `### ${name}`,
  '',
  ...(description === undefined ? [] : [description, '']),
  ...table(
    ['member', 'type', '', 'meaning'],
    Object.entries(properties).map(([member, schema]) => [
      code(member),
      memberType(schema),
      schema.required === false ? 'not always there' : '',
      schema.description ?? '',
    ]),
  ),
];

function memberType(schema: Schema): string {
  const { name, items, additionalProperties, type } = schema;
  const orNull = Array.isArray(type) && type.includes('null') ? ' or null' : '';
  if (name !== undefined) return `${nameIn(schema)}${orNull}`;
  if (items?.name !== undefined) return `list of ${nameIn(items)}${orNull}`;
  if (typeof additionalProperties === 'object') return `object of ${memberType(additionalProperties)} by name`;
  return typeOf(schema);
}

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
