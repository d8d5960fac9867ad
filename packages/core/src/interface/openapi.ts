/** A JSON Schema 2020-12 fragment. */
export type JsonSchema = Record<string, unknown>;
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
  /** Security schemes besides the token, which both interfaces accept. */
  readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
  readonly refusal: {
    readonly name: string;
    readonly description: string;
    readonly mediaType: string;
    readonly schema: JsonSchema;
  };
}

/** Builds an OpenAPI 3.1 document. */
export const openApiDocument = (info: ApiHeading, { routes, paths, securitySchemes, refusal }: Parts): object => ({
  openapi: '3.1.0',
  info: { title: info.title, version: info.version, description: info.description },
  servers: [{ url: info.server }],
  tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name })),
  paths,
  components: {
    securitySchemes: { ...securitySchemes, bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    schemas: { [refusal.name]: refusal.schema },
    responses: {
      [refusal.name]: {
        description: refusal.description,
        content: { [refusal.mediaType]: { schema: { $ref: `#/components/schemas/${refusal.name}` } } },
      },
    },
  },
});
