import { readCatalogue } from '@backroom/core/marketplace';
import { describe, expect, it } from 'vitest';
import { aCatalogue, aProduct } from '../../support/catalogues.ts';

const refusalOf = (document: unknown): string => {
  try {
    readCatalogue(typeof document === 'string' ? document : JSON.stringify(document));
    return 'accepted';
  } catch (error) {
    return (error as Error).message;
  }
};
const withProduct = (changes: Record<string, unknown>) => aCatalogue({ products: [aProduct(changes)] });
const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('a catalogue file', () => {
  it('is read with defaults, and its signature covers all other members in canonical order', () => {
    const bare = { billing: 'free', version: '1.0.0', name: 'A', type: 'theme', slug: 'a', product_id: 7 };
    const file = readCatalogue(JSON.stringify({ products: [bare], version: 3 }));
    expect(file).toMatchObject({ version: 3, groups: [], revokedKeys: [] });
    expect(file.products).toEqual([
      {
        productId: 7,
        slug: 'a',
        type: 'theme',
        name: 'A',
        description: '',
        price: '0',
        currency: 'USD',
        billing: 'free',
        version: '1.0.0',
        reviewsCount: 0,
        vendorName: '',
        categories: [],
        subcategories: [],
        tags: [],
        isInstallable: false,
        installPriority: 100,
      },
    ]);
    expect(file.signedText).toBe(
      '{"products":[{"billing":"free","name":"A","product_id":7,"slug":"a","type":"theme","version":"1.0.0"}],"version":3}',
    );
  });

  it.each([
    ['text', 'nothing like JSON', 'is not JSON'],
    ['a list', [], 'catalogue is not of type object'],
    ['an unknown member', aCatalogue({ extra: 1 }), 'catalogue[extra] is not a valid property'],
    ['an unknown member of a product', withProduct({ script: 'x' }), 'catalogue[products][0][script] is not'],
    ['a member named __proto__', '{"version":1,"products":[],"__proto__":{"a":1}}', '[__proto__]'],
    ['no version', { products: [] }, 'version is a required property'],
    ['a short hash', withProduct({ package: { url: 'a.zip', sha256: 'abc', size: 1 } }), '[package][sha256]'],
    ['no hash', withProduct({ package: { url: 'a.zip', size: 1 } }), 'sha256 is a required property'],
    ['51 MiB', withProduct({ package: { url: 'a.zip', sha256: 'a'.repeat(64), size: 53_477_376 } }), '[size]'],
    ['a script as address', withProduct({ url: 'javascript:alert(1)' }), '[url] is not an address'],
    ['quotes in an address', withProduct({ icon: 'https://a.example/"><script>' }), '[icon] is not an address'],
    ['a control character', withProduct({ name: 'a\u0000b' }), '[name]'],
    ['two equal slugs', aCatalogue({ products: [aProduct(), aProduct({ product_id: 2 })] }), 'a slug twice'],
    ['two equal ids', aCatalogue({ products: [aProduct(), aProduct({ slug: 'b' })] }), 'a product_id twice'],
    ['an unlisted item', aCatalogue({ groups: [{ id: 'g', title: 'G', items: [9] }] }), 'names the product 9'],
    ['2,001 products', aCatalogue({ products: Array.from({ length: 2_001 }, () => 1) }), 'at most 2000 item(s)'],
    ['a depth of 100,000', `{"version":1,"products":${deep(100_000)}}`, '[products][0] is not of type object'],
    ['a deep member', `{"version":1,"products":[],"x":${deep(100_000)}}`, '[x] is not a valid property'],
  ])('is refused with %s', (_, document, reason) => {
    expect(refusalOf(document)).toContain(reason);
  });

  it.each(['https://files.example/a.zip', 'packages/a-1.0.0.zip', 'a.zip'])('may name the package %s', (url) => {
    expect(refusalOf(withProduct({ package: { url, sha256: 'a'.repeat(64), size: 1 } }))).toBe('accepted');
  });

  it.each([
    'http://files.example/a.zip',
    'file:///etc/passwd',
    '/etc/passwd',
    '../a.zip',
    'packages/../../a.zip',
    'packages//a.zip',
    './a.zip',
    'C:\\a.zip',
    'https://user@files.example/a.zip',
    '%2e%2e/a.zip',
    '',
  ])('may not name the package %j', (url) => {
    expect(refusalOf(withProduct({ package: { url, sha256: 'a'.repeat(64), size: 1 } }))).toContain('[package][url]');
  });
});
