import type { Schemas } from '../../kernel/schema.ts';
import { placesOf } from '../address.ts';
import { type ApiHeading, bodyName, openApiDocument, type Paths } from '../openapi/document.ts';
import { Components, type JsonSchema } from '../openapi/json-schema.ts';
import { type RefusalCodes, type RefusalFormat, RefusalResponses, refusalCodes } from '../openapi/refusals.ts';
import type { BodyKind } from '../request.ts';
import type { Route } from '../route.ts';
import { CREATED, NO_CONTENT } from '../status.ts';
import { inventoryStatus, PROBLEM_TYPE } from './responses.ts';
import { standardRefusals } from './standard-refusals.ts';

const parameterHeaders = {
  'If-Match': 'The version that was read, as in its ETag; the change is refused when the object has another by now.',
  'Idempotency-Key': 'Makes a repeated request have its effect once; the first answer is given again.',
};

/** The OpenAPI 3.1 document of an interface, derived from the schemas that validate its requests. */
export function describeOpenApi(routes: readonly Route[], info: ApiHeading): object {
  const paths: Paths = {};
  const components = new Components();
  const operations = routes.flatMap((route) => route.methods.map((method) => ({ route, method })));
  const refusals = new RefusalResponses(refusalFormat, components, operations.map(codesOf));
  for (const { route, method } of operations) {
    const described = describeOperation(route, { method, components, refusals });
    paths[route.path] = { ...paths[route.path], [method.toLowerCase()]: described };
  }
  return openApiDocument(info, { routes, paths, components, refusals, securitySchemes: {} });
}

const codesOf = ({ route, method }: { readonly route: Route; readonly method: string }): RefusalCodes =>
  refusalCodes(standardRefusals(route, method), refusalFormat);

interface Around {
  readonly method: string;
  readonly components: Components;
  readonly refusals: RefusalResponses;
}

function describeOperation(route: Route, { method, components, refusals }: Around): object {
  const { path, query, body } = placesOf(route.methods, route.path, route.params);
  const headers = [
    ...(route.versioned && method !== 'GET' ? ['If-Match' as const] : []),
    ...(route.once ? ['Idempotency-Key' as const] : []),
  ];
  return {
    operationId: operationId(route, method),
    tags: [route.tag],
    summary: route.summary,
    security: route.access === 'anyone' ? [] : [{ bearer: [] }],
    'x-access': route.access,
    parameters: [
      ...describeParameters(path, 'path', components),
      ...describeParameters(query, 'query', components),
      ...headers.map((name) => ({
        name,
        in: 'header',
        required: false,
        description: parameterHeaders[name],
        schema: { type: 'string' },
      })),
    ],
    ...(method !== 'GET' &&
      method !== 'DELETE' &&
      (Object.keys(body).length > 0 || takesFile(route)) && { requestBody: describeBody(route, body, components) }),
    responses: {
      [route.status]: describeSuccess(route, components),
      ...refusals.of(codesOf({ route, method })),
    },
  };
}

/** `GET /items/{id}/stock` → `get_items_id_stock`. */
const operationId = (route: Route, method: string): string =>
  [
    method.toLowerCase(),
    ...route.path.split('/').map((part) => part.replace(/[^A-Za-z0-9]+/g, '_').replace(/^_|_$/g, '')),
  ]
    .filter(Boolean)
    .join('_');

const describeParameters = (params: Schemas, place: 'path' | 'query', components: Components): object[] =>
  Object.entries(params).map(([name, descriptor]) => ({
    name,
    in: place,
    required: place === 'path' || descriptor.required === true,
    ...(descriptor.description && { description: descriptor.description }),
    schema: withoutDescription(components.print(descriptor, 'request')),
    ...(descriptor.type === 'array' && { style: 'form', explode: false }),
  }));

/** Of a parameter, the description stands beside its schema. */
const withoutDescription = ({ description: _, ...schema }: JsonSchema): JsonSchema => schema;

const mediaTypes: Readonly<Record<BodyKind, string>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  csv: 'text/csv',
  multipart: 'multipart/form-data',
};
const text = { type: 'string', description: 'CSV in UTF-8 with a header (RFC 4180).' };
const files: Readonly<Partial<Record<BodyKind, JsonSchema>>> = {
  csv: text,
  multipart: { type: 'object', properties: { file: text }, required: ['file'] },
};

const takesFile = ({ accepts }: Route): boolean => accepts.includes('csv');

function describeBody(route: Route, params: Schemas, components: Components): object {
  const schema = () =>
    components.add(
      bodyName(operationId(route, route.methods[0] ?? 'POST')),
      components.object(Object.entries(params), 'request'),
    );
  const required = takesFile(route) || Object.values(params).some((descriptor) => descriptor.required);
  const content = route.accepts.map((kind) => [mediaTypes[kind], { schema: files[kind] ?? schema() }]);
  return { required, content: Object.fromEntries(content) };
}

function describeSuccess(route: Route, components: Components): object {
  if (route.status === NO_CONTENT) return { description: 'Done.' };
  const headers = route.isList
    ? {
        headers: {
          'X-Total-Count': integerHeader,
          'X-Total-Pages': integerHeader,
          Link: { schema: { type: 'string' } },
        },
      }
    : {};
  if (route.follows)
    return { description: 'Events.', content: { 'text/event-stream': { schema: { type: 'string' } } } };
  const schema = route.returns ? components.print(route.returns, 'answer') : {};
  return {
    description: route.status === CREATED ? 'Made.' : 'Done.',
    ...headers,
    content: { 'application/json': { schema }, ...(route.streams && { 'text/csv': { schema: { type: 'string' } } }) },
  };
}

const integerHeader = { schema: { type: 'integer' } };

const problemSchema: JsonSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code'],
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    code: { type: 'string', description: 'Never changes; meant for programs.' },
    request_id: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'code', 'message'],
        properties: {
          field: { type: 'string' },
          pointer: { type: 'string', description: 'A JSON Pointer into the body (RFC 6901).' },
          in: { enum: ['query'] },
          code: { type: 'string' },
          message: { type: 'string' },
        },
      },
    },
  },
};

const refusalFormat: RefusalFormat = {
  name: 'Problem',
  mediaType: PROBLEM_TYPE,
  schema: problemSchema,
  statusOf: (kind) => inventoryStatus[kind],
  codeOf: (code) => code,
};
