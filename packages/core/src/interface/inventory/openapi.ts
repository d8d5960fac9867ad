import type { Schemas } from '../../kernel/schema.ts';
import { placesOf } from '../address.ts';
import { type ApiHeading, openApiDocument } from '../openapi/document.ts';
import type { Components, JsonSchema, SchemaMembers } from '../openapi/json-schema.ts';
import type { OperationBody, OperationFormat } from '../openapi/operation.ts';
import type { BodyKind } from '../request.ts';
import type { Route } from '../route.ts';
import { inventoryStatus, PROBLEM_TYPE } from './responses.ts';
import { standardRefusals } from './standard-refusals.ts';

/** The OpenAPI 3.1 document of the inventory interface. */
export const describeOpenApi = (routes: readonly Route[], info: ApiHeading): object =>
  openApiDocument(info, routes, format);

const ifMatch: SchemaMembers[number] = [
  'If-Match',
  {
    type: 'string',
    description: 'The version that was read, as in its ETag; the change is refused when the object has another by now.',
  },
];
const idempotencyKey: SchemaMembers[number] = [
  'Idempotency-Key',
  {
    type: 'string',
    description: 'Makes a repeated request have its effect once; the first answer is given again.',
  },
];

const mediaTypes: Readonly<Partial<Record<BodyKind, string>>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
};
const csv = { type: 'string', description: 'CSV in UTF-8 with a header (RFC 4180).' };
const files: Readonly<Record<string, JsonSchema>> = {
  'text/csv': csv,
  'multipart/form-data': { type: 'object', properties: { file: csv }, required: ['file'] },
};

const takesFile = ({ accepts }: Route): boolean => accepts.includes('csv');

function bodyOf(route: Route, params: Schemas): OperationBody | undefined {
  if (Object.keys(params).length === 0 && !takesFile(route)) return undefined;
  return {
    required: takesFile(route) || Object.values(params).some(({ required }) => required),
    mediaTypes: route.accepts.flatMap((kind) => mediaTypes[kind] ?? []),
    print: (components: Components) => components.object(Object.entries(params), 'request'),
    ...(takesFile(route) && { files }),
  };
}

const integerHeader = { schema: { type: 'integer' } };
const listHeaders: JsonSchema = {
  'X-Total-Count': integerHeader,
  'X-Total-Pages': integerHeader,
  Link: { schema: { type: 'string' } },
};

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

const format: OperationFormat<Route> = {
  refusals: {
    name: 'Problem',
    mediaType: PROBLEM_TYPE,
    schema: problemSchema,
    statusOf: (kind) => inventoryStatus[kind],
    codeOf: (code) => code,
  },
  security: [{ bearer: [] }],
  securitySchemes: {},
  pathOf: ({ path }) => path,
  parametersOf(route, method) {
    const { path, query, body } = placesOf(route.methods, route.path, route.params);
    return {
      path: Object.entries(path),
      query: Object.entries(query),
      header: [...(route.versioned && method !== 'GET' ? [ifMatch] : []), ...(route.once ? [idempotencyKey] : [])],
      body: method === 'GET' || method === 'DELETE' ? undefined : bodyOf(route, body),
    };
  },
  refusalsOf: standardRefusals,
  ownRefusalOf: () => undefined,
  otherStatusesOf: () => [],
  successOf: ({ isList, streams, follows }) => ({
    follows,
    ...(isList && { headers: listHeaders }),
    ...(streams && { content: { 'text/csv': { schema: { type: 'string' } } } }),
  }),
  extensionsOf: () => ({}),
};
