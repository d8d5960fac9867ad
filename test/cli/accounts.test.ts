import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataTemplate, serving, type Typing } from './terminal.ts';

const password = 'a horse in a field';

let template: Awaited<ReturnType<typeof dataTemplate>>;
let server: Awaited<ReturnType<typeof serving>>;
const run = (argv: readonly string[], typing: Typing = {}) => server.run(argv, typing);

beforeAll(async () => {
  template = await dataTemplate();
  server = await serving(await template.copy('accounts'));
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await template?.[Symbol.asyncDispose]();
});

const logIn = async (username: string, secret: string) =>
  (
    await run(['call', 'POST', '/users/login', '--body', '-'], {
      input: JSON.stringify({ username, password: secret }),
    })
  ).code;

describe('users create', () => {
  it('reads the password from the standard input, exactly as it is', async () => {
    const ended = await run(
      ['users', 'create', 'Anna', '--admin', '--email', 'anna@example.org', '--password-stdin', '--json'],
      { input: ` ${password} \n` },
    );
    expect(ended).toMatchObject({ code: 0, err: '' });
    expect(ended.json()).toMatchObject({
      username: 'Anna',
      role: 'admin',
      is_admin: true,
      email: 'anna@example.org',
      must_change_password: false,
    });
    expect(ended.out).not.toContain('generated_password');
    expect([await logIn('anna', ` ${password} `), await logIn('anna', password)]).toEqual([0, 6]);
  });

  it('prints a generated password once, alone on the standard output', async () => {
    const { code, out, err } = await run(['users', 'create', 'ben', '--generate', '--display-name', 'Ben B.']);
    expect(code).toBe(0);
    expect(out).toMatch(/^[A-Za-z0-9]{20}\n$/);
    expect(err).toMatch(/^Made member ben, id [0-9]+\.$/m);
    expect(await logIn('ben', out.trim())).toBe(0);
    expect((await run(['users', 'show', 'ben', '--json'])).json()).toMatchObject({
      must_change_password: true,
      display_name: 'Ben B.',
    });
  });

  it('prompts for the password twice without showing it', async () => {
    const { code, out, err } = await run(['users', 'create', 'cleo'], {
      isTerminal: true,
      input: `${password}\r${password}\r`,
    });
    expect([code, out]).toEqual([0, '']);
    expect(err).toContain('Password: ');
    expect(err).not.toContain('horse');
    expect(await logIn('cleo', password)).toBe(0);
  });

  it('makes nothing when the two passwords differ', async () => {
    const { code } = await run(['users', 'create', 'dora'], { isTerminal: true, input: `${password}\r${password}!\r` });
    expect([code, (await run(['users', 'show', 'dora'])).code]).toEqual([6, 3]);
  });

  it('makes nothing after Ctrl-C', async () => {
    const { code } = await run(['users', 'create', 'dora'], { isTerminal: true, input: 'a horse\x03' });
    expect([code, (await run(['users', 'show', 'dora'])).code]).toEqual([6, 3]);
  });

  it('makes a directory account without a password', async () => {
    const ended = await run(['users', 'create', 'emil', '--source', 'ldap', '--json']);
    expect(ended.json()).toMatchObject({ source: 'ldap', must_change_password: false });
  });

  it.each([
    ['a name that is taken, whatever its case', ['ANNA', '--generate'], 4, 'username_taken'],
    ['a name with blanks', ['anna b', '--generate'], 5, 'validation_failed'],
    ['a reserved name', ['login', '--generate'], 5, 'reserved_name'],
    ['an address that is none', ['fred', '--email', 'fred', '--generate'], 5, 'validation_failed'],
  ])('refuses %s', async (_, argv, code, problem) => {
    const ended = await run(['users', 'create', ...argv, '--json']);
    expect(ended).toMatchObject({ code, out: '' });
    expect(ended.problem().code).toBe(problem);
  });

  it('refuses a common password, without repeating it', async () => {
    const ended = await run(['users', 'create', 'fred', '--password-stdin', '--json'], { input: 'password123\n' });
    expect(ended.code).toBe(5);
    expect(ended.problem()).toMatchObject({ code: 'password_too_common', errors: [{ field: 'password' }] });
    expect(ended.err).not.toContain('password123');
  });

  it('names the argument that is not valid', async () => {
    const { err } = await run(['users', 'create', 'anna b', '--generate']);
    expect(err).toBe('backroom: It does not have the right form.\n  name: It does not have the right form.\n');
  });

  it('prints only the result with --quiet', async () => {
    const { out, err } = await run(['users', 'create', 'gus', '--generate', '--quiet']);
    expect([err, out.length]).toEqual(['', 21]);
  });
});

describe('users list', () => {
  it('shows a table, and JSON to programs', async () => {
    const { out } = await run(['users', 'list', '--role', 'admin']);
    expect(out.split('\n')[0]).toMatch(/^id +username +role +state +source +email +last login$/);
    const entries = (await run(['users', 'list', '--role', 'admin', '--json'])).json() as { readonly role: string }[];
    expect(entries.map(({ role }) => role)).toEqual(entries.map(() => 'admin'));
    expect(entries).toContainEqual(
      expect.objectContaining({ username: 'Anna', id: expect.any(Number), created_at: expect.stringMatching(/Z$/) }),
    );
    expect(entries).not.toContainEqual(expect.objectContaining({ username: 'ben' }));
  });

  it('keeps to one source, and shows the account of the system only with --all', async () => {
    expect((await run(['users', 'list', '--source', 'ldap'])).out).toMatch(/emil/);
    expect((await run(['users', 'list'])).out).not.toMatch(/^1 +system/m);
    expect((await run(['users', 'list', '--all'])).out).toMatch(/^1 +system/m);
  });
});

describe('users show', () => {
  it('finds a user by name in any case, and by id', async () => {
    const byName = (await run(['users', 'show', 'aNNa', '--json'])).json() as { readonly id: number };
    expect((await run(['users', 'show', String(byName.id), '--json'])).json()).toEqual(byName);
  });

  it('ends with 3 for a missing user', async () => {
    const ended = await run(['users', 'show', '2000000000', '--json']);
    expect(ended.code).toBe(3);
    expect(ended.problem()).toMatchObject({ code: 'not_found', detail: 'There is no user 2000000000.' });
  });

  it('refuses digits that are the id of one user and the name of another', async () => {
    const { id } = (await run(['users', 'show', 'ben', '--json'])).json() as { readonly id: number };
    await run(['users', 'create', String(id), '--generate']);
    const ended = await run(['users', 'show', String(id), '--json']);
    expect([ended.code, ended.problem().code]).toEqual([4, 'ambiguous_user']);
  });
});

describe('users set-password', () => {
  it('sets it from the standard input', async () => {
    expect(
      await run(['users', 'set-password', 'cleo', '--password-stdin'], { input: 'another horse\n' }),
    ).toMatchObject({ code: 0, out: '' });
    expect([await logIn('cleo', 'another horse'), await logIn('cleo', password)]).toEqual([0, 6]);
  });

  it('generates one that has to be changed', async () => {
    const { out } = await run(['users', 'set-password', 'cleo', '--generate']);
    expect(await logIn('cleo', out.trim())).toBe(0);
    expect((await run(['users', 'show', 'cleo', '--json'])).json()).toMatchObject({ must_change_password: true });
  });

  it('refuses it for a directory account', async () => {
    expect((await run(['users', 'set-password', 'emil', '--generate'])).code).toBe(4);
  });
});

describe('changing accounts', () => {
  it('changes roles and what is allowed', async () => {
    expect((await run(['users', 'set-role', 'ben', 'admin', '--json'])).json()).toMatchObject({ role: 'admin' });
    expect((await run(['users', 'set-role', 'ben', 'member', '--json'])).json()).toMatchObject({ role: 'member' });
    expect((await run(['users', 'set-shop-role', 'ben', 'editor', '--json'])).json()).toMatchObject({
      shop_role: 'editor',
    });
    expect((await run(['users', 'set-shop-role', 'ben', 'none', '--json'])).json()).toMatchObject({ shop_role: null });
    expect((await run(['users', 'disable', 'ben', '--json'])).json()).toMatchObject({ is_active: false });
    expect((await run(['users', 'enable', 'ben', '--json'])).json()).toMatchObject({ is_active: true });
  });

  it('prints the changes', async () => {
    expect(await run(['users', 'disable', 'ben'])).toMatchObject({ out: '', err: 'ben is disabled now.\n' });
  });

  it('does not touch the account of the system', async () => {
    expect((await run(['users', 'disable', 'system'])).code).toBe(4);
  });

  it('acts in the name of a user', async () => {
    expect((await run(['users', 'list', '--as', 'anna'])).code).toBe(0);
    expect((await run(['users', 'list', '--as', 'nobody'])).code).toBe(3);
    expect((await run(['call', '/users/me', '--as', 'anna', '--json'])).json()).toMatchObject({ username: 'Anna' });
  });
});

describe('users unlock', () => {
  it('allows another attempt at once after failed logins', async () => {
    await run(['users', 'create', 'lotte', '--password-stdin'], { input: password });
    for (let count = 0; count < 5; count += 1) await logIn('lotte', 'not her password');
    const limited = await run(['call', 'POST', '/users/login', '--body', '-', '--json'], {
      input: JSON.stringify({ username: 'lotte', password }),
    });
    expect(limited.problem()).toMatchObject({ code: 'rate_limited' });
    const ended = await run(['users', 'unlock', 'lotte', '--json']);
    expect([ended.code, ended.json()]).toMatchObject([0, { username: 'lotte', unlocked: true }]);
    expect(await logIn('lotte', password)).toBe(0);
  });

  it('fails for an unknown account', async () => {
    expect((await run(['users', 'unlock', 'nobody-at-all'])).code).toBe(3);
  });
});

describe('sessions', () => {
  const tokenOf = async (username: string, secret: string) => {
    const { json } = await run(['call', 'POST', '/users/login', '--body', '-'], {
      input: JSON.stringify({ username, password: secret }),
    });
    return (json() as { readonly access_token: string }).access_token;
  };

  it('are announced, and end when they are revoked', async () => {
    await run(['users', 'create', 'hugo', '--password-stdin'], { input: password });
    const token = await tokenOf('hugo', password);
    const before = await run(['token', 'inspect', '-', '--json'], { input: `${token}\n` });
    expect([before.code, before.json()]).toMatchObject([0, { valid: true, fault: null, claims: { iss: 'inventory' } }]);
    await run(['users', 'revoke-tokens', 'hugo']);
    const after = await run(['token', 'inspect', token]);
    expect(after.code).toBe(6);
    expect(after.out).toMatch(/fault +tokens of this user were revoked/);
    expect(after.out).toMatch(/exp +[0-9]+ \(20.+Z\)/);
  });

  it('of all accounts end at once', async () => {
    const token = await tokenOf('hugo', password);
    expect((await run(['users', 'revoke-tokens', '--all', '--yes'])).code).toBe(0);
    expect((await run(['token', 'inspect', token])).code).toBe(6);
  });

  it('are not made of nonsense', async () => {
    const ended = await run(['token', 'inspect', 'nonsense', '--json']);
    expect([ended.code, ended.json()]).toMatchObject([6, { valid: false, claims: null }]);
  });
});

describe('users delete and restore', () => {
  it('asks for confirmation at a terminal, and does nothing without it', async () => {
    const { code, err } = await run(['users', 'delete', 'gus'], { isTerminal: true, input: 'n\n' });
    expect([code, err]).toEqual([6, expect.stringMatching(/^Delete gus, id [0-9]+\? \[y\/N\] /)]);
    expect((await run(['users', 'show', 'gus'])).code).toBe(0);
  });

  it.each([
    [['users', 'delete', 'gus'], /^backroom: Delete gus, id [0-9]+\? There is no terminal .* --yes\.\n$/],
    [['users', 'revoke-tokens', '--all'], /End the sessions of all accounts\? .* --yes/],
    [['keys', 'rotate', '--drop-old'], /Refuse all tokens issued so far\? .* --yes/],
    [['app-passwords', 'revoke', 'gus', '--all'], /Revoke all application passwords of gus\? .* --yes/],
  ])('demands --yes without a terminal: %j', async (argv, message) => {
    const { code, out, err } = await run(argv);
    expect([code, out, err]).toEqual([2, '', expect.stringMatching(message)]);
    expect((await run(['users', 'show', 'gus'])).code).toBe(0);
  });

  it('does not ask for confirmation with --yes', async () => {
    expect(await run(['users', 'delete', 'gus', '--yes'], { isTerminal: true })).toMatchObject({
      code: 0,
      err: 'gus is deleted.\n',
    });
    expect((await run(['users', 'show', 'gus'])).code).toBe(3);
  });

  it('finds a deleted user by name and brings it back', async () => {
    const { id } = (await run(['users', 'show', 'emil', '--json'])).json() as { readonly id: number };
    expect((await run(['users', 'delete', 'emil', '--yes', '--json'])).json()).toEqual({
      user_id: id,
      username: 'emil',
      deleted: true,
    });
    expect((await run(['users', 'list'])).out).not.toContain('emil');
    expect((await run(['users', 'list', '--all'])).out).toMatch(/emil +member +deleted/);
    expect((await run(['users', 'disable', 'emil'])).code).toBe(3);
    expect((await run(['users', 'restore', 'emil', '--json'])).json()).toMatchObject({
      id,
      deleted_at: null,
      is_active: true,
    });
    expect((await run(['users', 'restore', 'emil'])).code).toBe(3);
  });

  it('does not bring a user back whose name is taken', async () => {
    await run(['users', 'delete', 'emil', '--yes']);
    await run(['users', 'create', 'Emil', '--generate']);
    expect((await run(['users', 'restore', 'emil'])).code).toBe(4);
  });
});

describe('the last administrator', () => {
  it.each([[['set-role', 'admin', 'member']], [['disable', 'admin']], [['delete', 'admin', '--yes']]])(
    'stays: %j',
    async (argv) => {
      await run(['users', 'set-role', 'anna', 'member']);
      const ended = await run(['users', ...argv, '--json']);
      expect([ended.code, ended.problem().code]).toEqual([4, 'last_admin']);
    },
  );

  it('is removed by force', async () => {
    expect((await run(['users', 'disable', 'admin', '--force', '--json'])).json()).toMatchObject({ is_active: false });
    expect((await run(['users', 'set-role', 'admin', 'member', '--force'])).code).toBe(0);
    expect((await run(['users', 'delete', 'admin', '--force', '--yes'])).code).toBe(0);
    expect((await run(['users', 'list', '--role', 'admin', '--json'])).json()).toEqual([]);
  });
});
