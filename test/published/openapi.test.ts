import { variablesOf } from '@backroom/core/interface';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import { resolved } from '../support/api-document.ts';
import { type Endpoint, endpointsOf } from '../support/every-route.ts';
import { raw } from '../support/http.ts';
import { inWorld, onEveryDatabase, type World } from '../support/world.ts';
import { permissions } from './permission-table.ts';

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: object;
  }[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, { readonly schema: object }>>;
  };
  readonly responses: Readonly<Record<string, object>>;
}
interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly securitySchemes: object; readonly responses: Readonly<Record<string, object>> };
}

const read = async ({ ada }: World) => (await ada.get<Document>('/openapi.json')).body;
const operations = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ name: `${method.toUpperCase()} ${path}`, described })),
  );

onEveryDatabase('the description of the interface', (world) => {
  it('needs a token', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    expect(await world().anonymous.get('/openapi.json', headers)).toMatchObject({ status: 401 });
    expect(await world().mara.get('/openapi.json')).toMatchObject({ status: 200, body: { openapi: '3.1.0' } });
  });

  it.each(['/openapi.json', '/openapi-shop.json'])('needs no token on this machine: %s', async (path) => {
    const { anonymous } = world();
    expect(await anonymous.get(path)).toMatchObject({ status: 200, body: { openapi: '3.1.0' } });
  });

  it.each([
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-host': 'localhost' },
    { forwarded: 'for=127.0.0.1' },
    { via: '1.1 proxy' },
    { 'x-real-ip': '127.0.0.1' },
    { authorization: 'Bearer not.a.token' },
  ])('needs a token with %j', async (headers) => {
    expect(await world().anonymous.get('/openapi.json', headers)).toMatchObject({ status: 401 });
    expect(await world().anonymous.get('/openapi-shop.json', headers)).toMatchObject({ status: 401 });
  });

  it.each([
    ['127.0.0.1:80', 200],
    ['localhost', 200],
    ['LOCALHOST:8080', 200],
    ['[::1]:8080', 200],
    ['shop.example.org', 401],
    ['127.0.0.1.example.org', 401],
    ['localhost.example.org:80', 401],
  ])('without a token is for loopback names only: %s', async (host, status) => {
    const request = `GET /openapi.json HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
    const answer = await raw(Number(new URL(world().url).port), request);
    expect(answer.split(' ', 2)).toEqual(['HTTP/1.1', String(status)]);
  });

  it('opens nothing else on this machine', async () => {
    expect(await world().anonymous.get('/items')).toMatchObject({ status: 401 });
  });
});

/** A repeat does no harm, so that no answer has to be kept: least of all of what may hold passwords. */
const harmlessTwice: readonly string[] = [
  'POST /session',
  'POST /session/renewal',
  'POST /users/login',
  'POST /reports/answers',
  'POST /users/{id}/unlock',
  'POST /ldap-config',
  'POST /ldap-config/sync',
  'POST /test-ldap',
  'POST /extension-offers/{slug}/inspect',
  'POST /mail-phone/code',
];

/** Changes of what has no version. */
const withoutVersion: readonly string[] = [
  'PUT /users/me/password',
  'DELETE /mail-phone',
  'DELETE /session',
  'PUT /session/password',
  'DELETE /extensions/{slug}',
  'DELETE /themes/{slug}',
  'PUT /product-links/{product_id}',
  'DELETE /product-links/{product_id}',
];

describe('the document', () => {
  inWorld('postgres', (world) => {
    let document: Document;
    let endpoints: readonly Endpoint[];
    beforeAll(async () => {
      document = await read(world());
      endpoints = endpointsOf(world().routes);
    });
    const describedAt = (name: string) => operations(document).find((each) => each.name === name)?.described;

    it('is valid OpenAPI 3.1', async () => {
      const { valid, errors } = await new Validator().validate({ ...structuredClone(document) });
      expect(errors ?? []).toEqual([]);
      expect(valid).toBe(true);
    });

    it('names the build it describes, and its address', () => {
      expect(document.info.version).toBe('1.4.1');
      expect(document.servers).toEqual([{ url: '/' }]);
    });

    it('has just the methods and paths that are published', () => {
      expect(
        operations(document)
          .map(({ name }) => name)
          .toSorted(),
      ).toEqual(Object.keys(permissions).toSorted());
    });

    it('names a bearer token where one is needed, and only there', () => {
      expect(document.components.securitySchemes).toEqual({
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      });
      for (const { name, described } of operations(document)) {
        expect(described.security, name).toEqual(permissions[name] === 'anyone' ? [] : [{ bearer: [] }]);
      }
    });

    it('describes the refusals of every operation', () => {
      expect(document.components.responses.Problem).toMatchObject({
        content: { 'application/problem+json': expect.anything() },
      });
      for (const { name, described } of operations(document)) {
        expect(described.responses.default, name).toEqual({ $ref: '#/components/responses/Problem' });
      }
    });

    it('describes the good answer of every operation', () => {
      for (const { name, route } of endpoints) {
        const success = describedAt(name)?.responses[String(route.status)];
        expect(success, name).toBeDefined();
        if (!route.returns) continue;
        const { content } = success as { readonly content: Readonly<Record<string, { readonly schema: object }>> };
        expect(resolved(document, content['application/json']?.schema), name).toHaveProperty(
          'type',
          route.returns.type,
        );
      }
    });

    it('names every operation once, with a sentence', () => {
      const all = operations(document).map(({ described }) => described);
      expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length);
      for (const { summary, tags } of all) {
        expect(summary).toMatch(/^\p{Lu}.*\.$/u);
        expect(tags).toHaveLength(1);
      }
    });

    it('has every parameter in its place', () => {
      for (const { name, path, method, route } of endpoints) {
        const { parameters = [], requestBody } = describedAt(name) ?? {};
        const inPath = parameters.filter((each) => each.in === 'path');
        expect(
          inPath.map((each) => each.name),
          name,
        ).toEqual(variablesOf(path));
        expect(
          inPath.every(({ required }) => required),
          name,
        ).toBe(true);
        // The body of an import is a file.
        const inBody = route.accepts.includes('csv')
          ? []
          : (Object.values(requestBody?.content ?? {}).map(({ schema }) =>
              Object.keys(resolved(document, schema).properties ?? {}),
            )[0] ?? []);
        const elsewhere = parameters
          .filter((each) => each.in === 'query' || each.in === 'path')
          .map((each) => each.name);
        expect([...inBody, ...elsewhere].toSorted(), name).toEqual(Object.keys(route.params).toSorted());
        if (method === 'GET' || method === 'DELETE') expect(requestBody, name).toBeUndefined();
      }
    });

    it('lists the requests with If-Match and Idempotency-Key', () => {
      const having = (header: string) =>
        operations(document)
          .filter(({ described }) => described.parameters.some((each) => each.in === 'header' && each.name === header))
          .map(({ name }) => name);
      expect(having('Idempotency-Key').toSorted()).toEqual(
        Object.keys(permissions)
          .filter((name) => name.startsWith('POST ') && !harmlessTwice.includes(name))
          .toSorted(),
      );
      expect(having('If-Match').toSorted()).toEqual(
        Object.keys(permissions)
          .filter((name) => /^(PUT|PATCH|DELETE)/.test(name) && !withoutVersion.includes(name))
          .concat('POST /ldap-config')
          .toSorted(),
      );
    });

    it('has no shape with a hash or a token version', () => {
      expect(JSON.stringify(document)).not.toMatch(/password_hash|token_version|username_key|search_text/);
    });
  });
});

describe('with HTTP_PUBLIC_DOCS', () => {
  inWorld(
    'postgres',
    (world) => {
      it('the description is public, and declares it', async () => {
        const { status, body } = await world().anonymous.get<Document>('/openapi.json');
        expect(status).toBe(200);
        expect(body.paths['/openapi.json']?.get?.security).toEqual([]);
        expect(body.paths['/items']?.get?.security).toEqual([{ bearer: [] }]);
      });
    },
    { environment: { HTTP_PUBLIC_DOCS: 'true' } },
  );
});

describe('below a prefix', () => {
  inWorld(
    'postgres',
    (world) => {
      it('the description names the address of the interface', async () => {
        expect((await read(world())).servers).toEqual([{ url: 'https://shop.example.org/stock' }]);
      });
    },
    { environment: { HTTP_INVENTORY_PREFIX: '/stock', PUBLIC_URL: 'https://shop.example.org/' } },
  );
});

describe('with TRUST_PROXY', () => {
  inWorld(
    'postgres',
    (world) => {
      it('the description needs a token, as every peer is the proxy', async () => {
        expect(await world().anonymous.get('/openapi.json')).toMatchObject({ status: 401 });
      });
    },
    { environment: { TRUST_PROXY: '1' } },
  );
});
