import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openBrowser } from '../support/page-browser.ts';
import { backroom, dataTemplate, serving } from './terminal.ts';

vi.setConfig({ testTimeout: 60_000 });

let template: Awaited<ReturnType<typeof dataTemplate>>;
beforeAll(async () => {
  template = await dataTemplate();
});
afterAll(() => template?.[Symbol.asyncDispose]());

describe('open', () => {
  it('prints a link to the running server that signs in once', async () => {
    await using server = await serving(await template.copy('open'));
    const ended = await server.run(['open', '--user', 'admin', '--json']);
    const { url, expires_at, username } = ended.json() as Readonly<Record<string, string>>;
    expect([ended.code, username, url?.startsWith(`${server.url}/cms-admin/open?token=`)]).toEqual([0, 'admin', true]);
    const left = Date.parse(expires_at ?? '') - Date.now();
    expect([left > 200_000, left <= 300_000]).toEqual([true, true]);
    const browser = openBrowser(() => server);
    const path = (url ?? '').slice(server.url.length);
    const fields = { token: path.split('=')[1] ?? '', _cmsnonce: await browser.nonceOn(path) };
    expect(await browser.send('/cms-admin/open', fields)).toMatchObject({ status: 303 });
    expect((await browser.ask('/cms-admin/')).text).toContain('<dd>admin</dd>');
    const other = openBrowser(() => server);
    expect(await other.send('/cms-admin/open', { ...fields, _cmsnonce: await other.nonceOn(path) })).toMatchObject({
      status: 401,
    });
  });

  it('refuses accounts that may not sign in', async () => {
    await using server = await serving(await template.copy('refused'));
    await server.run(['users', 'create', 'ben', '--generate']);
    await server.run(['users', 'disable', 'ben']);
    const disabled = await server.run(['open', '--user', 'ben', '--json']);
    expect([disabled.code, disabled.problem().code]).toEqual([4, 'account_disabled']);
    expect(await server.run(['open', '--user', 'nobody'])).toMatchObject({ code: 3, out: '' });
    expect(await server.run(['open', '--user', 'system'])).toMatchObject({ code: 3, out: '' });
    expect(await server.run(['open'])).toMatchObject({ code: 2, out: '' });
    const { out, err } = await server.run(['audit', 'list', '--action', 'sign_in_link.*']);
    expect([out, err]).toEqual([expect.stringMatching(/sign_in_link\.create +failed .*account_disabled/), '']);
  });

  it('reports that no server is running', async () => {
    const environment = { DATA_DIR: await template.copy('stopped'), PORT: '9123' };
    await backroom(['users', 'create', 'anna', '--generate'], { environment });
    const { code, out, err } = await backroom(['open', '--user', 'anna'], { environment });
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:9123\/cms-admin\/open\?token=\w{24}\n$/),
    ]);
    expect(err).toContain('backroom serve');
  });
});
