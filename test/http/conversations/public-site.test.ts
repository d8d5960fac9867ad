import { beforeAll, describe, expect, it } from 'vitest';
import { askShop, type ShopRequestInit } from '../../support/shop-client.ts';
import { inWorld, onEveryDatabase, type World } from '../../support/world.ts';

const products = '/shop/v3/products';
const pages = '/cms/v2/pages';
const asAda =
  (world: () => World) =>
  (method: string, route: string, init: ShopRequestInit = {}) =>
    askShop(world(), method, route, { bearer: world().ada.token ?? '', ...init });
const get = async (url: string, init: RequestInit = {}) => {
  const answer = await fetch(url, { redirect: 'manual', ...init });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

onEveryDatabase('slugs of products', (world) => {
  const ask = asAda(world);
  const create = async (body: object) => (await ask('POST', products, { body })).body;

  it('are made of the name, unique, and kept when the name changes', async () => {
    const first = await create({ name: "Ann's Blaue Tässe, 0.5 l" });
    expect(first).toMatchObject({
      slug: 'anns-blaue-tasse-0-5-l',
      permalink: `${world().url}/product/anns-blaue-tasse-0-5-l`,
    });
    const second = await create({ name: 'Anns blaue Tasse 0.5 L' });
    expect(second.slug).toBe(`anns-blaue-tasse-0-5-l-${second.id}`);
    const renamed = await ask('PATCH', `${products}/${first.id}`, { body: { name: 'Red mug' } });
    expect(renamed.body).toMatchObject({ name: 'Red mug', slug: 'anns-blaue-tasse-0-5-l' });
  });

  it.each([
    ['Чай с лимоном', 'чай-с-лимоном'],
    ['緑茶', '緑茶'],
    ['한국 차', '한국-차'],
    ['  --A/B\\C..%2F?# ', 'a-b-c-2f'],
  ])('of %j is %j', async (name, slug) => {
    expect(await create({ name })).toMatchObject({ slug });
  });

  it('of a name without letters is a word, then the word and the id', async () => {
    expect((await create({ name: '!!!' })).slug).toBe('product');
    const next = await create({ name: '???' });
    expect(next.slug).toBe(`product-${next.id}`);
  });

  it('may be set, and are made plain and unique', async () => {
    expect((await create({ name: 'Given', slug: 'My Own/Slug' })).slug).toBe('my-own-slug');
    const other = await create({ name: 'Given', slug: 'my-own-slug' });
    expect(other.slug).toBe(`my-own-slug-${other.id}`);
    const moved = await ask('PUT', `${products}/${other.id}`, { body: { slug: 'elsewhere' } });
    expect(moved.body).toMatchObject({ slug: 'elsewhere' });
    const same = await ask('PUT', `${products}/${other.id}`, { body: moved.body });
    expect(same.body).toEqual(moved.body);
  });

  it('are audited', async () => {
    const made = await create({ name: 'Audited mug' });
    expect(made.slug).toBe('audited-mug');
    const { body } = await world().ada.get('/audit?action=product.create');
    expect(JSON.stringify(body)).toContain('"slug":{"from":null,"to":"audited-mug"}');
  });

  it('made at the same time are all different', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => create({ name: 'Rush' })));
    const slugs = made.map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(12);
    expect(slugs).toContain('rush');
  });
});

onEveryDatabase('pages of the public site', (world) => {
  const ask = asAda(world);
  const create = async (body: object) => (await ask('POST', pages, { body })).body;

  it('are created, listed, read, changed and deleted', async () => {
    const made = await create({ title: 'About us', content: '<p>We sell mugs.</p>', status: 'publish' });
    expect(made).toMatchObject({
      slug: 'about-us',
      title: 'About us',
      content: '<p>We sell mugs.</p>',
      status: 'publish',
      author: world().ada.id,
      permalink: `${world().url}/page/about-us`,
    });
    expect((await ask('GET', `${pages}/${made.id}`)).body).toEqual(made);
    expect((await ask('GET', `${pages}?search=ABOUT&status=publish`)).body).toEqual([made]);
    expect((await ask('GET', `${pages}?status=draft&search=about`)).body).toEqual([]);
    const changed = await ask('PATCH', `${pages}/${made.id}`, { body: { title: 'Who we are' } });
    expect(changed.body).toMatchObject({ title: 'Who we are', slug: 'about-us', content: '<p>We sell mugs.</p>' });
    expect((await ask('DELETE', `${pages}/${made.id}`)).status).toBe(200);
    expect(await ask('GET', `${pages}/${made.id}`)).toMatchObject({
      status: 404,
      body: { code: 'rest_page_invalid_id' },
    });
  });

  it('are drafts unless published, and have unique slugs', async () => {
    const first = await create({ title: 'Twice' });
    const second = await create({ title: 'Twice' });
    expect([first.status, first.slug, second.slug]).toEqual(['draft', 'twice', `twice-${second.id}`]);
  });

  it('keep no script, style, form or frame', async () => {
    const content = `<h1>Big</h1><p onclick="x()" style="color:red">Text <script>alert(1)</script><a href="javascript:x()">a</a>
      <a href="https://example.org">b</a><img src="x" onerror="alert(1)"><img src="data:image/svg+xml,<svg onload=x()>">
      <iframe src="https://evil.example"></iframe><form><input></form><svg><script>x()</script></svg><math><mi>`;
    const { content: kept } = (await create({ title: 'Hostile', content })) as never as { content: string };
    expect(kept).toContain('<h2>Big</h2>');
    expect(kept).toContain('<a href="https://example.org" rel="noopener noreferrer">b</a>');
    expect(kept).not.toMatch(/script|style|onclick|onerror|javascript:|data:|iframe|form|input|svg|math|alert/i);
  });

  it.each<[object, string]>([
    [{}, 'title'],
    [{ title: '' }, 'title'],
    [{ title: 'x', status: 'secret' }, 'status'],
    [{ title: 'x'.repeat(501) }, 'title'],
    [{ title: 'x', content: 'x'.repeat(1_000_001) }, 'content'],
    [{ title: 'x', slug: { a: 1 } }, 'slug'],
  ])('%j is refused by naming %s', async (body, member) => {
    const answer = await ask('POST', pages, { body });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body.data)).toContain(`"${member}"`);
  });

  it('cannot be saved under another author or time', async () => {
    const made = await create({ title: 'Mine', author: 1_000_000, modified: '2001-01-01T00:00:00Z' });
    expect(made).toMatchObject({ author: world().ada.id });
    expect(made.modified).not.toContain('2001');
  });

  it('are for editors', async () => {
    const editor = await world().person({ shop_role: 'editor' });
    const made = await ask('POST', pages, { bearer: editor.token ?? '', body: { title: 'By the editor' } });
    expect(made).toMatchObject({ status: 201, body: { author: editor.id } });
    expect((await ask('POST', pages, { bearer: world().mara.token ?? '', body: { title: 'x' } })).status).toBe(403);
  });
});

onEveryDatabase('the public site', (world) => {
  const ask = asAda(world);
  const address = (path: string) => `${world().url}${path}`;
  let draft = '';
  beforeAll(async () => {
    const mug = {
      ...{ name: 'Blue <mug>', description: '<p>Holds <b>tea</b>.<script>alert(1)</script></p>', price: '12.5' },
      ...{ regular_price: '15', sku: 'MUG-1', image: 'https://images.example/mug.jpg' },
    };
    await ask('POST', products, { body: mug });
    await ask('POST', products, { body: { name: 'Secret mug', status: 'private' } });
    await ask('POST', pages, { body: { title: 'About', content: '<p>We sell mugs.</p>', status: 'publish' } });
    draft = String((await ask('POST', pages, { body: { title: 'Draft' } })).body.slug);
  });

  it('shows a product with its discovery links, price and canonical address, and no script', async () => {
    const { status, headers, text } = await get(address('/product/blue-mug'));
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('public, max-age=60');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*frame-ancestors 'none'$/);
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    expect(text).toContain('<h1>Blue &lt;mug&gt;</h1>');
    expect(text).toContain('<s>15.00 USD</s>12.50 USD');
    expect(text).toContain(`<link rel="canonical" href="${address('/product/blue-mug')}">`);
    const endpoint = `${address('/index.php')}?rest_route=%2Foembed%2F1.0%2Fembed&amp;url=${encodeURIComponent(address('/product/blue-mug'))}`;
    expect(text).toContain(`<link rel="alternate" type="application/json+oembed" href="${endpoint}">`);
    expect(text).toContain(`<link rel="alternate" type="text/xml+oembed" href="${endpoint}&amp;format=xml">`);
    expect(text).toContain('<meta property="og:image" content="https://images.example/mug.jpg">');
    expect(text).toContain('<p>Holds <b>tea</b>.</p>');
    expect(text).not.toMatch(/<script|<style|style=|alert\(1\)/);
  });

  it('answers a copy that is still good without a body, and HEAD like GET', async () => {
    const { headers, text } = await get(address('/product/blue-mug'));
    const etag = headers.get('etag') ?? '';
    expect(etag).toMatch(/^"/);
    expect(await get(address('/product/blue-mug'), { headers: { 'if-none-match': etag } })).toMatchObject({
      status: 304,
      text: '',
    });
    const head = await get(address('/product/blue-mug'), { method: 'HEAD' });
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', etag]);
    const plain = { method: 'HEAD', headers: { 'accept-encoding': 'identity' } };
    const { headers: plainHeaders } = await get(address('/product/blue-mug'), plain);
    expect(plainHeaders.get('content-length')).toBe(String(Buffer.byteLength(text)));
  });

  it('is the same with a slash at the end, and shows pages', async () => {
    expect((await get(address('/product/blue-mug/'))).status).toBe(200);
    const page = await get(address('/page/about'));
    expect(page).toMatchObject({ status: 200 });
    expect(page.text).toContain('<div class="content"><p>We sell mugs.</p></div>');
  });

  it('has a frame for each, which others may frame and which runs nothing', async () => {
    const { status, headers, text } = await get(address('/product/blue-mug/embed/'));
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toMatch(/^sandbox allow-scripts /);
    expect(headers.get('content-security-policy')).toMatch(/frame-ancestors \*$/);
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(text).toContain('12.50 USD');
    expect(text).not.toMatch(/<script/);
    for (const path of ['/page/about/embed/', '/page/about/embed', '/embed/'])
      expect((await get(address(path))).status).toBe(200);
  });

  it.each([
    ['/product/secret-mug', 'not published'],
    ['/product/none', 'unknown'],
    ['/product/BLUE-MUG', 'in another case'],
    ['/page/none', 'unknown'],
    ['/product/%00', 'unreadable'],
    ['/product/%ff', 'unreadable'],
    ['/product/..%2f..%2fetc', 'a path'],
    ["/product/'%20or%20'1'='1", 'SQL'],
  ])('has no page %s: %s', async (path) => {
    const { status, text, headers } = await get(address(path));
    expect(status).toBe(404);
    if (headers.get('content-type')?.startsWith('text/html')) expect(text).toContain('<h1>Not found</h1>');
  });

  it('does not show drafts', async () => {
    expect((await get(address(`/page/${draft}`))).status).toBe(404);
  });

  it('begins with the name of the shop, a way in and the docs', async () => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await get(address('/'), { method });
      expect(status).toBe(200);
      expect(headers.get('link')).toBe(`<${address('/index.php?rest_route=/')}>; rel="service-desc"`);
    }
    const { text } = await get(address('/'));
    expect(text).toContain('<h1>Backroom</h1>');
    for (const [, href = ''] of text.matchAll(/<a href="([^"]+)"/g))
      expect((await get(address(href))).status, href).toBeLessThan(400);
  });

  it('begins with the front page when one is set, and the index names it', async () => {
    const about = (await ask('GET', `${pages}?search=about`)).body as never as readonly [{ readonly id: number }];
    const { core, actor } = { core: world().application.core, actor: await world().application.actor('system') };
    await core.settings.changeShopSettings(actor, { record: { front_page: about[0].id, site_name: 'Mugs' } });
    const { text } = await get(address('/'));
    expect(text).toContain('<h1>About</h1>');
    expect(text).toContain('<title>Mugs</title>');
    const index = (await ask('GET', '/')).body;
    expect(index).toMatchObject({ page_on_front: about[0].id, show_on_front: 'page' });
    await core.settings.changeShopSettings(actor, { record: { front_page: null, site_name: null } });
  });

  it('has an icon, a stylesheet and rules for robots', async () => {
    for (const [path, type] of [
      ['/favicon.ico', 'image/svg+xml'],
      ['/favicon.svg', 'image/svg+xml'],
      ['/site.css', 'text/css; charset=utf-8'],
      ['/robots.txt', 'text/plain; charset=utf-8'],
    ] as const)
      expect((await get(address(path))).headers.get('content-type'), path).toBe(type);
    expect((await get(address('/robots.txt'))).text).toContain('Disallow: /cms-admin');
  });

  it('can only be read', async () => {
    const { status, headers } = await get(address('/product/blue-mug'), { method: 'POST' });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  describe('oEmbed', () => {
    const embed = (query: string) => get(address(`/index.php?rest_route=%2Foembed%2F1.0%2Fembed&${query}`));
    const mug = () => `url=${encodeURIComponent(address('/product/blue-mug'))}`;

    it('describes a product', async () => {
      const { status, headers, text } = await embed(`${mug()}&maxwidth=400`);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('application/json; charset=UTF-8');
      const body = JSON.parse(text);
      expect(body).toMatchObject({
        ...{ version: '1.0', type: 'rich', title: 'Blue <mug>', provider_name: 'Backroom', width: 400, height: 225 },
        ...{ provider_url: world().url, author_name: 'Backroom', thumbnail_url: 'https://images.example/mug.jpg' },
      });
      const [, secret] = /data-secret="(\w{10})"/.exec(body.html) ?? [];
      expect(body.html).toContain(`<a href="${address('/product/blue-mug')}">Blue &lt;mug&gt;</a></blockquote>`);
      expect(body.html).toMatch(/<iframe sandbox="allow-scripts[^"]*" security="restricted"/);
      expect(body.html).toContain(`src="${address('/product/blue-mug')}/embed/#?secret=${secret}"`);
      expect(body.html).toContain('title="“Blue &lt;mug&gt;” – Backroom"');
    });

    it.each([
      ['', 600, 338],
      ['&maxwidth=100', 200, 200],
      ['&maxwidth=-300', 300, 200],
      ['&maxwidth=9999', 600, 338],
      ['&maxwidth=x', 200, 200],
      ['&maxwidth=450.9', 450, 254],
    ])('with %j is %i wide and %i high', async (query, width, height) => {
      expect(JSON.parse((await embed(mug() + query)).text)).toMatchObject({ width, height });
    });

    it('is XML on request, refusals too', async () => {
      const { status, headers, text } = await embed(`${mug()}&format=xml`);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/xml; charset=utf-8']);
      expect(text).toMatch(
        /^<\?xml version="1\.0" encoding="utf-8" standalone="yes"\?>\n<oembed><version>1\.0<\/version>/,
      );
      expect(text).toContain('<title>Blue &lt;mug&gt;</title>');
      const refusal = await embed('url=https%3A%2F%2Felsewhere.example%2F&format=xml');
      expect([refusal.status, refusal.headers.get('content-type')]).toEqual([404, 'text/xml; charset=utf-8']);
      expect(refusal.text).toContain('<code>oembed_invalid_url</code>');
      expect((await embed(`${mug()}&format=yaml`)).headers.get('content-type')).toMatch(/json/);
      const head = await get(address(`/index.php?rest_route=/oembed/1.0/embed&${mug()}&format=xml`), {
        method: 'HEAD',
      });
      expect(head.headers.get('content-type')).toMatch(/json/);
    });

    it.each([
      '/product/secret-mug',
      '/product/none',
      '/page/draft',
      '/cms-admin/',
      '/docs',
      '/product/',
      '/product/blue-mug/more',
    ])('of %s is 404', async (path) => {
      const { status, text } = await embed(`url=${encodeURIComponent(address(path))}`);
      expect([status, JSON.parse(text)]).toEqual([
        404,
        { code: 'oembed_invalid_url', message: 'Not Found', data: { status: 404 } },
      ]);
    });

    it.each(['https://elsewhere.example/product/blue-mug', 'http://127.0.0.1:1/product/blue-mug'])(
      'of %s is 404',
      async (url) => {
        expect((await embed(`url=${encodeURIComponent(url)}`)).status).toBe(404);
      },
    );

    it.each(['url=nonsense', 'url=javascript:alert(1)', 'url=', ''])('with %j is 400', async (query) => {
      expect((await embed(query)).status).toBe(400);
    });

    it('of the front page exists when one is set, and of pages', async () => {
      expect((await embed(`url=${encodeURIComponent(world().url)}`)).status).toBe(404);
      expect((await embed(`url=${encodeURIComponent(address('/page/about/'))}`)).status).toBe(200);
    });
  });
});

describe('a site that publishes no pages', () => {
  inWorld(
    'embedded',
    (world) => {
      it('links to the interface, and shows nothing else', async () => {
        const ask = asAda(world);
        await ask('POST', products, { body: { name: 'Mug' } });
        const front = await get(`${world().url}/`);
        expect([front.status, front.headers.get('link')]).toEqual([
          200,
          `<${world().url}/index.php?rest_route=/>; rel="https://api.example/rel"`,
        ]);
        expect((await get(`${world().url}/product/mug`)).status).toBe(404);
        const embed = `${world().url}/index.php?rest_route=/oembed/1.0/embed&url=${encodeURIComponent(`${world().url}/product/mug`)}`;
        expect((await get(embed)).status).toBe(404);
      });
    },
    { environment: { PUBLIC_PAGES: 'off', SHOP_DISCOVERY_REL: 'https://api.example/rel' } },
  );
});
