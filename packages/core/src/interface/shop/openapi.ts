import type { Schema } from '../../kernel/schema.ts';
import { variablesOf } from '../address.ts';
import { type ApiHeading, type JsonSchema, openApiDocument, type Paths } from '../openapi.ts';
import { CREATED, NO_CONTENT } from '../status.ts';
import { publishedPath, type ShopNames } from './names.ts';
import type { ShopRoute } from './route.ts';

/** The OpenAPI 3.1 document of the shop interface, derived from the tables that validate its requests. */
export function describeShopOpenApi(routes: readonly ShopRoute[], names: ShopNames, info: ApiHeading): object {
  const paths: Paths = {};
  for (const route of routes) {
    const path = publishedPath(route.path, names);
    for (const method of route.methods) {
      const operations = paths[path] ?? {};
      operations[method.toLowerCase()] ??= describeOperation({ ...route, path }, method);
      paths[path] = operations;
    }
  }
  return openApiDocument(info, {
    routes,
    paths,
    securitySchemes: {
      applicationPassword: {
        type: 'http',
        scheme: 'basic',
        description: 'A login name and an application password.',
      },
    },
    refusal: { name: 'Refusal', description: 'A refusal.', mediaType: 'application/json', schema: refusalSchema },
  });
}

const hasBody = (method: string): boolean => method !== 'GET' && method !== 'DELETE';

function describeOperation(route: ShopRoute, method: string): object {
  const inPath = variablesOf(route.path);
  const others = Object.entries(route.params).filter(([name]) => !inPath.includes(name));
  const whole = others.find(([, descriptor]) => descriptor.in === 'whole body')?.[1];
  const headers = others.filter(([, descriptor]) => descriptor.in === 'header');
  const members = others.filter(([, descriptor]) => descriptor.in !== 'whole body' && descriptor.in !== 'header');
  return {
    operationId: operationId(route.path, method),
    tags: [route.tag],
    summary: route.summary,
    security: route.access === 'anyone' ? [] : [{ applicationPassword: [] }, { bearer: [] }],
    'x-access': route.access,
    ...(route.batch && { 'x-batch': true }),
    parameters: [
      ...inPath.map((name) => describePlace(name, route)),
      ...headers.map(([name, descriptor]) => describeHeader(name, descriptor)),
      ...(hasBody(method) ? [] : members.map(([name, descriptor]) => describeQuery(name, descriptor))),
    ],
    ...(hasBody(method) && (whole || members.length > 0) && { requestBody: describeBody(members, whole) }),
    responses: { [route.status]: describeSuccess(route), default: { $ref: '#/components/responses/Refusal' } },
  };
}

/** `GET /shop-admin/tasks/{id}` → `get_shop_admin_tasks_id`. */
const operationId = (path: string, method: string): string =>
  [method.toLowerCase(), ...path.split(/[^A-Za-z0-9]+/).filter(Boolean)].join('_');

const describePlace = (name: string, { params, variables }: ShopRoute): object => ({
  name,
  in: 'path',
  required: true,
  schema: params[name] ? schemaOf(params[name]) : { type: 'string', pattern: `^${variables[name]}$` },
});

const describeQuery = (name: string, descriptor: Schema): object => ({
  name,
  in: 'query',
  required: descriptor.required === true,
  ...(descriptor.description && { description: descriptor.description }),
  schema: schemaOf(descriptor),
  ...(descriptor.type === 'array' && { style: 'form', explode: false }),
});

const describeHeader = (name: string, descriptor: Schema): object => ({
  name: headerName(name),
  in: 'header',
  required: descriptor.required === true,
  ...(descriptor.description && { description: descriptor.description }),
  schema: schemaOf(descriptor),
});

/** `device_token` → `Device-Token`. */
const headerName = (name: string): string =>
  name
    .split('_')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('-');

type Members = readonly (readonly [string, Schema])[];

function describeBody(members: Members, whole: Schema | undefined): object {
  const hasFile = members.some(([, { type }]) => type === 'file');
  const schema = whole ? schemaOf(whole) : objectOf(members);
  return {
    required: members.some(([, { required }]) => required === true),
    content: { [hasFile ? 'multipart/form-data' : 'application/json']: { schema } },
  };
}

function describeSuccess({ status, returns }: ShopRoute): object {
  if (status === NO_CONTENT) return { description: 'Done.' };
  const schema = returns ? schemaOf(returns) : {};
  return { description: status === CREATED ? 'Made.' : 'Done.', content: { 'application/json': { schema } } };
}

const copied = [
  'description',
  'default',
  'format',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
] as const;

/** Converts a descriptor to JSON Schema 2020-12: `required` moves to the object, exclusive bounds become numbers. */
function schemaOf(descriptor: Schema): JsonSchema {
  const { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = descriptor;
  const schema: JsonSchema = {};
  if (type === 'file') Object.assign(schema, { type: 'string', format: 'binary' });
  else if (type !== undefined) schema.type = type;
  for (const keyword of copied) if (descriptor[keyword] !== undefined) schema[keyword] = descriptor[keyword];
  if (descriptor.format === 'ip' || descriptor.format === 'hex-color') delete schema.format;
  if (descriptor.enum && descriptor.enum.length > 0) schema.enum = descriptor.enum;
  if (minimum !== undefined) schema[exclusiveMinimum ? 'exclusiveMinimum' : 'minimum'] = minimum;
  if (maximum !== undefined) schema[exclusiveMaximum ? 'exclusiveMaximum' : 'maximum'] = maximum;
  // An object with members may also be null.
  return { ...schema, ...partsOf(descriptor), ...(schema.type !== undefined && { type: schema.type }) };
}

function partsOf({ items, properties, additionalProperties, anyOf, oneOf }: Schema): JsonSchema {
  return {
    ...(items && { items: schemaOf(items) }),
    ...(properties && objectOf(Object.entries(properties))),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'boolean' ? additionalProperties : schemaOf(additionalProperties),
    }),
    ...(anyOf && { anyOf: anyOf.map(schemaOf) }),
    ...(oneOf && { oneOf: oneOf.map(schemaOf) }),
  };
}

function objectOf(members: Members): JsonSchema {
  const required = members.filter(([, descriptor]) => descriptor.required === true).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(members.map(([name, descriptor]) => [name, schemaOf(descriptor)])),
    ...(required.length > 0 && { required }),
  };
}

const refusalSchema: JsonSchema = {
  type: 'object',
  required: ['code', 'message', 'data'],
  properties: {
    code: { type: 'string', description: 'Never changes; meant for programs.' },
    message: { type: 'string' },
    data: {
      type: 'object',
      required: ['status'],
      properties: {
        status: { type: 'integer' },
        params: { description: 'What is wrong with each parameter, or the names of those that are missing.' },
        details: { type: 'object' },
        request_id: { type: 'string' },
      },
    },
  },
};
