import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { tgzOf } from '../support/archives.ts';
import { places, roundsOfKills } from './places.ts';
import { type Killable, signIn, startServer, withAdministrator } from './server-process.ts';

/** Enough for an upload to take some hundredths of a second. */
const picture = Buffer.alloc(20_000_000, 'x');

const packageOf = (slug: string) =>
  tgzOf([
    { name: 'theme/theme.json', text: JSON.stringify({ slug, name: slug, version: '1.0.0' }) },
    { name: 'theme/theme.css', text: ':root { --radius: 2px }' },
    { name: 'theme/picture.png', text: picture },
  ]);

describe.each(places)('a server on $name that is killed while themes are uploaded', (place) => {
  it('has each theme whole or not at all, and those that it acknowledged', { timeout: 600_000 }, async () => {
    const { variables, remove } = await place.open();
    const given = withAdministrator(variables);
    const started: Killable[] = [];
    const start = async () => {
      const server = await startServer(given);
      started.push(server);
      const headers = { authorization: `Bearer ${await signIn(server.url)}` };
      const post = async (route: string, body: FormData | string) => {
        const type = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
        const init = { method: 'POST', headers: { ...headers, ...type }, body };
        const answer = await fetch(`${server.url}/index.php?rest_route=/shop-admin/${route}`, init);
        return { status: answer.status, body: (await answer.json()) as Readonly<Record<string, unknown>> };
      };
      return { server, post };
    };
    try {
      let { server, post } = await start();
      for (let round = 0; round < 2 * (roundsOfKills[place.name] ?? 1); round += 1) {
        const slugs = Array.from({ length: 8 }, (_, at) => `round-${round}-${at}`);
        const acknowledged: string[] = [];
        const uploads = slugs.map(async (slug) => {
          const form = new FormData();
          form.set('pluginzip', new Blob([new Uint8Array(packageOf(slug))]), 'theme.tgz');
          if ((await post('themes', form)).body.status === 'success') acknowledged.push(slug);
        });
        const settled = Promise.allSettled(uploads);
        await setTimeout(Math.random() * 600);
        await server.kill();
        await settled;
        ({ server, post } = await start());
        for (const slug of slugs) {
          const { status } = await post('onboarding/themes/activate', JSON.stringify({ theme: slug }));
          expect([200, acknowledged.includes(slug) ? 200 : 404]).toContain(status);
          const sheet = await (await fetch(`${server.url}/site.css`)).text();
          if (status === 200) expect(sheet).toContain('--radius: 0.125rem;');
        }
        await post('onboarding/themes/activate', JSON.stringify({ theme: 'default' }));
      }
    } finally {
      for (const each of started) await each.kill();
      await remove();
    }
  });
});
