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
    paths,
    components: {
      securitySchemes: { ...securitySchemes, bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: components.schemas,
      responses: refusals.components,
    },
  };
}

/** `get_items_id` → `GetItemsId`. */
const pascal = (name: string): string =>
  name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Name of the body of an operation: `post_items` → `PostItemsBody`. */
export const bodyName = (operationId: string): string => `${pascal(operationId)}Body`;
