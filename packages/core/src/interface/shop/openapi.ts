import type { Schema } from '../../kernel/schema.ts';
import { variablesOf } from '../address.ts';
import { type ApiHeading, bodyName, openApiDocument, type Paths } from '../openapi/document.ts';
import { Components, type JsonSchema, type SchemaMembers } from '../openapi/json-schema.ts';
import { type RefusalFormat, RefusalResponses, refusalCodes } from '../openapi/refusals.ts';
import { CREATED, NO_CONTENT } from '../status.ts';
import { publishedCode, publishedPath, type ShopNames } from './names.ts';
import { shopCodes, shopStatusOf } from './refusals.ts';
import type { ShopRoute } from './route.ts';
import { standardRefusals } from './standard-refusals.ts';

/** The OpenAPI 3.1 document of the shop interface, derived from the tables that validate its requests. */
export function describeShopOpenApi(routes: readonly ShopRoute[], names: ShopNames, info: ApiHeading): object {
  const paths: Paths = {};
  const components = new Components();
  const format = refusalFormat(names);
  const codesOf = (route: ShopRoute, method: string) => refusalCodes(standardRefusals(route, method), format);
  const all = routes.flatMap((route) => route.methods.map((method) => codesOf(route, method)));
  const refusals = new RefusalResponses(format, components, all);
  for (const route of routes) {
    const path = publishedPath(route.path, names);
    for (const method of route.methods) {
      const operations = paths[path] ?? {};
      const responses = refusals.of(codesOf(route, method));
      operations[method.toLowerCase()] ??= describeOperation({ ...route, path }, { method, components, responses });
      paths[path] = operations;
    }
  }
  return openApiDocument(info, {
    routes,
    paths,
    components,
    refusals,
    securitySchemes: {
      applicationPassword: {
        type: 'http',
        scheme: 'basic',
        description: 'A login name and an application password.',
      },
    },
  });
}

const hasBody = (method: string): boolean => method !== 'GET' && method !== 'DELETE';

interface Around {
  readonly method: string;
  readonly components: Components;
  /** Of refusals. */
  readonly responses: Readonly<Record<string, JsonSchema>>;
}

function describeOperation(route: ShopRoute, { method, components, responses }: Around): object {
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
      ...inPath.map((name) => describePlace(name, route, components)),
      ...headers.map(([name, descriptor]) => describeHeader(name, descriptor, components)),
      ...(route.versioned ? [ifMatch] : []),
      ...(hasBody(method) ? [] : members.map(([name, descriptor]) => describeQuery(name, descriptor, components))),
    ],
    ...(hasBody(method) &&
      (whole || members.length > 0) && { requestBody: describeBody(route, { members, whole, components }) }),
    responses: {
      ...Object.fromEntries(
        [route.status, ...route.otherStatuses].map((status) => [
          status,
          describeSuccess({ ...route, status }, components),
        ]),
      ),
      ...responses,
    },
  };
}

/** `GET /shop-admin/tasks/{id}` → `get_shop_admin_tasks_id`. */
const operationId = (path: string, method: string): string =>
  [method.toLowerCase(), ...path.split(/[^A-Za-z0-9]+/).filter(Boolean)].join('_');

const describePlace = (name: string, { params, variables }: ShopRoute, components: Components): object => ({
  name,
  in: 'path',
  required: true,
  schema: params[name]
    ? components.print(params[name], 'request')
    : { type: 'string', pattern: `^${variables[name]}$` },
});

const describeQuery = (name: string, descriptor: Schema, components: Components): object => ({
  name,
  in: 'query',
  required: descriptor.required === true,
  ...(descriptor.description && { description: descriptor.description }),
  schema: components.print(descriptor, 'request'),
  ...(descriptor.type === 'array' && { style: 'form', explode: false }),
});

const describeHeader = (name: string, descriptor: Schema, components: Components): object => ({
  name: headerName(name),
  in: 'header',
  required: descriptor.required === true,
  ...(descriptor.description && { description: descriptor.description }),
  schema: components.print(descriptor, 'request'),
});

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The ETag that was read; the change is refused when the record has another by now.',
  schema: { type: 'string' },
};

/** `device_token` → `Device-Token`. */
const headerName = (name: string): string =>
  name
    .split('_')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('-');

interface Body {
  readonly members: SchemaMembers;
  readonly whole: Schema | undefined;
  readonly components: Components;
}

function describeBody({ path, methods }: ShopRoute, { members, whole, components }: Body): object {
  const hasFile = members.some(([, { type }]) => type === 'file');
  const printed = whole ? components.print(whole, 'request') : components.object(members, 'request');
  const schema = components.add(bodyName(operationId(path, methods[0] ?? 'POST')), printed);
  return {
    required: members.some(([, { required }]) => required === true),
    content: { [hasFile ? 'multipart/form-data' : 'application/json']: { schema } },
  };
}

function describeSuccess({ status, returns }: ShopRoute, components: Components): object {
  if (status === NO_CONTENT) return { description: 'Done.' };
  const schema = returns ? components.print(returns, 'answer') : {};
  return { description: status === CREATED ? 'Made.' : 'Done.', content: { 'application/json': { schema } } };
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

const refusalFormat = (names: ShopNames): RefusalFormat => ({
  name: 'Refusal',
  mediaType: 'application/json',
  schema: refusalSchema,
  statusOf: shopStatusOf,
  codeOf: (code) => publishedCode(shopCodes[code] ?? code, names),
});
