import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Body {
  readonly content?: Readonly<Record<string, { readonly example?: unknown }>>;
}
interface Described {
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

/** Bodies that are free maps or lists of changes, whose members the sender names. */
const withoutExample: Readonly<Record<string, readonly string[]>> = {
  inventory: [],
  shop: [
    'post /shop-admin/options',
    'put /shop-admin/options',
    'patch /shop-admin/options',
    'post /invoicing/v1/stocks',
    'post /shop/v3/marketplace/create-order',
  ],
};
const LARGEST = 1_500_000;

describe.each([
  ['inventory', 'openapi'],
  ['shop', 'openapi-shop'],
])('examples of the %s interface', (name, file) => {
  const text = readFileSync(new URL(`../../docs/${file}.json`, import.meta.url), 'utf8');
  const { paths } = JSON.parse(text) as Document;

  // That they fit their schemas is a rule of the linter: no-invalid-media-type-examples.
  it('are at every body of a request and a good answer, but for listed ones', () => {
    const missing = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { requestBody, responses }]) => {
        const good = Object.entries(responses).filter(([status]) => status.startsWith('2'));
        const bodies = [requestBody, ...good.map(([, each]) => each)];
        const json = bodies.flatMap((each) => each?.content?.['application/json'] ?? []);
        return json.some(({ example }) => example === undefined) ? [`${method} ${path}`] : [];
      }),
    );
    const expected = withoutExample[name] ?? [];
    expect(missing.filter((each) => !expected.includes(each))).toEqual([]);
  });

  it('keep the document below its limit', () => {
    expect(text.length).toBeLessThan(LARGEST);
  });
});
