import { userInfo } from 'node:os';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { backroom, dataTemplate, serving } from './terminal.ts';

// Each of them makes a database or starts a server.
vi.setConfig({ testTimeout: 90_000 });

let template: Awaited<ReturnType<typeof dataTemplate>>;
beforeAll(async () => {
  template = await dataTemplate();
});
afterAll(() => template?.[Symbol.asyncDispose]());

const operator = `cli:${userInfo().username}`;
const create = ['users', 'create', 'anna', '--admin', '--generate'];
const list = ['audit', 'list', '--action', 'user.*', '--json'];
const entry = { action: 'user.create', outcome: 'ok', actor_username: operator, target_type: 'user' };

describe('audit list', () => {
  it('names the operator of a command', async () => {
    const environment = { DATA_DIR: await template.copy('alone') };
    await backroom(create, { environment });
    expect((await backroom(list, { environment })).json()).toMatchObject([
      { ...entry, changes: { username: { from: null, to: 'anna' }, must_change_password: { from: null, to: true } } },
    ]);
  });

  it('names the operator of a command also when the server ran it', async () => {
    await using server = await serving(await template.copy('beside'));
    await server.run(create);
    const [newest] = (await server.run(list)).json() as readonly object[];
    expect(newest).toMatchObject({ ...entry, changes: { username: { from: null, to: 'anna' } } });
  });

  it('shows what was refused, in readable words', async () => {
    const environment = { DATA_DIR: await template.copy('refused') };
    await backroom(create, { environment });
    expect((await backroom(create, { environment })).code).toBe(4);
    const { out, err } = await backroom(['audit', 'list', '--outcome', 'failed'], { environment });
    expect(out).toMatch(/user\.create +failed .*username_taken/);
    expect(err).toBe('');
    const some = await backroom(['audit', 'list', '--limit', '1'], { environment });
    expect(some.err).toMatch(/1 of \d+ entries/);
  });

  it('refuses what is no filter, with 2', async () => {
    const { code } = await backroom(['audit', 'list', '--outcome', 'maybe']);
    expect(code).toBe(2);
  });
});
