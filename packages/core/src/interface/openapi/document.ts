import type { PublishedRoute } from '../endpoint.ts';
import { Examples } from './examples.ts';
import { Components, type JsonSchema } from './json-schema.ts';
import { codesOf, describeOperation, type OperationFormat, operationsOf } from './operation.ts';
import { RefusalResponses } from './refusals.ts';
import { describeTags } from './tags.ts';

/** Operations of each path by lower-case method. */
type Paths = Record<string, Record<string, unknown>>;

/** Title, version and description of the document. */
export interface ApiHeading {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly server: string;
}

/** Builds an OpenAPI 3.1 document from the tables that validate requests; of equal operations the first is printed. */
export function openApiDocument<R extends PublishedRoute>(
  info: ApiHeading,
  routes: readonly R[],
  format: OperationFormat<R>,
): object {
  const paths: Paths = {};
  const components = new Components();
  const operations = operationsOf(routes);
  const codes = operations.map((each) => codesOf(format, each));
  const refusals = new RefusalResponses(format.refusals, components, codes);
  for (const operation of operations) {
    const path = format.pathOf(operation.route);
    const methods = paths[path] ?? {};
    methods[operation.method.toLowerCase()] ??= describeOperation(format, operation, { components, refusals });
    paths[path] = methods;
  }
  const responses = refusals.components;
  return {
    openapi: '3.1.0',
    info: { title: info.title, version: info.version, description: info.description },
    servers: [{ url: info.server }],
    tags: describeTags(routes),
    paths: withExamples(paths, new Examples(components.schemas)),
    components: {
      securitySchemes: { ...format.securitySchemes, bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: components.schemas,
      responses,
    },
  };
}

const JSON_TYPE = 'application/json';

/** Adds an example to every JSON body of a request or a good answer. */
const withExamples = (paths: Paths, examples: Examples): Paths =>
  mapMembers(paths, (operations) =>
    mapMembers(operations, (operation) => {
      const { requestBody, responses = {} } = operation as {
        readonly requestBody?: Content;
        readonly responses?: Readonly<Record<string, Content>>;
      };
      return {
        ...(operation as object),
        ...(requestBody && { requestBody: exemplified(requestBody, examples) }),
        responses: mapMembers(responses, (each, status) =>
          status.startsWith('2') ? exemplified(each, examples) : each,
        ),
      };
    }),
  );

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>>;
}

function exemplified<T extends Content>(part: T, examples: Examples): T {
  const { schema } = part.content?.[JSON_TYPE] ?? {};
  const example = schema && examples.of(schema);
  if (example === undefined) return part;
  return { ...part, content: { ...part.content, [JSON_TYPE]: { schema, example } } };
}

const mapMembers = <V, W>(
  members: Readonly<Record<string, V>>,
  change: (value: V, name: string) => W,
): Record<string, W> => Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(value, name)]));
