import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithSlapd, startSlapd, type TestSlapd } from '../support/slapd.ts';
import { dataTemplate, serving, type Typing, temporaryFolder } from './terminal.ts';

const steps = ['connect', 'tls', 'bind', 'search', 'user_lookup', 'user_bind', 'groups'];

describeWithSlapd('the directory on the command line', () => {
  let slapd: TestSlapd;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let template: Awaited<ReturnType<typeof dataTemplate>>;
  let server: Awaited<ReturnType<typeof serving>>;
  const run = (argv: readonly string[], typing: Typing = {}) => server.run(argv, typing);
  const ldap = (argv: readonly string[], typing: Typing = {}) => run(['ldap', ...argv], typing);

  beforeAll(async () => {
    slapd = await startSlapd();
    folder = await temporaryFolder();
    template = await dataTemplate();
    server = await serving(await template.copy('directory'));
    await writeFile(join(folder.path, 'ca.pem'), slapd.ca);
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
    await template?.[Symbol.asyncDispose]();
    await folder?.[Symbol.asyncDispose]();
    await slapd?.stop();
  });

  const connection = () => [
    `url=${slapd.ldapsUrl}`,
    `base_dn=${slapd.baseDn}`,
    `bind_dn=${slapd.serviceDn}`,
    `ca_certificate=@${join(folder.path, 'ca.pem')}`,
  ];

  it('is shown with what is preset before anything was set', async () => {
    const { code, out } = await ldap(['show']);
    expect([code, out]).toEqual([0, expect.stringMatching(/^enabled +false$/m)]);
    expect(out).toMatch(/^attributes\.uid +entryUUID$/m);
  });

  it('cannot be tested before it is configured', async () => {
    const ended = await ldap(['test', '--json']);
    expect([ended.code, ended.problem().code]).toEqual([4, 'ldap_not_configured']);
  });

  it('reads settings with the password from the standard input, and shows nothing of it', async () => {
    const { code, out, err } = await ldap(['set', ...connection(), '--password-stdin'], {
      input: `${slapd.servicePassword}\n`,
    });
    expect([code, err]).toEqual([0, 'Saved.\n']);
    expect(out).toMatch(/^bind_password_set +true$/m);
    expect(out).toMatch(/^ca_certificate +-----BEGIN CERTIFICATE----- …$/m);
    expect(out).not.toContain(slapd.servicePassword);
    expect((await ldap(['show', '--json'])).json()).toMatchObject({ url: slapd.ldapsUrl, bind_password_error: false });
  });

  it('prompts for the password twice, without showing it', async () => {
    const { servicePassword } = slapd;
    const { code, err } = await ldap(['set', 'bind_password'], {
      isTerminal: true,
      input: `${servicePassword}\r${servicePassword}\r`,
    });
    expect([code, err.includes(servicePassword)]).toEqual([0, false]);
    expect((await ldap(['test'])).code).toBe(0);
  });

  it('shows the steps of a test as a table', async () => {
    const { code, out } = await ldap(['test']);
    expect([code, out]).toEqual([0, expect.stringContaining(`server  ${slapd.ldapsUrl}`)]);
    expect(out).toMatch(/^step +status +code +took/m);
    expect(steps.filter((step) => !new RegExp(`^${step} +(ok|skipped)`, 'm').test(out))).toEqual([]);
  });

  it('attempts a sign-in', async () => {
    const { ana } = slapd.people;
    const ended = await ldap(['test', '--user', ana.uid, '--password-stdin', '--json'], {
      input: `${ana.password}\n`,
    });
    expect(ended.code).toBe(0);
    expect(ended.json()).toMatchObject({ ok: true, config: 'saved', user: { found: true, username: ana.uid } });
    expect(ended.out).not.toContain(ana.password);
  });

  it.each([
    ['an unknown user', ['--user', 'nobody'], '', 'user_not_found'],
    ['a wrong password', ['--user', 'ana', '--password-stdin'], 'wrong\n', 'user_password_wrong'],
  ])('ends with 7 for %s, and names the failed step', async (_, argv, input, code) => {
    const ended = await ldap(['test', ...argv], { input });
    expect([ended.code, ended.out]).toEqual([
      7,
      expect.stringMatching(new RegExp(`^user_\\w+ +failed +${code} `, 'm')),
    ]);
  });

  it('tries settings of a file, and saves nothing of them', async () => {
    const path = join(folder.path, 'settings.json');
    const wanted = {
      url: slapd.ldapsUrl,
      ca_certificate: null,
      base_dn: slapd.baseDn,
      bind_dn: null,
      bind_password: null,
    };
    await writeFile(path, JSON.stringify(wanted));
    const ended = await ldap(['test', '--from-file', path, '--json']);
    expect([ended.code, ended.json()]).toEqual([7, expect.objectContaining({ ok: false, config: 'unsaved' })]);
    expect(ended.out).toContain('certificate_untrusted');
    expect((await ldap(['show', '--json'])).json()).toMatchObject({
      bind_dn: slapd.serviceDn,
      bind_password_set: true,
    });
  });

  it('refuses another address without the password, with a sentence and the member', async () => {
    const ended = await ldap(['set', 'url=ldaps://127.0.0.1:1']);
    expect([ended.code, ended.out, ended.err]).toEqual([
      5,
      '',
      expect.stringMatching(/^backroom: Send the bind password/),
    ]);
  });

  it('refuses settings that cannot work, and names every member', async () => {
    const ended = await ldap(['set', 'user_filter=(uid=anna)', 'connect_timeout_ms=1']);
    expect(ended.code).toBe(5);
    expect(ended.err).toMatch(/^ {2}connect_timeout_ms: /m);
  });

  it('does not save settings that fail --verify, and prints the reason', async () => {
    const ended = await ldap(['set', 'base_dn=ou=nowhere,dc=example,dc=org', '--verify']);
    expect([ended.code, ended.err]).toEqual([5, expect.stringMatching(/^ {2}search: .*\(no_such_base\)$/m)]);
    expect((await ldap(['show', '--json'])).json()).toMatchObject({ base_dn: slapd.baseDn });
  });

  it.each([
    [['set'], 'Which settings?'],
    [['set', 'bind_password=hush-hush'], 'never an argument'],
    [['set', '--bind-password=hush-hush'], 'never an argument'],
    [['set', 'bind_password'], 'no terminal'],
    [['set', 'ca_certificate=@/nowhere/ca.pem'], 'cannot be read'],
    [['set', 'enabled'], 'not of the form'],
    [['test', '--password-stdin'], 'Whose password?'],
    [['test', '--from-file', '/nowhere/settings.json'], 'cannot be read'],
  ])('ends with 2 for ambiguous arguments: %j', async (argv, said) => {
    const { code, out, err } = await ldap(argv);
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(said)]);
    expect(err).not.toContain('hush');
  });

  it('lets users sign in once it is enabled, and synchronises accounts', async () => {
    expect((await ldap(['set', 'enabled=true', '--verify'])).code).toBe(0);
    const planned = (await ldap(['sync', '--dry-run', '--json'])).json() as { readonly created: number };
    expect(planned).toMatchObject({ dry_run: true, created: expect.any(Number) });
    const done = await ldap(['sync']);
    expect([done.code, done.err]).toEqual([0, 'Done:\n']);
    expect(done.out).toMatch(new RegExp(`^created +${planned.created}$`, 'm'));
    expect((await run(['users', 'show', slapd.people.ana.uid, '--json'])).json()).toMatchObject({ source: 'ldap' });
  });

  it('opens the kept password after its key was changed', async () => {
    expect((await run(['secrets', 'rotate', '--json'])).json()).toMatchObject({ sealed_anew: 1 });
    expect((await ldap(['test'])).code).toBe(0);
  });

  it('ends with 7 when the directory is down', async () => {
    await slapd.kill();
    const ended = await ldap(['test']);
    await slapd.restart();
    expect([ended.code, ended.out]).toEqual([7, expect.stringMatching(/^connect +failed +connection_refused/m)]);
  });
});
