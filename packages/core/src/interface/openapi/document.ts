import { Examples } from './examples.ts';
import type { Components, JsonSchema } from './json-schema.ts';
import type { RefusalResponses } from './refusals.ts';
import { describeTags } from './tags.ts';

/** Operations of each path by lower-case method. */
export type Paths = Record<string, Record<string, unknown>>;

/** Title, version and description of the document. */
export interface ApiHeading {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly server: string;
}

/** Parts of the document that differ between the two interfaces. */
interface Parts {
  readonly routes: readonly { readonly tag: string }[];
  readonly paths: Paths;
  readonly components: Components;
  /** Security schemes besides the token, which both interfaces accept. */
  readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
  readonly refusals: RefusalResponses;
}

/** Builds an OpenAPI 3.1 document. */
export function openApiDocument(
  info: ApiHeading,
  { routes, paths, components, securitySchemes, refusals }: Parts,
): object {
  return {
    openapi: '3.1.0',
    info: { title: info.title, version: info.version, description: info.description },
    servers: [{ url: info.server }],
    tags: describeTags(routes),
    paths: withExamples(paths, new Examples(components.schemas)),
    components: {
      securitySchemes: { ...securitySchemes, bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: components.schemas,
      responses: refusals.components,
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

/** `get_items_id` → `GetItemsId`. */
const pascal = (name: string): string =>
  name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Name of the body of an operation: `post_items` → `PostItemsBody`. */
export const bodyName = (operationId: string): string => `${pascal(operationId)}Body`;
