import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basicHeader } from '../support/shop-client.ts';
import { dataTemplate, serving, type Typing } from './terminal.ts';

let template: Awaited<ReturnType<typeof dataTemplate>>;
let server: Awaited<ReturnType<typeof serving>>;
const run = (argv: readonly string[], typing: Typing = {}) => server.run(argv, typing);

beforeAll(async () => {
  template = await dataTemplate();
  server = await serving(await template.copy('app-passwords'));
  await run(['users', 'create', 'anna', '--password-stdin'], { input: 'a horse in a field' });
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await template?.[Symbol.asyncDispose]();
});

const opens = async (password: string) => {
  const address = `${server.url}/index.php?rest_route=/cms/v2/users/me/application-passwords/introspect`;
  return (await fetch(address, { headers: { authorization: basicHeader(['anna', password]) } })).status;
};
const create = async (...argv: string[]) => {
  const { json } = await run(['app-passwords', 'create', 'anna', ...argv, '--json']);
  return json() as { readonly uuid: string; readonly password: string };
};

describe('app-passwords create', () => {
  it('prints a password once, alone on the standard output, and it opens the shop', async () => {
    const { code, out, err } = await run(['app-passwords', 'create', 'anna', 'Till in the hall']);
    expect(code).toBe(0);
    expect(out).toMatch(/^([A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}\n$/);
    expect(err).toMatch(/^Made [0-9a-f-]{36} for anna\./m);
    expect(await opens(out.trim())).toBe(200);
  });

  it('accepts scopes, a moment and an application', async () => {
    const app = '6b1f0f0e-4c1e-4f0e-9d1a-0f6f3f1a2b3c';
    const flags = ['--scopes', 'manage_store,edit_content', '--expires-at', '2999-01-01T00:00:00Z', '--app-id', app];
    expect(await create('Export', ...flags)).toMatchObject({
      name: 'Export',
      app_id: app,
      scopes: ['manage_store', 'edit_content'],
      expires_at: '2999-01-01T00:00:00.000Z',
    });
  });

  it('replaces the earlier passwords of the same application on request', async () => {
    const app = ['--app-id', '0b1f0f0e-4c1e-4f0e-9d1a-0f6f3f1a2b3c'];
    const [one, two] = [await create('One', ...app), await create('Two', ...app, '--replace')];
    expect([await opens(one.password), await opens(two.password)]).toEqual([401, 200]);
  });

  it.each([
    ['a scope that is none', ['x', '--scopes', 'everything'], 2],
    ['a name of blanks', [' '], 5],
    ['an application that is no UUID', ['x', '--app-id', 'till'], 5],
    ['a moment that is over', ['x', '--expires-at', '2001-01-01T00:00:00Z'], 5],
  ])('refuses %s', async (_, argv, code) => {
    expect(await run(['app-passwords', 'create', 'anna', ...argv])).toMatchObject({ code, out: '' });
  });
});

describe('app-passwords list', () => {
  it('shows what there is, and never a secret', async () => {
    const { uuid, password } = await create('Seen');
    const { out } = await run(['app-passwords', 'list', 'anna']);
    expect(out.split('\n')[0]).toMatch(/^uuid +name +created +last used +from +expires +scopes$/);
    expect(out).toContain(uuid);
    const listed = await run(['app-passwords', 'list', 'anna', '--json']);
    expect(listed.json()).toContainEqual(expect.objectContaining({ uuid, name: 'Seen', last_used_at: null }));
    expect(`${out}${listed.out}`).not.toContain(password.slice(0, 9));
  });

  it('ends with 3 for an unknown user', async () => {
    expect((await run(['app-passwords', 'list', 'nobody'])).code).toBe(3);
  });
});

describe('app-passwords revoke', () => {
  it('ends one, and only once', async () => {
    const { uuid, password } = await create('One of them');
    expect(await run(['app-passwords', 'revoke', 'anna', uuid.toUpperCase()])).toMatchObject({ code: 0, out: '' });
    expect(await opens(password)).toBe(401);
    expect((await run(['app-passwords', 'revoke', 'anna', uuid])).code).toBe(3);
  });

  it('ends all on request, and nothing by default', async () => {
    const { password } = await create('All of them');
    expect((await run(['app-passwords', 'revoke', 'anna'])).code).toBe(2);
    expect(await opens(password)).toBe(200);
    expect((await run(['app-passwords', 'revoke', 'anna', '--all', '--yes', '--json'])).json()).toMatchObject({
      deleted: true,
    });
    expect(await opens(password)).toBe(401);
  });
});
