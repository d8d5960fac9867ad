import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CountingServer, startCountingServer } from '../../support/outbound-servers.ts';
import { askShop, type ShopRequestInit } from '../../support/shop-client.ts';
import { onEveryDatabase } from '../../support/world.ts';

const hostile = [
  '<script>alert(1)</script>',
  '<blockquote onclick="x()"><a href="https://videos.example/1" style="x">One</a></blockquote>',
  '<iframe src="https://videos.example/player" onload="x()" srcdoc="<script>x()</script>" allow="camera" width="300"',
  ' height="200" sandbox="allow-same-origin"></iframe><iframe src="https://second.example"></iframe>',
  '<img src=x onerror=alert(1)><svg onload=x()></svg><object data="x"></object><form action="x"></form>',
].join('');

/** Answers of the provider by path; HERE is replaced by the address of the server. */
const answers: Readonly<Record<string, { status?: number; type?: string; body: string }>> = {
  '/page': {
    body: '<html><head><link rel="alternate" type="text/xml+oembed" href="/xml"><link REL="Alternate" type="application/json+oembed" href="/oembed?url=x"></head>',
  },
  '/oembed': {
    type: 'application/json',
    body: JSON.stringify({ type: 'rich', title: 'T', html: hostile, width: '300' }),
  },
  '/xml-page': { body: '<link rel="alternate" type="text/xml+oembed" href="/xml?a=1#top">' },
  '/xml': {
    type: 'text/xml',
    body: '<?xml version="1.0"?><oembed><type>video</type><html>&lt;iframe src="https://v.example/1"&gt;&lt;/iframe&gt;</html></oembed>',
  },
  '/no-json-page': { body: '<link rel="alternate" type="application/json+oembed" href="/no-json?format=json&url=y">' },
  '/no-json': { status: 501, body: 'Not Implemented' },
  '/photo-page': { body: '<link rel="alternate" type="application/json+oembed" href="/photo">' },
  '/photo': {
    body: JSON.stringify({ type: 'photo', url: 'https://i.example/a.jpg"><script>x()</script>', title: '<b>' }),
  },
  '/good-photo-page': { body: '<link rel="alternate" type="application/json+oembed" href="/good-photo">' },
  '/good-photo': {
    body: JSON.stringify({ type: 'photo', url: 'https://i.example/a.jpg', title: '<b>', width: 10, height: 20 }),
  },
  '/link-page': { body: '<link rel="alternate" type="application/json+oembed" href="/link">' },
  '/link': {
    body: JSON.stringify({ type: 'link', title: 'A&B', url: 'javascript:alert(1)', provider_url: 'https://l.example' }),
  },
  '/empty-page': { body: '<link rel="alternate" type="application/json+oembed" href="/empty">' },
  '/empty': { body: JSON.stringify({ type: 'rich', html: '<script>x()</script><p>text</p>' }) },
  '/body-link': { body: '<head></head><body><link rel="alternate" type="application/json+oembed" href="/oembed">' },
  '/nothing': { body: '<html><head><title>Nothing</title></head></html>' },
  '/broken-page': { body: '<link rel="alternate" type="application/json+oembed" href="/broken">' },
  '/broken': { body: '{"type":"rich"' },
  '/unknown-page': { body: '<link rel="alternate" type="application/json+oembed" href="/unknown">' },
  '/unknown': { body: '{"type":"script","html":"<script>x()</script>"}' },
  '/private-page': {
    body: '<link rel="alternate" type="application/json+oembed" href="http://169.254.169.254/latest">',
  },
  '/song.mp3': { type: 'audio/mpeg', body: 'ID3' },
};

let provider: CountingServer;
let folder: string;

beforeAll(async () => {
  provider = await startCountingServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://provider');
    if (pathname === '/down') return void response.destroy();
    const found = pathname === '/no-json' && searchParams.get('format') === 'xml' ? answers['/xml'] : answers[pathname];
    const { status = 200, type = 'text/html', body } = found ?? { status: 404, body: 'none' };
    response.writeHead(status, { 'content-type': type, 'set-cookie': 'a=b' }).end(body);
  });
  folder = await mkdtemp(join(tmpdir(), 'backroom-embeds-'));
  const listed = [{ pattern: `${provider.url}/listed/.*`, endpoint: `${provider.url}/oembed` }];
  await writeFile(join(folder, 'providers.json'), JSON.stringify(listed));
});
afterAll(async () => {
  await provider?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

describe('the embed proxy', () => {
  const environment: Record<string, string> = {};
  beforeAll(() => {
    Object.assign(environment, {
      OUTBOUND_ALLOW: `127.0.0.1:${provider.port}`,
      EMBED_PROVIDERS_FILE: join(folder, 'providers.json'),
    });
  });

  onEveryDatabase(
    'of a site',
    (world) => {
      const ask = (
        query: Readonly<Record<string, string>>,
        init: ShopRequestInit = { bearer: world().ada.token ?? '' },
      ) => askShop(world(), 'GET', `/oembed/1.0/proxy?${new URLSearchParams(query)}`, init);
      const embed = (path: string, more: Readonly<Record<string, string>> = {}) =>
        ask({ url: `${provider.url}${path}`, ...more });
      const asked = async (work: () => Promise<unknown>) => {
        const before = provider.requests.length;
        await work();
        return provider.requests.slice(before);
      };

      it('finds the endpoint in the page, JSON first, and keeps of its HTML a link, a quotation and one sandboxed frame', async () => {
        const { status, body } = await embed('/page', { maxwidth: '500' });
        expect(status).toBe(200);
        expect(body).toMatchObject({ type: 'rich', title: 'T', width: 300 });
        expect(body.html).toBe(
          '<blockquote><a href="https://videos.example/1" rel="nofollow noopener noreferrer">One</a></blockquote>' +
            '<iframe src="https://videos.example/player" width="300" height="200" title="T" sandbox="allow-scripts" ' +
            'security="restricted" loading="lazy" referrerpolicy="strict-origin-when-cross-origin"></iframe>',
        );
        const [page, oembed = ''] = provider.requests.slice(-2);
        expect(page).toBe('GET /page');
        expect(oembed).toBe('GET /oembed?url=x&maxwidth=500&maxheight=750&dnt=1&format=json');
      });

      it('serves the same document to all accounts for a day, without another request', async () => {
        await embed('/page');
        const editor = await world().person({ shop_role: 'editor' });
        const requests = await asked(async () => {
          const again = await ask({ url: `${provider.url}/page` }, { bearer: editor.token ?? '' });
          expect(again.status).toBe(200);
        });
        expect(requests).toEqual([]);
        await world().later(86_400_001);
        expect(await asked(() => embed('/page'))).toHaveLength(2);
      });

      it('reads XML where there is no JSON', async () => {
        const xml = await embed('/xml-page');
        expect(xml.body.html).toContain('<iframe src="https://v.example/1"');
        expect(provider.requests.at(-1)).toMatch(/^GET \/xml\?a=1&maxwidth=600&maxheight=900&url=.*&format=xml$/);
        expect((await embed('/no-json-page')).body.html).toContain('<iframe src="https://v.example/1"');
        expect(provider.requests.slice(-2).map((each) => /format=\w+/.exec(each)?.[0])).toEqual([
          'format=json',
          'format=xml',
        ]);
      });

      it('requests a provider of the list at once', async () => {
        const requests = await asked(async () => {
          const { body } = await embed('/listed/video?a=1&b', { discover: 'false' });
          expect(body.html).toContain('sandbox="allow-scripts allow-same-origin allow-popups allow-presentation"');
          expect(body.html).not.toMatch(/script>|onload|onclick|srcdoc|allow="/);
        });
        const address = encodeURIComponent(`${provider.url}/listed/video?a=1&b`);
        expect(requests).toEqual([`GET /oembed?maxwidth=600&maxheight=900&url=${address}&dnt=1&format=json`]);
      });

      it('makes the HTML of photos and links itself', async () => {
        expect((await embed('/good-photo-page')).body.html).toBe(
          '<a href="https://i.example/a.jpg"><img src="https://i.example/a.jpg" alt="&lt;b&gt;" width="10" height="20"></a>',
        );
        expect((await embed('/link-page')).body.html).toBe('<a href="https://l.example">A&amp;B</a>');
      });

      it('shows nothing of HTML that has no frame and no quotation', async () => {
        expect(await embed('/empty-page')).toMatchObject({ status: 200, body: { type: 'rich', html: false } });
      });

      it('plays media files', async () => {
        expect((await embed('/song.mp3')).body).toEqual({
          provider_name: 'Embed Handler',
          html: `<audio controls preload="none" src="${provider.url}/song.mp3"><a href="${provider.url}/song.mp3">${provider.url}/song.mp3</a></audio>`,
          scripts: [],
        });
        const requests = await asked(async () => {
          const video = await ask({ url: 'https://media.example/a%22b.mp4?x=1', discover: '0' });
          expect(video.body.html).toMatch(
            /^<video controls preload="none" src="https:\/\/media\.example\/a%22b\.mp4\?x=1">/,
          );
        });
        expect(requests).toEqual([]);
      });

      it('embeds pages of this site without a request', async () => {
        const product = { name: 'Mug' };
        await askShop(world(), 'POST', '/shop/v3/products', { bearer: world().ada.token ?? '', body: product });
        const own = await ask({ url: `${world().url}/product/mug`, maxwidth: '300' });
        expect(own).toMatchObject({ status: 200, body: { title: 'Mug', width: 300, height: 200 } });
        expect((await ask({ url: `${world().url}/product/none` })).status).toBe(404);
      });

      it.each([
        '/nothing',
        '/missing',
        '/body-link',
        '/broken-page',
        '/unknown-page',
        '/photo-page',
        '/private-page',
        '/down',
      ])('of %s is 404, whatever the reason', async (path) => {
        const { status, body } = await embed(path);
        expect([status, body]).toEqual([
          404,
          { code: 'oembed_invalid_url', message: 'Not Found', data: { status: 404 } },
        ]);
      });

      it('requests again after five minutes where there was nothing, and at once after a failure', async () => {
        expect(await asked(() => embed('/nothing'))).toHaveLength(0);
        await world().later(300_001);
        expect(await asked(() => embed('/nothing'))).toHaveLength(1);
        expect(await asked(() => embed('/down'))).toHaveLength(1);
        expect(await asked(() => embed('/down'))).toHaveLength(1);
      });

      it('logs the reason of a failure, and does not disclose it', async () => {
        await embed('/private-page?again');
        const reasons = world().log.entries.filter(({ event }) => event === 'outbound request failed');
        expect(JSON.stringify(reasons)).toContain('169.254.169.254 is not public');
      });

      it('sends nothing without discovery', async () => {
        expect(await asked(() => embed('/page?fresh', { discover: 'false' }))).toEqual([]);
      });

      it.each([
        [{}, 'rest_missing_callback_param'],
        [{ url: 'nonsense' }, 'rest_invalid_param'],
        [{ url: 'ftp://x.example/' }, 'rest_invalid_param'],
        [{ url: 'https://x.example', discover: 'notaboolean' }, 'rest_invalid_param'],
        [{ url: 'https://x.example', maxwidth: 'wide' }, 'rest_invalid_param'],
        [{ url: 'https://x.example', format: 'yaml' }, 'rest_invalid_param'],
      ])('with %j is 400 %s, also for strangers', async (query, code) => {
        for (const init of [undefined, {}])
          expect(await ask(query as Readonly<Record<string, string>>, init)).toMatchObject({
            status: 400,
            body: { code },
          });
      });

      it('is for editors', async () => {
        const query = { url: `${provider.url}/page` };
        expect(await ask(query, {})).toMatchObject({ status: 401, body: { code: 'rest_forbidden' } });
        const mara = { bearer: world().mara.token ?? '' };
        expect(await ask(query, mara)).toMatchObject({ status: 403, body: { code: 'rest_forbidden' } });
      });

      it('requests other servers sixty times a quarter of an hour for one user, and answers from its cache after that', async () => {
        const eager = await world().person({ shop_role: 'editor' });
        const init = { bearer: eager.token ?? '' };
        const statuses: number[] = [];
        for (let index = 0; index < 62; index += 1)
          statuses.push((await ask({ url: `https://none.example/${index}`, discover: 'false' }, init)).status);
        expect(statuses.filter((status) => status === 404)).toHaveLength(60);
        const refused = await ask({ url: 'https://none.example/x', discover: 'false' }, init);
        expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limit_exceeded' } });
        expect(refused.headers.get('retry-after')).toMatch(/^[0-9]+$/);
        expect((await ask({ url: `${provider.url}/page` }, init)).status).toBe(200);
      });
    },
    { environment },
  );
});
