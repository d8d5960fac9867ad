import { PHONE_APP_ID } from '@backroom/core/phones';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basicHeader } from '../support/shop-client.ts';
import { dataTemplate, serving, type Typing } from './terminal.ts';

let template: Awaited<ReturnType<typeof dataTemplate>>;
let server: Awaited<ReturnType<typeof serving>>;
const run = (argv: readonly string[], typing: Typing = {}) => server.run(argv, typing);

beforeAll(async () => {
  template = await dataTemplate();
  server = await serving(await template.copy('phones'));
  for (const name of ['anna', 'bea'])
    await run(['users', 'create', name, '--password-stdin'], { input: `a horse in a field for ${name}` });
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await template?.[Symbol.asyncDispose]();
});

/** An application password, by default as a phone gets it. */
const addPassword = async (user: string, flags: readonly string[] = ['--app-id', PHONE_APP_ID]) => {
  const { json } = await run(['app-passwords', 'create', user, `Phone of ${user}`, ...flags, '--json']);
  const { uuid, password } = json() as { readonly uuid: string; readonly password: string };
  const address = `${server.url}/index.php?rest_route=/cms/v2/users/me/application-passwords/introspect`;
  const works = async () =>
    (await fetch(address, { headers: { authorization: basicHeader([user, password]) } })).status === 200;
  return { uuid, works };
};
const listed = async (...argv: string[]) =>
  ((await run(['phones', 'list', ...argv, '--json'])).json() as { readonly uuid: string }[]).map(({ uuid }) => uuid);

describe('phones', () => {
  it('are listed of all accounts or of one, without other applications', async () => {
    const [annas, beas] = [await addPassword('anna'), await addPassword('bea')];
    const till = await addPassword('anna', []);
    expect(await listed()).toEqual([annas.uuid, beas.uuid]);
    expect(await listed('bea')).toEqual([beas.uuid]);
    const { out } = await run(['phones', 'list']);
    expect(out.split('\n')[0]).toMatch(/^user +uuid +name +signed in +last used +from$/);
    expect(out).not.toContain(till.uuid);
  });

  it('are signed out one by one, and only phones of that account', async () => {
    const [phone, till] = [await addPassword('anna'), await addPassword('anna', [])];
    expect((await run(['phones', 'revoke', 'bea', phone.uuid])).code).toBe(3);
    expect((await run(['phones', 'revoke', 'anna', till.uuid])).code).toBe(3);
    expect(await phone.works()).toBe(true);
    const { json } = await run(['phones', 'revoke', 'anna', phone.uuid.toUpperCase(), '--json']);
    expect(json()).toEqual({ deleted: true, count: 1 });
    expect([await phone.works(), await till.works()]).toEqual([false, true]);
    expect((await run(['phones', 'revoke', 'anna', phone.uuid])).code).toBe(3);
  });

  it('are signed out together, of one account or of all', async () => {
    await addPassword('anna');
    const [beas, till] = [await addPassword('bea'), await addPassword('bea', [])];
    expect((await run(['phones', 'revoke'])).code).toBe(2);
    expect((await run(['phones', 'revoke', 'anna', '--all'])).code).toBe(2);
    expect((await run(['phones', 'revoke', 'anna', '--yes'])).code).toBe(0);
    expect(await listed('anna')).toEqual([]);
    expect(await beas.works()).toBe(true);
    expect((await run(['phones', 'revoke', '--all', '--yes'])).code).toBe(0);
    expect(await listed()).toEqual([]);
    expect([await beas.works(), await till.works()]).toEqual([false, true]);
    expect((await run(['phones', 'revoke', '--all', '--yes', '--json'])).json()).toEqual({ deleted: true, count: 0 });
  });
});
