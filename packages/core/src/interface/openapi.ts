/** A piece of JSON Schema 2020-12. */
export type JsonSchema = Record<string, unknown>;
/** The operations of each address, by their methods in small letters. */
export type Paths = Record<string, Record<string, unknown>>;

/** What the document says about itself. */
export interface ApiHeading {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly server: string;
}

/** What the documents of the two interfaces do not have in common. */
interface Parts {
  readonly routes: readonly { readonly tag: string }[];
  readonly paths: Paths;
  /** Ways to sign in, beside the token that both take. */
  readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
  readonly refusal: {
    readonly name: string;
    readonly description: string;
    readonly mediaType: string;
    readonly schema: JsonSchema;
  };
}

/** A document of OpenAPI 3.1 about addresses that are described. */
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
