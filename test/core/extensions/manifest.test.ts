import { extensionRights, readManifest } from '@backroom/core/extensions';
import { describe, expect, it } from 'vitest';

const manifest = { slug: 'low-stock', title: 'Low stock', kind: 'plugin', api: 1, entry: './lib/index.js' };
const packageWith = (backroom: unknown, members: object = {}) =>
  JSON.stringify({ name: '@shop/low-stock', version: '1.2.3', type: 'module', backroom, ...members });
const codeOf = (text: string): unknown => {
  try {
    return readManifest(text);
  } catch (error) {
    const { code, message } = error as { readonly code: string; readonly message: string };
    return `${code}: ${message}`;
  }
};

describe('The manifest of an extension', () => {
  it('is read from package.json, whatever its other members are', () => {
    expect(readManifest(packageWith(manifest))).toEqual({
      ...manifest,
      entry: 'lib/index.js',
      version: '1.2.3',
      rights: [],
      hosts: [],
    });
  });

  it('may request the rights of the shop and the inventory', () => {
    expect(readManifest(packageWith({ ...manifest, rights: extensionRights })).rights).toEqual(extensionRights);
  });

  it.each(['manage_users', 'manage_system', 'manage_extensions', 'manage_themes', 'manage_connector', 'read_mail_log'])(
    'may not request the right %s',
    (right) => {
      expect(codeOf(packageWith({ ...manifest, rights: [right] }))).toMatch(/^extension_right_forbidden: .*right/);
    },
  );

  it('is refused for another interface version', () => {
    expect(codeOf(packageWith({ ...manifest, api: 2 }))).toBe(
      'extension_api_unsupported: The package needs the extension interface 2; this server has 1.',
    );
  });

  it.each<[string, unknown, RegExp]>([
    ['without backroom', undefined, /\[backroom\]|backroom/],
    ['with a list as backroom', [], /backroom/],
    ['without slug', { ...manifest, slug: undefined }, /slug/],
    ['with a path as slug', { ...manifest, slug: '../up' }, /slug/],
    ['with a long slug', { ...manifest, slug: 'x'.repeat(65) }, /slug/],
    ['with a number as title', { ...manifest, title: 7 }, /title/],
    ['with control characters in the title', { ...manifest, title: 'a\u0007' }, /title/],
    ['with an unknown kind', { ...manifest, kind: 'script' }, /kind/],
    ['with a text as api', { ...manifest, api: '1' }, /api/],
    ['with an entry above the package', { ...manifest, entry: '../index.js' }, /entry/],
    ['with an absolute entry', { ...manifest, entry: '/etc/index.js' }, /entry/],
    ['with a native module as entry', { ...manifest, entry: 'index.node' }, /entry/],
    ['with an unknown right', { ...manifest, rights: ['own_everything'] }, /rights/],
    ['with a right twice', { ...manifest, rights: ['manage_store', 'manage_store'] }, /rights/],
    ['with an unknown member', { ...manifest, preinstall: 'rm' }, /preinstall/],
  ])('is refused %s', (_, backroom, member) => {
    const refusal = codeOf(packageWith(backroom));
    expect(refusal).toMatch(/^extension_manifest_invalid: /);
    expect(refusal).toMatch(member);
  });

  it.each<[string, string, RegExp]>([
    ['is no JSON', '{', /not JSON/],
    ['is a list', '[]', /not an object/],
    ['is null', 'null', /not an object/],
    ['is deep', '['.repeat(100_000), /characters/],
    ['is huge', JSON.stringify({ text: 'x'.repeat(70_000) }), /characters/],
    ['has no version', JSON.stringify({ backroom: manifest }), /version/],
    ['has a version of two numbers', packageWith(manifest, { version: '1.2' }), /version/],
  ])('is refused if the file %s', (_, text, problem) => {
    expect(codeOf(text)).toMatch(/^extension_manifest_invalid: /);
    expect(codeOf(text)).toMatch(problem);
  });
});
