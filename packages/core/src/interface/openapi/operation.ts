import type { DeclaredRefusals } from '../../kernel/use-case.ts';
import type { PublishedRoute } from '../endpoint.ts';
import type { Method } from '../request.ts';
import { CREATED, NO_CONTENT } from '../status.ts';
import type { Components, JsonSchema, SchemaMembers } from './json-schema.ts';
import type { OwnRefusal } from './own-refusal.ts';
import { type RefusalCodes, type RefusalFormat, type RefusalResponses, refusalCodes } from './refusals.ts';

/** Parameters of an operation by location. */
export interface OperationParameters {
  readonly path: SchemaMembers;
  readonly query: SchemaMembers;
  readonly header: SchemaMembers;
  readonly body?: OperationBody | undefined;
}

export interface OperationBody {
  readonly required: boolean;
  /** Media types of the component that `print` returns. */
  readonly mediaTypes: readonly string[];
  print(components: Components): JsonSchema;
  /** Schemas of files by media type. */
  readonly files?: Readonly<Record<string, JsonSchema>>;
}

/** What differs between the operations of the interfaces. */
export interface OperationFormat<R extends PublishedRoute> {
  readonly refusals: RefusalFormat;
  /** Security requirements of operations for callers with a credential. */
  readonly security: readonly JsonSchema[];
  /** Security schemes besides the token, which both interfaces accept. */
  readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
  pathOf(route: R): string;
  parametersOf(route: R, method: Method): OperationParameters;
  refusalsOf(route: R, method: Method): readonly DeclaredRefusals[];
  /** The form of refusals that a route has of its own. */
  ownRefusalOf(route: R): OwnRefusal | undefined;
  /** Statuses of good answers beside that of the route. */
  otherStatusesOf(route: R): readonly number[];
  /** Members of a good answer besides its description and JSON body: headers, other media types, or events in place of JSON. */
  successOf(route: R): { readonly headers?: JsonSchema; readonly content?: JsonSchema; readonly follows?: boolean };
  /** Extension members of the operation. */
  extensionsOf(route: R): JsonSchema;
}

/** One method of a route. */
export interface Operation<R extends PublishedRoute> {
  readonly route: R;
  readonly method: Method;
}

export const operationsOf = <R extends PublishedRoute>(routes: readonly R[]): readonly Operation<R>[] =>
  routes.flatMap((route) => route.methods.map((method) => ({ route, method })));

/** Refusal codes of an operation by status. */
export const codesOf = <R extends PublishedRoute>(
  format: OperationFormat<R>,
  { route, method }: Operation<R>,
): RefusalCodes => refusalCodes(format.refusalsOf(route, method), format.refusals, format.ownRefusalOf(route));

export interface OperationParts {
  readonly components: Components;
  readonly refusals: RefusalResponses;
}

/** Prints an operation object of OpenAPI. */
export function describeOperation<R extends PublishedRoute>(
  format: OperationFormat<R>,
  operation: Operation<R>,
  { components, refusals }: OperationParts,
): object {
  const { route, method } = operation;
  const { path, query, header, body } = format.parametersOf(route, method);
  const statuses = [route.status, ...format.otherStatusesOf(route)];
  return {
    operationId: operationId(method, format.pathOf(route)),
    tags: [route.tag],
    summary: route.summary,
    security: route.access === 'anyone' ? [] : format.security,
    'x-access': route.access,
    ...format.extensionsOf(route),
    parameters: [
      ...describeParameters(path, 'path', components),
      ...describeParameters(query, 'query', components),
      ...describeParameters(header, 'header', components),
    ],
    ...(body && { requestBody: describeBody(format, route, { body, components }) }),
    responses: {
      ...Object.fromEntries(
        statuses.map((status) => [status, describeSuccess(format, { ...route, status }, components)]),
      ),
      ...refusals.of(codesOf(format, operation)),
    },
  };
}

/** `GET /items/{id}/stock` → `get_items_id_stock`. */
const operationId = (method: Method, path: string): string =>
  [method.toLowerCase(), ...path.split(/[^A-Za-z0-9]+/).filter(Boolean)].join('_');

const describeParameters = (
  members: SchemaMembers,
  place: 'path' | 'query' | 'header',
  components: Components,
): readonly object[] =>
  members.map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || schema.required === true,
    ...(schema.description && { description: schema.description }),
    schema: withoutDescription(components.print(schema, 'request')),
    ...(schema.type === 'array' && place === 'query' && { style: 'form', explode: false }),
  }));

/** The description of a parameter is printed beside its schema. */
const withoutDescription = ({ description: _, ...schema }: JsonSchema): JsonSchema => schema;

function describeBody<R extends PublishedRoute>(
  format: OperationFormat<R>,
  route: R,
  { body, components }: { readonly body: OperationBody; readonly components: Components },
): object {
  const { required, mediaTypes, files = {} } = body;
  const name = bodyName(operationId(route.methods[0] ?? 'POST', format.pathOf(route)));
  const members = mediaTypes.map((each) => [each, { schema: components.add(name, body.print(components)) }] as const);
  const fileMembers = Object.entries(files).map(([each, schema]) => [each, { schema }] as const);
  return { required, content: Object.fromEntries([...members, ...fileMembers]) };
}

/** Name of the body of an operation: `post_items` → `PostItemsBody`. */
const bodyName = (id: string): string =>
  `${id
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Body`;

function describeSuccess<R extends PublishedRoute>(
  format: OperationFormat<R>,
  route: R,
  components: Components,
): object {
  if (route.status === NO_CONTENT) return { description: 'Done.' };
  const { headers, content, follows } = format.successOf(route);
  if (follows) return { description: 'Events.', content: { 'text/event-stream': { schema: { type: 'string' } } } };
  const schema = route.returns ? components.print(route.returns, 'answer') : {};
  return {
    description: route.status === CREATED ? 'Made.' : 'Done.',
    ...(headers && { headers }),
    content: { 'application/json': { schema }, ...content },
  };
}
