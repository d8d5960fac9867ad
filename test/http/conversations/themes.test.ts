import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { storesOf } from '@backroom/adapters-persistence';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestEntry, tgzOf, zipOf } from '../../support/archives.ts';
import { aLicenceKey, openCatalogueFolder } from '../../support/catalogues.ts';
import { publishOffers } from '../../support/extensions/offered-packages.ts';
import { askShop, type ShopAnswered } from '../../support/shop-client.ts';
import { onEveryDatabase } from '../../support/world.ts';

const style = ':root { --ground: #e9f0f2; --accent: #0b5d73 }';
const manifestOf = (slug: string, changes: object = {}) =>
  JSON.stringify({ slug, name: 'Harbour', version: '1.0.0', ...changes });
const themeFiles = (slug: string, css = style, manifest = manifestOf(slug)): TestEntry[] => [
  { name: 'harbour/theme.json', text: manifest },
  { name: 'harbour/theme.css', text: css },
];

const catalogue = await openCatalogueFolder();
const product = { type: 'theme', version: '1.0.0' };
await publishOffers(catalogue, [
  { slug: 'pier', product, entries: themeFiles('pier') },
  { slug: 'other-slug', product, entries: themeFiles('pier') },
  { slug: 'damaged', product, entries: themeFiles('damaged'), digest: { sha256: 'ab'.repeat(32) } },
  { slug: 'grey', product, entries: themeFiles('grey', ':root { --ink: #cccccc }') },
  { slug: 'shown', product: { ...product, is_installable: false }, entries: themeFiles('shown') },
  { slug: 'plug' },
]);

onEveryDatabase(
  'themes',
  (world) => {
    const ask = (path: string, body: unknown, bearer = world().ada.token ?? '') =>
      askShop(world(), 'POST', `/shop-admin/${path}`, { bearer, body });
    const install = (theme: string) => ask('onboarding/themes/install', { theme });
    const activate = (theme: string) => ask('onboarding/themes/activate', { theme });
    const styleSheet = async (path = '/site.css', headers: Readonly<Record<string, string>> = {}) =>
      fetch(`${world().url}${path}`, { headers });
    const themes = () => storesOf(world().application.database).themes;

    /** Uploads a file as a browser does. */
    async function upload(content: Buffer | undefined, bearer = world().ada.token ?? ''): Promise<ShopAnswered> {
      const form = new FormData();
      form.set('context', 'view');
      if (content) form.set('pluginzip', new Blob([new Uint8Array(content)]), 'theme.zip');
      const response = await fetch(`${world().url}/index.php?rest_route=/shop-admin/themes`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}` },
        body: form,
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
    }
    const temporaryFolders = async () =>
      (await readdir(tmpdir())).filter((name) => /^backroom-(?:form|theme)-/.test(name));

    beforeAll(async () => {
      await askShop(world(), 'POST', '/shop/v3/marketplace/refresh', { bearer: world().ada.token ?? '' });
    });
    beforeEach(async () => {
      await activate('default');
      for (const { slug } of await themes().list()) await themes().remove(slug);
    });

    it('are uploaded, activated, and change the style sheets of all pages at once', async () => {
      const before = await (await styleSheet()).text();
      const uploaded = await upload(await zipOf(themeFiles('harbour')));
      expect([uploaded.status, uploaded.body]).toEqual([
        200,
        { status: 'success', message: 'Harbour is installed.', theme: 'harbour' },
      ]);
      expect(await (await styleSheet()).text()).toBe(before);
      expect((await activate('harbour')).body).toEqual({ slug: 'harbour', name: 'Harbour', status: 'success' });
      for (const path of ['/site.css', '/cms-admin/style.css']) {
        const answer = await styleSheet(path);
        expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache']);
        expect(await answer.text()).toMatch(/^:root \{[^}]*--ground: #e9f0f2;[^}]*--accent: #0b5d73;/);
        const etag = answer.headers.get('etag') ?? '';
        expect((await styleSheet(path, { 'if-none-match': etag })).status).toBe(304);
      }
      expect((await activate('harbour')).status).toBe(200);
      expect((await activate('default')).body).toMatchObject({ slug: 'default', status: 'success' });
      expect(await (await styleSheet()).text()).toBe(before);
    });

    it('are uploaded once by slug', async () => {
      const content = await zipOf(themeFiles('harbour'));
      const both = await Promise.all([upload(content), upload(content)]);
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
      expect(both.map(({ body }) => body.message).toSorted()).toEqual([
        'Harbour is installed.',
        'The theme harbour already exists.',
      ]);
      expect(await themes().list()).toHaveLength(1);
    });

    it.each<[string, () => Promise<Buffer> | Buffer, string]>([
      ['what is no archive', () => Buffer.from('theme'), 'not a readable zip or tgz archive'],
      ['an empty file', () => Buffer.alloc(0), 'not a readable zip or tgz archive'],
      ['a cut archive', async () => (await zipOf(themeFiles('cut'))).subarray(0, 100), 'not a readable zip'],
      ['no theme.json', () => zipOf(themeFiles('a').slice(1)), 'the package has no theme.json'],
      ['no theme.css', () => zipOf(themeFiles('a').slice(0, 1)), 'the package has no theme.css'],
      ['two top folders', () => zipOf([...themeFiles('a'), { name: 'b/c', text: '' }]), 'exactly one top folder'],
      [
        'a path with ..',
        () => zipOf([...themeFiles('a'), { name: 'harbour/../../b', text: '' }]),
        'a path that is not allowed',
      ],
      [
        'an absolute path',
        () => zipOf([...themeFiles('a'), { name: '/etc/b', text: '' }]),
        'a path that is not allowed',
      ],
      [
        'a link',
        () => tgzOf([...themeFiles('a'), { name: 'harbour/b', type: 'SymbolicLink', target: '/etc/passwd' }]),
        'files and folders only',
      ],
      [
        'a bomb',
        () => tgzOf([...themeFiles('a'), { name: 'harbour/b', text: Buffer.alloc(210_000_000) }]),
        'unpacks to more than',
      ],
      ['a manifest that is no JSON', () => zipOf(themeFiles('a', style, '{')), 'theme.json is not JSON'],
      ['a manifest without version', () => zipOf(themeFiles('a', style, '{"slug":"a","name":"A"}')), 'version'],
      ['the slug of the default theme', () => zipOf(themeFiles('default')), 'reserved'],
      ['a slug with a path', () => zipOf(themeFiles('../a')), 'slug'],
      ['a style sheet with rules', () => zipOf(themeFiles('a', 'body { display: none }')), 'rules of :root only'],
      [
        'text that cannot be read',
        () => zipOf(themeFiles('a', ':root { --ink: #cccccc }')),
        'The contrast of --ink on --ground',
      ],
    ])('are refused with %s, and nothing remains', async (_, make, fault) => {
      const folders = await temporaryFolders();
      const { status, body } = await upload(await make());
      expect([status, body]).toEqual([200, { status: 'error', message: expect.stringContaining(fault) }]);
      expect(await themes().list()).toEqual([]);
      expect((await temporaryFolders()).filter((each) => !folders.includes(each))).toEqual([]);
    });

    it('may be large packages, up to 50 MiB', async () => {
      const picture = (size: number): TestEntry => ({ name: 'harbour/picture.png', text: Buffer.alloc(size, 'x') });
      const random = Buffer.from(Array.from({ length: 1_048_576 }, (_, at) => (at * 7_919) % 251));
      const large = { name: 'harbour/picture.png', text: Buffer.concat(Array.from({ length: 20 }, () => random)) };
      expect((await upload(tgzOf([...themeFiles('harbour'), large]))).body).toMatchObject({ status: 'success' });
      expect((await upload(await zipOf([...themeFiles('wide'), picture(30_000_000)]))).body).toMatchObject({
        theme: 'wide',
      });
      const tooLarge = await upload(Buffer.alloc(51 * 1_048_576));
      expect([tooLarge.status, tooLarge.body.code]).toEqual([413, 'rest_payload_too_large']);
      expect((await upload(Buffer.alloc(2_000_000), world().mara.token)).status).toBe(413);
    });

    it('need a file, a form, and the right to manage them', async () => {
      expect((await upload(undefined)).body.code).toBe('shop_rest_invalid_file');
      expect((await ask('themes', { pluginzip: 'theme' })).status).toBe(400);
      const member = await upload(await zipOf(themeFiles('a')), world().mara.token);
      expect([member.status, member.body.code]).toEqual([403, 'shop_rest_cannot_view']);
      for (const route of ['install', 'activate']) {
        const { status, body } = await ask(`onboarding/themes/${route}`, { theme: 'pier' }, world().mara.token);
        expect([status, body.code]).toEqual([403, 'shop_rest_cannot_update']);
        expect((await ask(`onboarding/themes/${route}`, {})).body.code).toBe('rest_missing_callback_param');
      }
      expect((await activate('missing')).body).toMatchObject({
        code: 'shop_rest_invalid_theme',
        data: { status: 404 },
      });
    });

    it('are installed from the catalogue, once', async () => {
      const done = { slug: 'pier', name: 'Harbour', status: 'success' };
      const both = await Promise.all([install('pier'), install('pier')]);
      expect(both.map(({ body }) => body)).toEqual([done, done]);
      expect((await install('pier')).body).toEqual(done);
      expect(await themes().list()).toMatchObject([{ slug: 'pier', source: 'catalogue', isActive: false }]);
      expect((await install('default')).body).toMatchObject({ slug: 'default', status: 'success' });
    });

    it.each([
      ['missing', 404, 'The catalogue has no theme missing.'],
      ['plug', 404, 'The catalogue has no theme plug.'],
      ['shown', 409, 'cannot be installed'],
      ['other-slug', 409, 'The manifest has the slug pier; the catalogue names other-slug.'],
      ['damaged', 409, 'size or SHA-256 digest differ'],
      ['grey', 409, 'The contrast of --ink'],
    ])('are refused from the catalogue: %s', async (slug, status, message) => {
      const refused = await install(slug);
      expect([refused.status, refused.body]).toEqual([
        status,
        expect.objectContaining({ code: 'shop_rest_theme_install', message: expect.stringContaining(message) }),
      ]);
      expect(await themes().list()).toEqual([]);
    });

    it('are activated by their licences', async () => {
      const product_key = aLicenceKey({ product_id: 2_000, sites_max: 1, order_id: 1 }, catalogue.key);
      const subscription = (route: string) =>
        askShop(world(), 'POST', `/shop/v3/marketplace/subscriptions/${route}`, {
          bearer: world().ada.token ?? '',
          body: { product_key },
        });
      await subscription('connect');
      expect((await subscription('activate')).body).toMatchObject({ success: false });
      await install('pier');
      expect((await subscription('activate')).body).toMatchObject({ success: true });
      expect(await themes().active()).toMatchObject({ slug: 'pier' });
    });

    it('leave records of their author', async () => {
      await upload(await zipOf(themeFiles('harbour')));
      await upload(Buffer.from('nothing'));
      await activate('harbour');
      const { body } = await world().ada.get('/audit?per_page=3');
      expect(body).toMatchObject([
        { action: 'theme.activate', target_type: 'theme', target_id: 'harbour' },
        { action: 'theme.upload', reason: 'archive_unreadable' },
        { action: 'theme.upload', target_type: 'theme', target_id: 'harbour' },
      ]);
    });
  },
  { environment: { CATALOG_URL: catalogue.path, CATALOG_KEY: catalogue.key.publicKey } },
);
