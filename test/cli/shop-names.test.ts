import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings, SettingsError } from '@backroom/composition';
import { defaultShopNames } from '@backroom/core/interface';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'backroom-names-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fileWith = (text: string): string => {
  const path = join(folder, 'names.json');
  writeFileSync(path, text);
  return path;
};
const faultsOf = (environment: Readonly<Record<string, string>>): readonly string[] => {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
  return [];
};

describe('the names of the shop interface', () => {
  it('are ours where nothing is set', () => {
    expect(readSettings({}).shopNames).toEqual(defaultShopNames);
  });

  it('are read from the environment and a file', () => {
    const environment = {
      SHOP_PRETTY_PREFIX: 'api',
      SHOP_HEADER_PREFIX: 'X-Own-',
      SHOP_ADMIN_PATH: 'office',
      SHOP_ERROR_PREFIX: 'own_shop_',
      SHOP_NAMESPACES_FILE: fileWith('{"shop-admin":"store-admin","shop/v3":"store/v3"}'),
    };
    expect(readSettings(environment).shopNames).toEqual({
      prettyPrefix: 'api',
      headerPrefix: 'X-Own-',
      adminPath: 'office',
      appScheme: 'shopapp',
      errorPrefix: 'own_shop_',
      namespaces: { 'shop-admin': 'store-admin', 'shop/v3': 'store/v3' },
    });
  });

  it('may change places', () => {
    const SHOP_NAMESPACES_FILE = fileWith('{"shop/v1":"shop/v2","shop/v2":"shop/v1"}');
    expect(readSettings({ SHOP_NAMESPACES_FILE }).shopNames.namespaces).toEqual({
      'shop/v1': 'shop/v2',
      'shop/v2': 'shop/v1',
    });
  });

  it.each<[string, string]>([
    ['SHOP_PRETTY_PREFIX', 'a/b'],
    ['SHOP_PRETTY_PREFIX', '..'],
    ['SHOP_HEADER_PREFIX', 'X-Own'],
    ['SHOP_HEADER_PREFIX', 'X\r\n-'],
    ['SHOP_ADMIN_PATH', '/admin'],
    ['SHOP_ERROR_PREFIX', 'Shop'],
    ['SHOP_NAMESPACES_FILE', '/nowhere/at-all.json'],
  ])('%s cannot be %j', (name, value) => {
    expect(faultsOf({ [name]: value })).toEqual([expect.stringContaining(name)]);
  });

  it.each([
    '[]',
    'nonsense',
    '{"nobody-knows":"a"}',
    '{"shop-admin":5}',
    '{"shop-admin":"/a"}',
    '{"shop-admin":"a//b"}',
    '{"shop-admin":"shop/v1"}',
    '{"shop-admin":"Batch/V1"}',
    '{"shop/v1":"a","shop/v2":"A"}',
  ])('cannot be those of the file %s', (text) => {
    expect(faultsOf({ SHOP_NAMESPACES_FILE: fileWith(text) })).toEqual([
      expect.stringContaining('SHOP_NAMESPACES_FILE'),
    ]);
  });

  it('of pages and of the interface must differ', () => {
    expect(faultsOf({ SHOP_PRETTY_PREFIX: 'same', SHOP_ADMIN_PATH: 'same' })).toHaveLength(1);
  });
});
