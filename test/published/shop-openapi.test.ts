import { describeShop } from '@backroom/composition';
import { defaultShopNames, shopRoutes } from '@backroom/core/interface';
import { Validator } from '@seriousme/openapi-schema-validator';
import Ajv2020 from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { resolved } from '../support/api-document.ts';
import { declaredCodes } from '../support/declared-answers.ts';
import { inWorld } from '../support/world.ts';

interface Operation {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly responses: Readonly<Record<string, object>>;
}
interface Refusal {
  readonly content: { readonly 'application/json': { readonly schema: object } };
}
interface Document {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}
const documentOf = (names = defaultShopNames): Document =>
  describeShop({ publicUrl: 'https://shop.example', shopNames: names })() as Document;

describe('the description of the shop interface', () => {
  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(
      structuredClone(documentOf()) as unknown as Record<string, unknown>,
    );
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
  });

  it('has every method of every route, each under a name of its own', () => {
    const { paths } = documentOf();
    const wanted = shopRoutes().flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`));
    const reported = Object.entries(paths).flatMap(([path, each]) =>
      Object.keys(each).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(new Set(reported)).toEqual(new Set(wanted));
    const names = Object.values(paths).flatMap((each) => Object.values(each).map(({ operationId }) => operationId));
    expect(new Set(names).size).toBe(names.length);
  });

  it('declares the status of every good answer, also of a batch', () => {
    expect(documentOf().paths['/batch/v1']?.post?.responses).toHaveProperty('207');
    expect(documentOf().paths['/batch/v1']?.post?.responses).not.toHaveProperty('200');
  });

  it('declares that an object with members may be null where a record may lack it', () => {
    expect(documentOf().components.schemas.Order).toHaveProperty('properties.source', {
      anyOf: [{ $ref: '#/components/schemas/OrderSource' }, { type: 'null' }],
    });
  });

  it('declares where credentials are needed', () => {
    const { paths } = documentOf();
    for (const { path, methods, access } of shopRoutes()) {
      for (const method of methods)
        expect(paths[path]?.[method.toLowerCase()]?.security, path).toEqual(
          access === 'anyone' ? [] : [{ applicationPassword: [] }, { bearer: [] }],
        );
    }
  });

  it('declares the refusals that a route has in a form of its own', () => {
    const document = documentOf();
    const { components, paths } = document;
    const own = shopRoutes().flatMap(({ methods, path, refused }) =>
      methods.flatMap((method) =>
        Object.entries(paths[path]?.[method.toLowerCase()]?.responses ?? {}).flatMap(([status, response]) =>
          declaredCodes(document, response).flatMap((code) => {
            const body = refused?.body({ code, message: 'No.', status: Number(status) });
            return body === undefined ? [] : [{ body, response: resolved(document, response) as unknown as Refusal }];
          }),
        ),
      ),
    );
    expect(own.length).toBeGreaterThan(50);
    const wrong = own.filter(({ body, response }) => {
      const ajv = new Ajv2020.default({ strict: false, validateFormats: false });
      return !ajv.validate({ ...response.content['application/json'].schema, components }, body);
    });
    expect(wrong).toEqual([]);
  });

  it('is under the names of the installation', () => {
    const names = { ...defaultShopNames, namespaces: { 'shop-admin': 'store' }, prettyPrefix: 'api' };
    expect(documentOf(names).paths).toHaveProperty(['/store']);
    expect(documentOf(names).paths).not.toHaveProperty(['/shop-admin']);
    expect(documentOf(names).servers).toEqual([{ url: 'https://shop.example/api' }]);
  });
});

inWorld('embedded', (world) => {
  describe('the document of the shop interface', () => {
    it('needs a token', async () => {
      const headers = { 'x-forwarded-for': '203.0.113.9' };
      expect(await world().anonymous.get('/openapi-shop.json', headers)).toMatchObject({ status: 401 });
      const { status, body } = await world().mara.get<Document>('/openapi-shop.json');
      expect({ status, openapi: body.openapi }).toEqual({ status: 200, openapi: '3.1.0' });
    });
  });
});
