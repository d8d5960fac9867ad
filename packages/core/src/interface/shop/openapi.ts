import type { Schema } from '../../kernel/schema.ts';
import { variablesOf } from '../address.ts';
import { type ApiHeading, openApiDocument } from '../openapi/document.ts';
import type { Components, JsonSchema, SchemaMembers } from '../openapi/json-schema.ts';
import type { OperationBody, OperationFormat } from '../openapi/operation.ts';
import { publishedCode, publishedPath, type ShopNames } from './names.ts';
import { shopCodes, shopStatusOf } from './refusals.ts';
import type { ShopRoute } from './route.ts';
import { standardRefusals } from './standard-refusals.ts';

/** The OpenAPI 3.1 document of the shop interface. */
export const describeShopOpenApi = (routes: readonly ShopRoute[], names: ShopNames, info: ApiHeading): object =>
  openApiDocument(info, routes, formatOf(names));

const hasBody = (method: string): boolean => method !== 'GET' && method !== 'DELETE';

/** Variables of the path in their order, also those that are no parameters. */
const inPath = ({ path, params, variables }: ShopRoute): SchemaMembers =>
  variablesOf(path).map((name) => [name, params[name] ?? { type: 'string', pattern: `^${variables[name]}$` }]);

/** `device_token` → `Device-Token`. */
const headerName = (name: string): string =>
  name
    .split('_')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('-');

const ifMatch: SchemaMembers[number] = [
  'If-Match',
  {
    type: 'string',
    description: 'The ETag that was read; the change is refused when the record has another by now.',
  },
];

function bodyOf(members: SchemaMembers, whole: Schema | undefined): OperationBody | undefined {
  if (!whole && members.length === 0) return undefined;
  const hasFile = members.some(([, { type }]) => type === 'file');
  return {
    required: members.some(([, { required }]) => required === true),
    mediaTypes: [hasFile ? 'multipart/form-data' : 'application/json'],
    print: (components: Components) =>
      whole ? components.print(whole, 'request') : components.object(members, 'request'),
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

const formatOf = (names: ShopNames): OperationFormat<ShopRoute> => ({
  refusals: {
    name: 'Refusal',
    mediaType: 'application/json',
    schema: refusalSchema,
    statusOf: shopStatusOf,
    codeOf: (code) => publishedCode(shopCodes[code] ?? code, names),
  },
  security: [{ applicationPassword: [] }, { bearer: [] }],
  securitySchemes: {
    applicationPassword: {
      type: 'http',
      scheme: 'basic',
      description: 'A login name and an application password.',
    },
  },
  pathOf: ({ path }) => publishedPath(path, names),
  parametersOf(route, method) {
    const variables = variablesOf(route.path);
    const others = Object.entries(route.params).filter(([name]) => !variables.includes(name));
    const members = others.filter(([, { in: place }]) => place !== 'whole body' && place !== 'header');
    const whole = others.find(([, { in: place }]) => place === 'whole body')?.[1];
    const headers = others.filter(([, { in: place }]) => place === 'header');
    return {
      path: inPath(route),
      query: hasBody(method) ? [] : members,
      header: [
        ...headers.map(([name, each]) => [headerName(name), each] as const),
        ...(route.versioned ? [ifMatch] : []),
      ],
      body: hasBody(method) ? bodyOf(members, whole) : undefined,
    };
  },
  refusalsOf: standardRefusals,
  ownRefusalOf: ({ refused }) => refused,
  otherStatusesOf: ({ otherStatuses }) => otherStatuses,
  successOf: () => ({}),
  extensionsOf: ({ batch }) => (batch ? { 'x-batch': true } : {}),
});
