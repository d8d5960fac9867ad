import { createSignInLink } from '@backroom/core/identity';
import { describe, expect, it } from 'vitest';
import { openBrowser } from '../../support/page-browser.ts';
import { inWorld, onEveryDatabase } from '../../support/world.ts';

const page = (secret: string) => `/cms-admin/open?token=${secret}`;

onEveryDatabase('a sign-in link', (world) => {
  const link = async (id = world().mara.id) => {
    const { application } = world();
    const made = await application.core.run(createSignInLink, await application.actor('command_line'), { id });
    world().keepSecret(made.secret, 'the secret of a sign-in link');
    return made.secret;
  };
  const spend = async (secret: string, browser = openBrowser(world)) => {
    const _cmsnonce = await browser.nonceOn(page(secret));
    return browser.send('/cms-admin/open', { token: secret, _cmsnonce });
  };
  const entries = async (action: string) => {
    const { application } = world();
    const actor = await application.actor('command_line');
    return (await application.core.audit.listAuditEntries(actor, { action, page: 1, perPage: 5 })).entries;
  };

  it('is shown by GET any number of times, and signs in once by POST', async () => {
    const secret = await link();
    for (let look = 0; look < 3; look += 1) {
      const { status, headers } = await openBrowser(world).ask(page(secret));
      expect([status, headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
        200,
        'no-store',
        'no-referrer',
      ]);
    }
    const browser = openBrowser(world);
    const answer = await spend(secret, browser);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/cms-admin/']);
    expect((await browser.ask('/cms-admin/')).text).toMatch(/Signed in as<\/dt><dd>mara</);
    const again = await spend(secret);
    expect([again.status, again.text.includes('used already, or has expired')]).toEqual([401, true]);
  });

  it('has a single winner', async () => {
    const secret = await link();
    const all = await Promise.all(Array.from({ length: 6 }, () => spend(secret)));
    expect(all.map(({ status }) => status).toSorted()).toEqual([303, 401, 401, 401, 401, 401]);
  });

  it('is recorded, made, used and refused', async () => {
    const secret = await link();
    await spend(secret);
    await spend(secret);
    expect(await entries('sign_in_link.create')).toMatchObject([{ targetId: String(world().mara.id) }, {}, {}]);
    const [refused, used] = await entries('sign_in_link.use');
    expect(refused).toMatchObject({ outcome: 'denied', actorUserId: null });
    expect(used).toMatchObject({ outcome: 'ok', actorUserId: world().mara.id });
  });

  it('ends after five minutes', async () => {
    const secret = await link();
    await world().later(300_000);
    expect(await spend(secret)).toMatchObject({ status: 401 });
  });

  it('is refused for disabled accounts, before and after it was made', async () => {
    const person = await world().person();
    const secret = await link(person.id);
    expect(await world().ada.put(`/users/${person.id}`, { is_active: false })).toMatchObject({ status: 200 });
    expect(await spend(secret)).toMatchObject({ status: 401 });
    await expect(link(person.id)).rejects.toMatchObject({ code: 'account_disabled' });
    expect((await entries('sign_in_link.create'))[0]).toMatchObject({ outcome: 'failed', reason: 'account_disabled' });
    await expect(link(2_000_000_000)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('ends with all sessions of the account', async () => {
    const person = await world().person();
    const secret = await link(person.id);
    await world().ada.post(`/users/${person.id}/revoke-tokens`);
    expect(await spend(secret)).toMatchObject({ status: 401 });
  });

  it('is not spent by a form of another site', async () => {
    const secret = await link();
    const browser = openBrowser(world);
    expect(await browser.send('/cms-admin/open', { token: secret })).toMatchObject({ status: 403 });
    const _cmsnonce = await browser.nonceOn(page(secret));
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect(await browser.send('/cms-admin/open', { token: secret, _cmsnonce }, headers)).toMatchObject({ status: 403 });
    expect(await spend(secret, browser)).toMatchObject({ status: 303 });
  });

  it('is made by the operator only: members may not', async () => {
    const { application, mara } = world();
    const actor = await application.core.identity.authenticateToken(
      { ...(await application.actor('system')) },
      { token: mara.token ?? '', origin: {} },
    );
    await expect(application.core.run(createSignInLink, actor, { id: mara.id })).rejects.toMatchObject({
      code: 'admin_required',
    });
  });
});

describe('sign-in links that are guessed', () => {
  inWorld(
    'embedded',
    (world) => {
      it('are limited by network', async () => {
        const browser = openBrowser(world);
        const token = 'A'.repeat(24);
        const statuses: number[] = [];
        for (let attempt = 0; attempt < 7; attempt += 1) {
          const _cmsnonce = await browser.nonceOn(page(token));
          statuses.push((await browser.send('/cms-admin/open', { token, _cmsnonce })).status);
        }
        expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
      });
    },
    { environment: { RATE_LIMIT_LOGIN_IP: '5' } },
  );
});
